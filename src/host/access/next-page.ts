/** Addresses around a log-in: those of the identity provider's part, the page to open afterwards, and walls. */

import { pageDeployment } from '../routes/app.ts';

/** Path that sends the browser to the identity provider, below the base path. */
export const providerPath = '/login/oidc';
/** Value of `prompt` with which the provider offers another account. No other value is passed on. */
export const otherAccount = 'select_account';
/** Path to which the provider sends the browser back, below the base path. */
export const returnPath = '/login/oidc/callback';

const longestNext = 2_000;

export function wallKeyIn(search: string): string | null {
  return new URLSearchParams(search).get('key');
}

/**
 * Removes the key of a wall link from a query string, in any encoding of the parameter's name. The rest stays
 * as it was sent.
 */
export function withoutKey(search: string): string {
  if (wallKeyIn(search) === null) return search;
  const left = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && wallKeyIn(pair) === null);
  return left.length === 0 ? '' : `?${left.join('&')}`;
}

/**
 * Returns the page to open after log-in: a page of this host below its base path, or else the first page. The
 * key of a wall link is removed: it would stay in the log-in page, its address and the browser's history.
 */
export function cleanNext(text: string | null): string {
  const next = text ?? '';
  if (next.length > longestNext || !/^\/[\x21-\x7e]*$/.test(next) || next.includes('#')) return '/';
  const query = next.indexOf('?');
  const [path, search] = query === -1 ? [next, ''] : [next.slice(0, query), next.slice(query)];
  return pageDeployment(path) === null ? '/' : path + withoutKey(search);
}

export function isWall(path: string): boolean {
  return /^(?:\/[a-z0-9-]+)?\/wall$/.test(path) && pageDeployment(path) !== null;
}
