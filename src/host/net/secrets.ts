/** Keeps secret texts in the host's memory: printed, as JSON or in a debugger a secret is `[secret]`. */

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { SettingsError } from './settings-error.ts';

/** A secret as configured: the text, which may contain `${VARIABLE}`, or the file that has it. */
export type WrittenSecret = string | { readonly file: string };

export interface SecretPlaces {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Folder to which file names are relative. */
  readonly folder: string;
}

/** Maximum size of a secret file in bytes. Certificate chains take some 10 KiB. */
const largestFile = 256 * 1024;

const masked = '[secret]';

export class Secret {
  /** The file that has the secret; `null` if the configuration has it. */
  readonly file: string | null;
  #text: string;

  constructor(text: string, file: string | null = null) {
    this.#text = text;
    this.file = file;
  }

  reveal(): string {
    return this.#text;
  }

  /**
   * Text that is equal for equal secrets, without revealing them. The identity of a file stays when its
   * content changes.
   */
  get identity(): string {
    return this.file ?? createHash('sha256').update(this.#text).digest('hex');
  }

  /**
   * Reads the file of the secret again.
   * @param check - throws if the new text cannot be used.
   * @returns whether the text changed.
   * @throws SettingsError if the file cannot be read. The old text then stays.
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
 * Reads all secret files again. A secret that cannot be used is reported, and the old one stays.
 * @param secrets - `what` names the secret; `check` throws if a text cannot be used.
 * @returns whether any secret changed.
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
      report(`${what}: ${cause.message.replace(/\.$/, '')}; the previous value stays in use.`);
      return false;
    }
  });
  return changed.includes(true);
}

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * Resolves a configured secret: reads its file, or replaces its variables.
 * @throws SettingsError, without the secret, if a variable is not set or a file cannot be read.
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
