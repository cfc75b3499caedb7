/** Access cookies. Scripts cannot read them. Other sites can send them only by a top-level link (`SameSite=Lax`). */

export const sessionCookie = 'edgewatch-session';
export const wallCookie = 'edgewatch-wall';
/** Start of the name of a cookie that carries a log-in at the identity provider. Only the addresses of that log-in get it. */
export const attemptCookie = 'edgewatch-attempt';
/** Carries the ID token for the log-out at the identity provider. Only `/logout` gets it. */
export const idTokenCookie = 'edgewatch-id-token';

/**
 * Maximum number of cookies of one name that are read: a browser may send one per path. Hono's parser would
 * return only the first.
 */
const mostOfAName = 4;

export function cookiesNamed(header: string | null, name: string): readonly string[] {
  const start = `${name}=`;
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .slice(0, mostOfAName)
    .map((pair) => pair.slice(start.length));
}

export interface CookiePlace {
  /** Base path as the browser sees it, such as `/ops/ew`; empty for the root. */
  readonly base: string;
  readonly isSecure: boolean;
}

/**
 * Builds a `Set-Cookie` value.
 * @param seconds - lifetime; 0 deletes the cookie.
 */
export function cookie(name: string, value: string, seconds: number, { base, isSecure }: CookiePlace): string {
  const path = base === '' ? '/' : base;
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
