/** Headers that an operator has sent along with every question to a service. */

import { SettingsError } from './base-url.ts';

/** Those by which a connection lives, and what Edgewatch itself must say. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'if-none-match',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name);
}

export function isOwnHeader(name: string): boolean {
  return ownHeaders.has(name.toLowerCase());
}

/**
 * A header's value without the blanks and line ends around it.
 *
 * @param what - names the header in the sentence.
 * @throws SettingsError without the value where it cannot be sent.
 */
export function checkHeaderValue(what: string, text: string): string {
  const value = text.trim();
  if (value === '') throw new SettingsError(`${what} has no value.`);
  if (!/^[\t\x20-\x7e]+$/.test(value)) throw new SettingsError(`${what} must be one line of ASCII characters.`);
  return value;
}
