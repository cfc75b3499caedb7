/** Kinds of failed requests. Host and page use the same ones. */

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

/** More precise causes, for those that need a fix of their own. */
export const failureReasons = [
  'certificate-expired',
  'certificate-early',
  'certificate-untrusted',
  'certificate-name',
  /** The host's own client certificate is missing or was rejected. */
  'client-certificate',
  /** The host spoke TLS to a port that does not. */
  'not-tls',
  'name-unknown',
  'connection-refused',
  /** The name resolves to an address that the host must not connect to. */
  'address-refused',
  /** A forward proxy is configured, and cannot be reached or rejects the request. */
  'proxy',
  /** The service rejected the credential that the host sends. */
  'credential-refused',
  /** The viewer is not logged in to the host. */
  'session-ended',
  /** Found by the page: a proxy in front of the host asks for a log-in. */
  'proxy-log-in',
  'web-page',
  /** Found by the page: the server that delivered the page does not respond. */
  'own-host',
  /** Found by the page: a request to another origin failed. Browsers hide the cause. */
  'cross-origin',
] as const;

export type FailureReason = (typeof failureReasons)[number];

export function isFailureReason(value: unknown): value is FailureReason {
  return failureReasons.some((reason) => reason === value);
}

/** Our choice of statuses for "not offered": the API document states none (RFC 9110). */
const absentStatuses: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/** Whether an HTTP status means that the endpoint is not offered (docs/understand/freshness.md). */
export function isAbsentStatus(status: number | null): boolean {
  return status !== null && absentStatuses.has(status);
}
