/** Checks names and values of configured headers, which are sent with every request to a deployment. */

import { SettingsError } from '../net/settings-error.ts';

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
 * Checks and trims the value of a header.
 * @param what - name of the header, for the error message.
 * @throws SettingsError, without the value, if it is empty or not one line of ASCII.
 */
export function checkHeaderValue(what: string, text: string): string {
  const value = text.trim();
  if (value === '') throw new SettingsError(`${what} has no value.`);
  if (!/^[\t\x20-\x7e]+$/.test(value)) throw new SettingsError(`${what} must be one line of ASCII characters.`);
  return value;
}
