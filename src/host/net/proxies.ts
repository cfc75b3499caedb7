/** Reads the proxies that environment variables name, in upper or lower case. */

import { SettingsError } from './settings-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export interface Proxies {
  readonly http: string | null;
  readonly https: string | null;
}

export const proxyForm = 'an address such as "http://proxy.example.com:3128" is expected, or false';

/**
 * Checks the address of a proxy.
 * @throws SettingsError, without the text, if it is no proxy address.
 */
export function checkProxy(text: string): void {
  if (!isProxyAddress(text)) throw new SettingsError(proxyForm);
}

function isProxyAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return pathname === '/' && search + hash === '';
}

function proxyIn(variables: Variables, name: string): string | null {
  // Lower case first, like undici and curl.
  const written = (variables[name.toLowerCase()] ?? variables[name] ?? '').trim();
  if (written === '') return null;
  const address = written.includes('://') ? written : `http://${written}`;
  if (!isProxyAddress(address))
    throw new SettingsError(`The variable ${name} must be an address such as http://proxy.example.com:3128.`);
  return address;
}

/**
 * Reads the proxies for http and https from environment variables.
 * @throws SettingsError, without the value, if a variable is no proxy address.
 */
export function proxiesIn(variables: Variables): Proxies {
  return { http: proxyIn(variables, 'HTTP_PROXY'), https: proxyIn(variables, 'HTTPS_PROXY') };
}
