/** A deployment's base URL, as configured: what may be one, and the slug and name made from it. */

import { withoutEndSlashes } from '#contract/end-slashes.ts';
import { reservedSlugs, slugPattern } from '#contract/slugs.ts';
import { type HostCheck, upstreamHostCheck } from '../gateway/addresses.ts';

/** A mistake in the command line or the configuration, as one sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * The URL without a trailing slash, to which the documented paths are appended.
 *
 * @throws SettingsError for anything but a plain http or https URL.
 */
export function parseBaseUrl(text: string, mayConnect: HostCheck = upstreamHostCheck()): string {
  const shown = JSON.stringify(text);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new SettingsError(`The base URL ${shown} is not an http or https URL.`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new SettingsError(`The base URL for ${url.host} must not hold a user name or a password.`);
  if (text.includes('?')) throw new SettingsError(`The base URL ${shown} must not have a query.`);
  if (text.includes('#')) throw new SettingsError(`The base URL ${shown} must not have a fragment.`);
  if (!mayConnect(url.hostname))
    throw new SettingsError(
      `The base URL ${shown} is refused: it is a link-local or metadata address; a deployment of the configuration may name it under "allowAddresses".`,
    );
  return withoutEndSlashes(url.href);
}

/** Host and path, for people: `status.example.com/eu`. */
export function nameOfBaseUrl(baseUrl: string): string {
  return baseUrl.replace(/^https?:\/\//, '');
}

/** A slug made from host and path: `status-example-com-eu`. */
export function slugOfBaseUrl(baseUrl: string): string {
  const words = nameOfBaseUrl(baseUrl)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, 40).replace(/-$/, '') || 'deployment';
}

/**
 * Checks a slug that somebody chose.
 *
 * @throws SettingsError where it is reserved or of another form.
 */
export function checkSlug(slug: string): string {
  const shown = JSON.stringify(slug);
  if (!slugPattern.test(slug))
    throw new SettingsError(
      `The slug ${shown} must be 1 to 40 lowercase letters, digits and hyphens, and not begin with a hyphen.`,
    );
  if (reservedSlugs.has(slug))
    throw new SettingsError(`The slug ${shown} is a word of Edgewatch's own addresses.`);
  return slug;
}

/** The slug itself, or with `-2`, `-3` … where it is taken or reserved. */
export function uniqueSlug(slug: string, taken: ReadonlySet<string>): string {
  const isFree = (candidate: string) => !taken.has(candidate) && !reservedSlugs.has(candidate);
  if (isFree(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const candidate = `${slug.slice(0, 40 - suffix.length).replace(/-$/, '')}${suffix}`;
    if (isFree(candidate)) return candidate;
  }
}
