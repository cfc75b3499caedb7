/** Types and texts of configuration mistakes. Each is one line: place, problem, value found, hint. */

import { SettingsError } from '../net/settings-error.ts';

export type Path = readonly (string | number)[];

export interface Mistake {
  readonly path: Path;
  readonly problem: string;
  /** The value found, as text; `undefined` if it does not help or may be secret. */
  readonly found?: string | undefined;
  readonly hint?: string | undefined;
}

export class ConfigurationError extends SettingsError {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Formats a path: `deployments[1].baseUrl`. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${key}`),
    '',
  );
}

/**
 * Formats a mistake as one line.
 * @param place - file, line and column of the mistake: `edgewatch.jsonc:7:5`.
 */
export function mistakeLine(place: string, { path, problem, found, hint }: Mistake): string {
  const where = path.length === 0 ? '' : ` ${pathText(path)}:`;
  const seen = found === undefined ? '' : `; found ${found}`;
  const more = hint === undefined ? '' : ` ${hint}`;
  return `${place}:${where} ${problem}${seen}.${more}`;
}

const secretSettings: ReadonlySet<string> = new Set([
  'headers',
  'tls',
  'proxy',
  'access',
  'metrics',
  'webhook',
  'webhooks',
]);

const longestFound = 60;

/** Formats a value for an error message; `undefined` if it is long, absent, or may be secret. */
export function foundText(path: Path, value: unknown): string | undefined {
  if (path.some((key) => typeof key === 'string' && secretSettings.has(key))) return undefined;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length > longestFound ? undefined : text;
}

/** Computes the Levenshtein distance of two texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

export function nearest(written: string, words: readonly string[]): string | null {
  const short = written.slice(0, 40).toLowerCase();
  const near = words
    .map((word) => ({ word, steps: distance(short, word.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)[0];
  return near && near.steps <= Math.max(1, Math.floor(near.word.length / 3)) ? near.word : null;
}
