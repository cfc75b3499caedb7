/** By which names this host may be asked for. A page of another site can point its own name at loopback (DNS rebinding). */

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|\[::1\]|localhost)$/;

/** Whether an address or a name means this very machine. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/** Host and port of a `Host` header apart; a trailing dot names the same host. */
function nameOf(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/**
 * Whether a `Host` header names this host. One that listens on loopback answers to loopback names, its own address
 * and the configured names; one that is open to a network answers to every name, for everyone reaches it anyway.
 */
export function hostNameCheck(host: string, names: readonly string[]): (header: string) => boolean {
  if (!isLoopback(host)) return () => true;
  const known = new Set([host, ...names].map((name) => name.toLowerCase()));
  return (header) => {
    const name = nameOf(header);
    return isLoopback(name) || known.has(name);
  };
}
