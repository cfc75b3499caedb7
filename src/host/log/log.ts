/**
 * What the host writes down of its work: JSON lines on its standard output. Nothing comes here that may be a secret: no
 * header, no query, no body.
 */

import pino from 'pino';
import { codePoint } from '#domain/text/visible-text.ts';
import { Repeats } from './repeats.ts';

export interface RequestLine {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  /** Of the client, as far as it is known. */
  readonly address: string;
  /** Whether the client went before it had all. */
  readonly cut?: boolean;
  /** Why there is no answer of an upstream. */
  readonly kind?: string | undefined;
  /** By which a client can name the failure that it was told of. */
  readonly instance?: string | undefined;
  /** An older answer stood in for one that failed. */
  readonly lastGood?: boolean;
}

export interface Log {
  readonly request: (line: RequestLine) => void;
  /** Something that is wrong, for the operator; the same again is counted. */
  readonly report: (text: string) => void;
  /** Something that is well. */
  readonly note: (text: string) => void;
  /** The last words of a process that ends. */
  readonly fatal: (error: unknown) => void;
  /** Writes what is left, at once. */
  readonly flush: () => void;
}

/** Where lines go; what is written may wait. */
interface Destination {
  write(line: string): void;
  flushSync?(): void;
}

export interface LogOptions {
  /** From which on lines are written (levels.ts). */
  readonly level?: string | undefined;
  /** Writes secrets out of a text. */
  readonly mask?: (text: string) => string;
  readonly destination?: Destination;
}

/** Milliseconds between two looks at what came again. */
const lookPause = 5_000;

const longestPath = 300;

/** Bytes that wait for whoever reads the output; what comes then is lost, for memory must not grow with it. */
const mostWaiting = 4 * 1024 ** 2;

/** Standard output, which is not waited for. */
function standardOutput(): Destination {
  const output = pino.destination({ dest: 1, sync: false, maxLength: mostWaiting });
  // Nobody reads it any more; there is nowhere to say so.
  output.on('error', () => undefined);
  return output;
}

/** Of a failing upstream or a stranger who tries addresses the same comes again and again, whatever the path. */
function kindOf({ path, status, kind, lastGood, cut }: RequestLine): string | null {
  if (status < 400 && kind === undefined && lastGood !== true && cut !== true) return null;
  const [, api = ''] = /^(\/(?:deployments\/[a-z0-9-]{1,40}\/)?api\/v[12]\/[a-z]{1,20})$/.exec(path) ?? [];
  return `${status} ${kind ?? ''} ${lastGood === true} ${cut === true} ${api}`;
}

/** What JSON leaves of the characters that control a terminal, and what turns the direction of a text. */
const controls = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** JSON escapes what controls a terminal only in part: here nothing beyond ASCII is left as it is. */
function plain(text: string): string {
  const short = text.length > longestPath ? `${text.slice(0, longestPath)}…` : text;
  return short.replaceAll(
    /[^\x20-\x7e…]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

export function openLog({ level = 'info', mask = (text) => text, destination }: LogOptions = {}): Log {
  const words = (text: string) => mask(text).replaceAll(controls, codePoint);
  const output = destination ?? standardOutput();
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
  const requests = new Repeats<RequestLine>();
  const reports = new Repeats<string>();
  const writeRequest = (line: RequestLine, times?: number) => {
    const { path, milliseconds } = line;
    // Members without a value are not written.
    const members = {
      ...line,
      path: plain(path),
      milliseconds: undefined,
      ms: Math.round(milliseconds),
      times,
    };
    const isBad = line.status >= 500;
    logger[isBad ? 'warn' : 'info'](members, times === undefined ? 'request' : 'request, again');
  };
  const writeReport = (text: string, times?: number) =>
    times === undefined ? logger.warn(words(text)) : logger.warn({ times }, words(text));
  const tellRepeats = (now: number) => {
    for (const { event, times } of requests.over(now)) writeRequest(event, times);
    for (const { event, times } of reports.over(now)) writeReport(event, times);
  };
  const timer = setInterval(() => tellRepeats(performance.now()), lookPause);
  timer.unref();
  return {
    request(line) {
      const kind = kindOf(line);
      if (kind === null || requests.take(kind, line, performance.now())) writeRequest(line);
    },
    report(text) {
      if (reports.take(text, text, performance.now())) writeReport(text);
    },
    note: (text) => logger.info(words(text)),
    fatal(error) {
      logger.fatal(words(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    },
    flush() {
      tellRepeats(Number.POSITIVE_INFINITY);
      try {
        output.flushSync?.();
      } catch {
        // There is nobody to write to any more.
      }
    },
  };
}
