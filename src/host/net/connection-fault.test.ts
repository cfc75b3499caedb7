import { describe, expect, it } from 'vitest';
import { connectionFault } from './connection-fault.ts';
import { ProxyFault } from './network.ts';

const fault = (code: string, more: object = {}) =>
  connectionFault(Object.assign(new Error('x'), { code, ...more }));

describe('the reason of a failed connection', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'tls', 'certificate-expired'],
    ['CERT_NOT_YET_VALID', 'tls', 'certificate-early'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'certificate-untrusted'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', 'certificate-untrusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', 'certificate-untrusted'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls', 'certificate-untrusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'certificate-name'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'not-tls'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'tls', null],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls', 'client-certificate'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'tls', 'client-certificate'],
    ['CERT_REVOKED', 'tls', null],
    ['EPROTO', 'tls', null],
    ['ENOTFOUND', 'unreachable', 'name-unknown'],
    ['EAI_AGAIN', 'unreachable', 'name-unknown'],
    ['ECONNREFUSED', 'unreachable', 'connection-refused'],
  ])('%s is %s, %s', (code, kind, reason) => {
    expect(fault(code)).toMatchObject({ kind, reason, summary: expect.stringMatching(/^[a-z]/) });
  });

  it.each(['ECONNRESET', 'EHOSTUNREACH', 'UND_ERR_SOCKET', '', '__proto__', 'constructor'])(
    '%j has no special reason',
    (code) => {
      expect(fault(code)).toBeNull();
    },
  );

  it('is found in the messages of older Node versions', () => {
    const message = 'write EPROTO 00:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:';
    expect(fault('EPROTO', { message })).toMatchObject({ reason: 'not-tls' });
  });

  it('describes the certificate that was received', () => {
    const cert = { subject: { CN: 'a' }, issuer: { CN: 'b' }, valid_from: 'x', valid_to: 'y' };
    expect(fault('UNABLE_TO_VERIFY_LEAF_SIGNATURE', { cert })?.summary).toContain('signed by “b”');
    expect(fault('UNABLE_TO_VERIFY_LEAF_SIGNATURE')?.summary).toContain(
      'not signed by an authority that this host trusts',
    );
  });

  it.each([
    ['Proxy response (403) !== 200 when HTTP Tunneling', 'returns HTTP 403'],
    ['Proxy Authentication Required (407)', 'returns HTTP 407'],
  ])('of a proxy: %s', (message, summary) => {
    expect(fault('UND_ERR_ABORTED', { message })).toMatchObject({
      kind: 'unreachable',
      reason: 'proxy',
      summary: expect.stringContaining(summary),
    });
  });

  it('distinguishes an unreachable proxy from an unreachable service', () => {
    expect(connectionFault(new ProxyFault('x'))).toMatchObject({ reason: 'proxy' });
  });

  it.each([null, undefined, 'x', 7])('is null for %j', (thrown) => expect(connectionFault(thrown)).toBeNull());
});
