/** Describes why a connection failed, by error code, in plain words. */

import type { FailureKind, FailureReason } from '#contract/failure.ts';
import { type CertificateReason, certificateWords } from './certificate.ts';
import { ProxyFault } from './network.ts';

export interface ConnectionFault {
  readonly kind: Extract<FailureKind, 'tls' | 'unreachable'>;
  readonly reason: FailureReason | null;
  readonly summary: string;
  readonly detail: string | null;
}

const noTls = {
  reason: 'not-tls',
  summary: 'the base URL says https, but the server there does not use TLS',
} as const;

interface Known {
  readonly reason: FailureReason;
  readonly summary: string;
}

const certificateFaults: Readonly<Record<string, CertificateReason>> = {
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-early',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
  CERT_UNTRUSTED: 'certificate-untrusted',
};

const ours = {
  reason: 'client-certificate',
  summary: 'the service requires a client certificate, or does not accept the one of this host',
} as const;

const tlsFaults: Readonly<Record<string, Known>> = {
  // The first bytes of other protocols, read as a TLS record.
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: ours,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: ours,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: ours,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: ours,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: ours,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: ours,
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: ours,
};

const unreachable: Readonly<Record<string, Known>> = {
  ENOTFOUND: {
    reason: 'name-unknown',
    summary: 'no connection, because the name in the base URL has no address',
  },
  EAI_AGAIN: {
    reason: 'name-unknown',
    summary: 'no connection, because the name in the base URL cannot be resolved now',
  },
  ECONNREFUSED: {
    reason: 'connection-refused',
    summary: 'the connection is refused, because nothing listens at the address of the base URL',
  },
};

const otherTls = /^(?:EPROTO$|CERT_|CRL_|ERR_SSL_|ERR_TLS_|INVALID_|PATH_LENGTH|UNABLE_TO_)/;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the error code. Older versions of Node name a handshake error only in the message. */
function codeOf(cause: object): string {
  const code = 'code' in cause ? textOf(cause.code) : '';
  const message = 'message' in cause ? textOf(cause.message) : '';
  return code === 'EPROTO' && message.includes('wrong version number') ? 'ERR_SSL_WRONG_VERSION_NUMBER' : code;
}

/**
 * Describes a failure of the proxy; returns `null` for other errors. Of the message, only the HTTP status
 * that the proxy sent is shown.
 */
function proxyFault(cause: object): ConnectionFault | null {
  const message = 'message' in cause ? textOf(cause.message) : '';
  const status = /^Proxy (?:response \((\d{3})\)|Authentication Required \((407)\))/.exec(message);
  if (!status && !(cause instanceof ProxyFault)) return null;
  const summary = status
    ? `the proxy on the way to the service returns HTTP ${status[1] ?? status[2]}`
    : 'the proxy on the way to the service cannot be reached';
  return { kind: 'unreachable', reason: 'proxy', summary, detail: null };
}

export function connectionFault(cause: unknown): ConnectionFault | null {
  if (typeof cause !== 'object' || cause === null) return null;
  const ofProxy = proxyFault(cause);
  if (ofProxy) return ofProxy;
  const code = codeOf(cause);
  const reason = Object.hasOwn(certificateFaults, code) ? certificateFaults[code] : undefined;
  if (reason) {
    const seen = 'cert' in cause ? cause.cert : null;
    return { kind: 'tls', reason, ...certificateWords(reason, seen) };
  }
  const ofTls = Object.hasOwn(tlsFaults, code) ? tlsFaults[code] : undefined;
  if (ofTls) return { kind: 'tls', ...ofTls, detail: null };
  if (otherTls.test(code))
    return { kind: 'tls', reason: null, summary: 'no TLS connection could be established', detail: null };
  const known = Object.hasOwn(unreachable, code) ? unreachable[code] : undefined;
  return known ? { kind: 'unreachable', ...known, detail: null } : null;
}
