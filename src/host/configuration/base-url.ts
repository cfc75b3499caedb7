/** Parses the base URL of a deployment, and makes a slug and a name from it. */

import { withoutEndSlashes } from '#contract/end-slashes.ts';
import { reservedSlugs, slugPattern } from '#contract/names/slugs.ts';
import { type HostCheck, upstreamHostCheck } from '../net/addresses.ts';
import { SettingsError } from '../net/settings-error.ts';

/**
 * Formats a URL for error messages, without the parts that may be secret: everything before `@`, the query
 * and the fragment.
 */
function shownAddress(text: string): string {
  const at = text.lastIndexOf('@');
  const scheme = text.indexOf('//');
  const before = at === -1 ? '' : `${scheme === -1 || scheme > at ? '' : text.slice(0, scheme + 2)}…`;
  const rest = text.slice(Math.max(0, at));
  const end = rest.search(/[?#]/);
  return JSON.stringify(before + (end === -1 ? rest : `${rest.slice(0, end + 1)}…`));
}

/**
 * Parses a base URL, and removes its trailing slash: endpoint paths are appended to it.
 * @param mayConnect - whether the host may connect to a host name.
 * @throws SettingsError if the text is not a plain http or https URL, or its address is refused.
 */
export function parseBaseUrl(text: string, mayConnect: HostCheck = upstreamHostCheck()): string {
  const shown = shownAddress(text);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new SettingsError(`The base URL ${shown} is not an http or https URL.`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new SettingsError(`The base URL ${shown} must not contain a user name or a password.`);
  if (text.includes('?')) throw new SettingsError(`The base URL ${shown} must not have a query.`);
  if (text.includes('#')) throw new SettingsError(`The base URL ${shown} must not have a fragment.`);
  refuseAddress(url.href, mayConnect);
  return withoutEndSlashes(url.href);
}

/**
 * Checks the host name of a base URL.
 * @throws SettingsError if `mayConnect` refuses it, as it does for metadata addresses.
 */
export function refuseAddress(baseUrl: string, mayConnect: HostCheck): void {
  if (mayConnect(new URL(baseUrl).hostname)) return;
  throw new SettingsError(
    `The base URL ${shownAddress(baseUrl)} is refused: it is a link-local or metadata address; a deployment in the configuration can allow it with "allowAddresses".`,
  );
}

/** Makes a display name from host and path: `status.example.com/eu`. */
export function nameOfBaseUrl(baseUrl: string): string {
  return baseUrl.replace(/^https?:\/\//, '');
}

/** Makes a slug from host and path: `status-example-com-eu`. */
export function slugOfBaseUrl(baseUrl: string): string {
  const words = nameOfBaseUrl(baseUrl)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, 40).replace(/-$/, '') || 'deployment';
}

/** Checks a slug and returns it. @throws SettingsError if it is reserved or has the wrong form. */
export function checkSlug(slug: string): string {
  const shown = JSON.stringify(slug);
  if (!slugPattern.test(slug))
    throw new SettingsError(
      `The slug ${shown} must be 1 to 40 lowercase letters, digits and hyphens, and not begin with a hyphen.`,
    );
  if (reservedSlugs.has(slug)) throw new SettingsError(`The slug ${shown} is reserved by Edgewatch.`);
  return slug;
}

export function uniqueSlug(slug: string, taken: ReadonlySet<string>): string {
  const isFree = (candidate: string) => !taken.has(candidate) && !reservedSlugs.has(candidate);
  if (isFree(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const candidate = `${slug.slice(0, 40 - suffix.length).replace(/-$/, '')}${suffix}`;
    if (isFree(candidate)) return candidate;
  }
}
