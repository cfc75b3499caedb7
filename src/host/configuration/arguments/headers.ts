/** Parses the values of `--header`. */

import { SettingsError } from '#host/net/settings-error.ts';
import { checkHeaderValue, isHeaderName, isOwnHeader } from '../header-values.ts';

export type HeaderFlag = { readonly name: string } & ({ readonly value: string } | { readonly file: string });

/** Parses one value. Error messages never repeat it: it may be a secret. */
function readHeader(text: string): HeaderFlag {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at));
  if (!isHeaderName(name))
    throw new SettingsError('--header must be NAME=VALUE or NAME=@FILE, with the name of a header.');
  if (isOwnHeader(name))
    throw new SettingsError(`--header ${name} is refused: Edgewatch sets this header itself.`);
  const value = text.slice(at + 1);
  return value.startsWith('@')
    ? { name, file: value.slice(1) }
    : { name, value: checkHeaderValue(`--header ${name}`, value) };
}

/** @throws SettingsError for a malformed header, or one that is given twice. */
export function readHeaders(texts: readonly string[]): readonly HeaderFlag[] {
  const headers = texts.map(readHeader);
  const names = headers.map(({ name }) => name.toLowerCase());
  const twice = headers.find(({ name }, index) => names.indexOf(name.toLowerCase()) < index);
  if (twice) throw new SettingsError(`--header ${twice.name} is given twice.`);
  return headers;
}
