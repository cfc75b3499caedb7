import { describe, expect, it } from 'vitest';
import { connectionFault } from './connection-fault.ts';

const fault = (code: string, more: object = {}) =>
  connectionFault(Object.assign(new Error('x'), { code, ...more }));

describe('why there is no connection', () => {
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
    ['CERT_REVOKED', 'tls', null],
    ['EPROTO', 'tls', null],
    ['ENOTFOUND', 'unreachable', 'name-unknown'],
    ['EAI_AGAIN', 'unreachable', 'name-unknown'],
    ['ECONNREFUSED', 'unreachable', 'connection-refused'],
  ])('%s is %s, %s', (code, kind, reason) => {
    expect(fault(code)).toMatchObject({ kind, reason, summary: expect.stringMatching(/^[a-z]/) });
  });

  it.each(['ECONNRESET', 'EHOSTUNREACH', 'UND_ERR_SOCKET', '', '__proto__', 'constructor'])(
    '%j is no more than that',
    (code) => {
      expect(fault(code)).toBeNull();
    },
  );

  it('knows the same fault in the words of an older Node', () => {
    const message = 'write EPROTO 00:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:';
    expect(fault('EPROTO', { message })).toMatchObject({ reason: 'not-tls' });
  });

  it('says which names a certificate is for', () => {
    const cert = { subjectaltname: 'DNS:edge.example.com' };
    expect(fault('ERR_TLS_CERT_ALTNAME_INVALID', { cert })?.detail).toBe('it is for DNS:edge.example.com');
    expect(fault('ERR_TLS_CERT_ALTNAME_INVALID')?.detail).toBeNull();
  });

  it.each([null, undefined, 'x', 7])('makes nothing of %j', (thrown) =>
    expect(connectionFault(thrown)).toBeNull(),
  );
});
