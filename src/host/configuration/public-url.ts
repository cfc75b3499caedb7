/**
 * Parses addresses that viewers use: of the host, for links in messages and feeds, of sites that embed it, and of their
 * identity provider.
 */

import { withoutEndSlashes } from '#contract/end-slashes.ts';
import { upstreamHostCheck } from '../net/addresses.ts';
import { SettingsError } from '../net/settings-error.ts';
import { isLoopback } from './host-names.ts';

/**
 * Parses a public address, and removes its trailing slash.
 * @throws SettingsError if it is not http or https, or has a query, a fragment or a user name.
 */
export function parsePublicUrl(text: string): string {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url)
    throw new SettingsError('It needs to be an http or https address, such as "https://status.example.com".');
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new SettingsError('It needs to be an address without a query, a fragment and a user name.');
  return withoutEndSlashes(url.href);
}

/**
 * Parses an origin whose pages may embed the host.
 * @throws SettingsError if it is not http or https, or is more than an origin. A wildcard is refused.
 */
export function parseOrigin(text: string): string {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  // The origin becomes part of a policy, where "*", ";" and "," have a meaning.
  if (!url || withoutEndSlashes(url.href) !== url.origin || /[^\w:/.[\]-]/.test(url.origin))
    throw new SettingsError('It needs to be an origin without a path, such as "https://wiki.example.com".');
  return url.origin;
}

/**
 * Checks that the address for a provider is configured, because a client can choose its `Host` header.
 * @throws SettingsError if it is not.
 */
export function requirePublicUrl(publicUrl: string | undefined, setting: string, host: string): void {
  if (publicUrl === undefined)
    throw new SettingsError(
      `${setting} needs "publicUrl" on ${host}; set it to the address of this host that is registered at the provider.`,
    );
}

const mayConnect = upstreamHostCheck();

/**
 * Checks the address of an OpenID Connect issuer.
 * @throws SettingsError if it is not https, except on loopback, or is no issuer.
 */
export function checkIssuer(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    throw new SettingsError('It needs to be an https address, such as "https://login.example.com/realms/ops".');
  if (url.search + url.hash + url.username + url.password !== '' || url.pathname.includes('/.well-known/'))
    throw new SettingsError('It needs to be the issuer: without "/.well-known/", a query and a user name.');
  if (!mayConnect(url.hostname))
    throw new SettingsError('It is a link-local or metadata address. The host does not connect to those.');
}
