/** Kinds of failed requests, the same ones in the host and in the page. */

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

/** Precise causes of a failed request, for failures with a remedy of their own. */
export const failureReasons = [
  'certificate-expired',
  'certificate-early',
  'certificate-untrusted',
  'certificate-name',
  /** The upstream did not get or did not accept the client certificate of the host. */
  'client-certificate',
  /** The host used TLS on a port where the upstream does not speak TLS. */
  'not-tls',
  'name-unknown',
  'connection-refused',
  /** The upstream's name resolves to an address that the host must not connect to. */
  'address-refused',
  /** The configured forward proxy does not respond or rejects the request. */
  'proxy',
  /** The upstream rejected the credential that the host sends. */
  'credential-refused',
  /** The viewer is not, or no longer, logged in to the host. */
  'session-ended',
  /** Found by the page: a proxy in front of the host requires a login. */
  'proxy-log-in',
  'web-page',
  /** Found by the page: the server that delivered the page does not respond. */
  'own-host',
  /** Found by the page: a request to another origin failed. Browsers do not show the cause to scripts. */
  'cross-origin',
] as const;

export type FailureReason = (typeof failureReasons)[number];

export function isFailureReason(value: unknown): value is FailureReason {
  return failureReasons.some((reason) => reason === value);
}

/**
 * HTTP statuses that mean "this endpoint is not offered". The API document states none; these are our choice
 * by RFC 9110.
 */
const absentStatuses: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/**
 * Whether an HTTP status means that the deployment does not offer the endpoint
 * (docs/understand/freshness.md).
 */
export function isAbsentStatus(status: number | null): boolean {
  return status !== null && absentStatuses.has(status);
}
