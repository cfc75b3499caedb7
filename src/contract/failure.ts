/** How asking a deployment can fail. The same kinds in host and page. */

export const failureKinds = [
  'unreachable',
  'tls',
  'timeout',
  'protocol',
  'redirect',
  'refused',
  'http',
  'not-json',
  'contract',
  'too-large',
  'aborted',
] as const;

export type FailureKind = (typeof failureKinds)[number];

export function isFailureKind(value: unknown): value is FailureKind {
  return failureKinds.some((kind) => kind === value);
}

/** Why exactly, where host or page can tell and it takes something else to mend it. */
export const failureReasons = [
  'certificate-expired',
  'certificate-early',
  'certificate-untrusted',
  'certificate-name',
  /** The host's own, by which it says who it is, is missing or not accepted. */
  'client-certificate',
  /** https was spoken to what does not speak it. */
  'not-tls',
  'name-unknown',
  'connection-refused',
  /** The host does not connect to where the name leads. */
  'address-refused',
  /** There is one on the way, and it is not there or lets nothing through. */
  'proxy',
  /** What the host sends along with its questions is not accepted. */
  'credential-refused',
  /** The host itself shows nothing to whoever is not logged in. */
  'session-ended',
  /** Told by the page: a proxy in front of its own host asks for a log-in. */
  'proxy-log-in',
  'web-page',
  /** Told by the page: the server it came from does not answer. */
  'own-host',
  /** Told by the page: it asked another origin, of which a browser tells no more. */
  'cross-origin',
] as const;

export type FailureReason = (typeof failureReasons)[number];

export function isFailureReason(value: unknown): value is FailureReason {
  return failureReasons.some((reason) => reason === value);
}

/** Statuses that mean "no such endpoint here" (the document shows none; RFC 9110). */
const absentStatuses: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/** Whether an HTTP status says that an endpoint is not offered (docs/understand/freshness.md). */
export function isAbsentStatus(status: number | null): boolean {
  return status !== null && absentStatuses.has(status);
}
