/** Cookies of access. No script sees them, and no other site has them sent along but with a link that is followed. */

export const sessionCookie = 'edgewatch-session';
export const wallCookie = 'edgewatch-wall';

/** Of one name; a browser sends several where they stand at several paths. */
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
  /** Of the browser's addresses, `/ops/ew`; empty for the root. */
  readonly base: string;
  /** Whether the viewer speaks https. */
  readonly isSecure: boolean;
}

/** @param seconds - for which it is kept; 0 takes it away. */
export function cookie(name: string, value: string, seconds: number, { base, isSecure }: CookiePlace): string {
  const path = base === '' ? '/' : base;
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
