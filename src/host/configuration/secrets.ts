/**
 * Texts that nobody but their service may see. They are in the memory of the host alone: printed, written as JSON or
 * looked at with a debugger's eye, one of them is `[secret]`.
 */

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { SettingsError } from './base-url.ts';

/** As the configuration has it: the text itself, with `${VARIABLE}` in it or without, or the file that holds it. */
export type WrittenSecret = string | { readonly file: string };

export interface SecretPlaces {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Files that are named without a whole path are looked for here. */
  readonly folder: string;
}

/** Bytes; chains of certificates are some 10 KiB. */
const largestFile = 256 * 1024;

const masked = '[secret]';

export class Secret {
  /** Where it is read anew; `null` where it stands in the configuration itself. */
  readonly file: string | null;
  #text: string;

  constructor(text: string, file: string | null = null) {
    this.#text = text;
    this.file = file;
  }

  /** The text as it was last read, without blanks and line ends around it. */
  reveal(): string {
    return this.#text;
  }

  /** Tells two secrets apart without telling what they are; a file stays the same whatever is written into it. */
  get identity(): string {
    return this.file ?? createHash('sha256').update(this.#text).digest('hex');
  }

  /**
   * Reads its file again.
   *
   * @param check - throws where a text will not do.
   * @returns whether it is another text now.
   * @throws SettingsError where it cannot be read; the text then stays.
   */
  refresh(check: (text: string) => unknown): boolean {
    if (this.file === null) return false;
    const text = readSecretFile(this.file);
    check(text);
    const isOther = text !== this.#text;
    this.#text = text;
    return isOther;
  }

  toString(): string {
    return masked;
  }

  toJSON(): string {
    return masked;
  }

  [inspect.custom](): string {
    return masked;
  }
}

/**
 * Reads secrets anew, each of them. One that cannot be used is told of, and stays what it was.
 *
 * @param secrets - with what each is, and what throws where a text will not do.
 * @returns whether any is another now.
 */
export function refreshAll(
  secrets: readonly {
    readonly what: string;
    readonly secret: Secret;
    readonly check: (text: string) => unknown;
  }[],
  report: (line: string) => void,
): boolean {
  const changed = secrets.map(({ what, secret, check }) => {
    try {
      return secret.refresh(check);
    } catch (cause) {
      if (!(cause instanceof SettingsError)) throw cause;
      report(`${what}: ${cause.message.replace(/\.$/, '')}; what was read before stays in use.`);
      return false;
    }
  });
  return changed.includes(true);
}

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * Takes a secret as the configuration has it.
 *
 * @throws SettingsError where a variable is not set or a file cannot be read; no sentence holds any of the text.
 */
export function takeSecret(written: WrittenSecret, { variables, folder }: SecretPlaces): Secret {
  if (typeof written !== 'string') {
    const file = resolve(folder, written.file);
    return new Secret(readSecretFile(file), file);
  }
  const unset = [...written.matchAll(variable)].map(([, name = '']) => name).find((name) => !variables[name]);
  if (unset !== undefined) throw new SettingsError(`the variable ${unset} is not set`);
  const text = written.replace(variable, (_whole, name: string) => variables[name] ?? '').trim();
  if (text === '') throw new SettingsError('it is empty');
  return new Secret(text);
}

function readSecretFile(file: string): string {
  const text = readAtMost(file).trim();
  if (text === '') throw new SettingsError(`the file ${file} is empty`);
  return text;
}

function readAtMost(file: string): string {
  try {
    const { size } = statSync(file);
    if (size <= largestFile) return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new SettingsError(`the file ${file} cannot be read (${reason})`);
  }
  throw new SettingsError(`the file ${file} is larger than ${largestFile / 1024} KiB`);
}
