/** Why there is no connection to an upstream, told by the error's code and in words for people. */

import type { FailureKind, FailureReason } from '#contract/failure.ts';

export interface ConnectionFault {
  readonly kind: Extract<FailureKind, 'tls' | 'unreachable'>;
  readonly reason: FailureReason | null;
  /** A clause. */
  readonly summary: string;
  readonly detail: string | null;
}

const untrusted = {
  reason: 'certificate-untrusted',
  summary: 'the certificate of the service is signed by nobody whom this host trusts',
} as const;
const noTls = {
  reason: 'not-tls',
  summary: 'the base URL says https, and what answers there does not speak it',
} as const;

interface Known {
  readonly reason: FailureReason;
  readonly summary: string;
}

const certificateFaults: Readonly<Record<string, Known>> = {
  CERT_HAS_EXPIRED: {
    reason: 'certificate-expired',
    summary: 'the certificate of the service has expired',
  },
  CERT_NOT_YET_VALID: {
    reason: 'certificate-early',
    summary: 'the certificate of the service is not valid yet',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'certificate-name',
    summary: 'the certificate of the service is for another name than that of the base URL',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  // What other protocols begin with, read as the head of a TLS record.
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

const unreachable: Readonly<Record<string, Known>> = {
  ENOTFOUND: { reason: 'name-unknown', summary: 'no connection, for the name in the base URL has no address' },
  EAI_AGAIN: {
    reason: 'name-unknown',
    summary: 'no connection, for the name in the base URL cannot be looked up now',
  },
  ECONNREFUSED: {
    reason: 'connection-refused',
    summary: 'the connection is refused, for nothing listens where the base URL leads',
  },
};

const otherTls = /^(?:EPROTO$|CERT_|CRL_|ERR_SSL_|ERR_TLS_|INVALID_|PATH_LENGTH|UNABLE_TO_)/;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The code of an error; those of older Nodes keep the fault of a handshake in their message. */
function codeOf(cause: object): string {
  const code = 'code' in cause ? textOf(cause.code) : '';
  const message = 'message' in cause ? textOf(cause.message) : '';
  return code === 'EPROTO' && message.includes('wrong version number') ? 'ERR_SSL_WRONG_VERSION_NUMBER' : code;
}

/** The names a certificate is for: what its owner has to compare with the base URL. */
function namesOf(cause: object): string | null {
  const certificate = 'cert' in cause ? cause.cert : null;
  if (typeof certificate !== 'object' || certificate === null || !('subjectaltname' in certificate))
    return null;
  const names = textOf(certificate.subjectaltname).slice(0, 200);
  return names === '' ? null : `it is for ${names}`;
}

/** @returns `null` for an error of another kind. */
export function connectionFault(cause: unknown): ConnectionFault | null {
  if (typeof cause !== 'object' || cause === null) return null;
  const code = codeOf(cause);
  const certificate = Object.hasOwn(certificateFaults, code) ? certificateFaults[code] : undefined;
  if (certificate)
    return {
      kind: 'tls',
      ...certificate,
      detail: certificate.reason === 'certificate-name' ? namesOf(cause) : null,
    };
  if (otherTls.test(code))
    return { kind: 'tls', reason: null, summary: 'no secure connection could be agreed on', detail: null };
  const known = Object.hasOwn(unreachable, code) ? unreachable[code] : undefined;
  return known ? { kind: 'unreachable', ...known, detail: null } : null;
}
