/** Writes the log: JSON lines on standard output, without secrets: no header, query or body is logged. */

import { codePoint } from '#domain/text/visible-text.ts';
import { isLogged, type Level } from './levels.ts';
import { LineWriter } from './line-writer.ts';
import { Repeats } from './repeats.ts';

export interface RequestLine {
  readonly method: string;
  /** Path of the request, without its query. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly address: string;
  readonly cut?: boolean | undefined;
  readonly kind?: string | undefined;
  /** Id of the failure that the viewer got. */
  readonly instance?: string | undefined;
  readonly lastGood?: boolean | undefined;
}

/** Facts about a response that its headers do not hold. */
export type ResponseNote = Pick<RequestLine, 'kind' | 'instance' | 'lastGood'>;

export interface Log {
  readonly request: (line: RequestLine) => void;
  /** Logs a warning. A repeated text is counted, and logged once a minute with its count (repeats.ts). */
  readonly report: (text: string) => void;
  readonly note: (text: string) => void;
  readonly fatal: (error: unknown) => void;
  readonly flush: () => void;
}

interface Destination {
  write(line: string): void;
  flushSync?(): void;
}

export interface LogOptions {
  /** Lowest level to log (levels.ts). */
  readonly level?: Level;
  readonly mask?: (text: string) => string;
  readonly destination?: Destination;
}

/** Milliseconds between two checks for repeated lines that are due to be logged with their count. */
const repeatPause = 5_000;

const longestPath = 300;

/** Returns a function that returns the present time as ISO 8601. It formats each millisecond once. */
function isoClock(): () => string {
  let at = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now === at) return text;
    at = now;
    text = new Date(now).toISOString();
    return text;
  };
}

/**
 * Returns the kind by which a line of a failed request is counted as repeated; `null` for a line that is
 * always logged. A failing upstream, or a scan of addresses, repeats the same line for many paths.
 */
function kindOf({ path, status, kind, lastGood, cut }: RequestLine): string | null {
  if (status < 400 && kind === undefined && lastGood !== true && cut !== true) return null;
  const [, api = ''] = /^(\/(?:deployments\/[a-z0-9-]{1,40}\/)?api\/v[12]\/[a-z]{1,20})$/.exec(path) ?? [];
  return `${status} ${kind ?? ''} ${lastGood === true} ${cut === true} ${api}`;
}

/** Matches terminal control characters that JSON does not escape, and direction marks. */
const controls = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Escapes everything beyond ASCII in a path, and cuts a long one. */
function plain(text: string): string {
  const short = text.length > longestPath ? `${text.slice(0, longestPath)}…` : text;
  return short.replaceAll(
    /[^\x20-\x7e…]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

export function openLog({ level = 'info', mask = (text) => text, destination }: LogOptions = {}): Log {
  const words = (text: string) => mask(text).replaceAll(controls, codePoint);
  const output = destination ?? new LineWriter(1);
  const time = isoClock();
  const write = (line: { readonly level: Level; readonly [member: string]: unknown }) => {
    // JSON omits members that are undefined.
    if (isLogged(line.level, level)) output.write(`${JSON.stringify(line)}\n`);
  };
  const requests = new Repeats<RequestLine>();
  const reports = new Repeats<string>();
  const writeRequest = (line: RequestLine, times?: number) => {
    const { method, path, status, bytes, address, milliseconds, cut, kind, instance, lastGood } = line;
    write({
      level: status >= 500 ? 'warn' : 'info',
      time: time(),
      method,
      path: plain(path),
      status,
      bytes,
      address,
      cut,
      kind,
      instance,
      lastGood,
      ms: Math.round(milliseconds),
      times,
      msg: times === undefined ? 'request' : 'request, again',
    });
  };
  const writeText = (of: Level, text: string, times?: number) =>
    write({ level: of, time: time(), times, msg: words(text) });
  const writeRepeats = (now: number) => {
    for (const { event, times } of requests.over(now)) writeRequest(event, times);
    for (const { event, times } of reports.over(now)) writeText('warn', event, times);
  };
  const timer = setInterval(() => writeRepeats(performance.now()), repeatPause);
  timer.unref();
  return {
    request(line) {
      const kind = kindOf(line);
      if (kind === null || requests.take(kind, line, performance.now())) writeRequest(line);
    },
    report(text) {
      if (reports.take(text, text, performance.now())) writeText('warn', text);
    },
    note: (text) => writeText('info', text),
    fatal(error) {
      writeText('fatal', error instanceof Error ? (error.stack ?? error.message) : String(error));
    },
    flush() {
      writeRepeats(Number.POSITIVE_INFINITY);
      output.flushSync?.();
    },
  };
}
