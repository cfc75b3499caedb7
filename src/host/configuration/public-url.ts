/** Parses the address under which viewers reach the host. Links in webhook messages start with it. */

import { withoutEndSlashes } from '#contract/end-slashes.ts';
import { SettingsError } from '../net/settings-error.ts';

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
