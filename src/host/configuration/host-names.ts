/**
 * Checks which host names the host serves. Without the check, a page of another site could point its own name
 * at loopback and read the host (DNS rebinding).
 */

import { remembered } from '../net/remembered.ts';

/** Maximum number of `Host` headers for which the check remembers its result. */
const mostRemembered = 100;

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|\[::1\]|localhost)$/;

export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/** Reads the host name from a `Host` header: in lower case, without port and trailing dot. */
export function nameIn(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/**
 * Creates the check whether a `Host` header names this host. On loopback it accepts loopback names, the
 * host's own address and the configured names. On a network it accepts every name, because every client
 * reaches the host anyway.
 */
export function hostNameCheck(host: string, names: readonly string[]): (header: string) => boolean {
  if (!isLoopback(host)) return () => true;
  const known = new Set([host, ...names].map((name) => name.toLowerCase()));
  return remembered(mostRemembered, (header) => {
    const name = nameIn(header);
    return isLoopback(name) || known.has(name);
  });
}
