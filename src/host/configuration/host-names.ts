/**
 * The host names that the host serves. Otherwise a page of another site could point its name at loopback (DNS
 * rebinding).
 */

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|\[::1\]|localhost)$/;

export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/** The host name of a `Host` header. A trailing dot does not change it. */
function nameOf(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/**
 * Whether a `Host` header names this host. On loopback it serves loopback names, its own address and the configured
 * names. On a network it serves every name, because every client reaches it anyway.
 */
export function hostNameCheck(host: string, names: readonly string[]): (header: string) => boolean {
  if (!isLoopback(host)) return () => true;
  const known = new Set([host, ...names].map((name) => name.toLowerCase()));
  return (header) => {
    const name = nameOf(header);
    return isLoopback(name) || known.has(name);
  };
}
