/** Reads the files that the command line names. */

import { readFileSync } from 'node:fs';
import type { HeaderFlag } from '../configuration/arguments/headers.ts';
import { checkHeaderValue } from '../configuration/header-values.ts';
import { isCertificate } from '../net/pem.ts';
import { SettingsError } from '../net/settings-error.ts';

function readText(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new SettingsError(`${what} ${file} cannot be read (${reason}).`);
  }
}

/** Reads the file of `--ca`; `null` without one. */
export function readAuthority(file: string | undefined): string | null {
  if (file === undefined) return null;
  const text = readText('The file of --ca', file);
  if (!isCertificate(text)) throw new SettingsError(`The file of --ca ${file} has no certificate in PEM form.`);
  return text;
}

/** Returns the values of `--header` by name. */
export function headerValues(headers: readonly HeaderFlag[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    headers.map((header) => [
      header.name,
      'value' in header
        ? header.value
        : checkHeaderValue(
            `--header ${header.name}`,
            readText(`The file of --header ${header.name}`, header.file),
          ),
    ]),
  );
}
