import { expect, test } from 'vitest';
import { type CertificateReason, certificateWords } from './certificate.ts';

const now = Date.UTC(2026, 2, 12, 14);
const leaf = {
  subject: { CN: 'edge.example.com' },
  issuer: { O: 'Meridian', CN: 'Meridian Issuing CA 3' },
  subjectaltname: 'DNS:edge.example.com, IP Address:10.0.0.7, DNS:*.edge.example.com',
  valid_from: 'Dec 11 00:00:00 2025 GMT',
  valid_to: 'Jun 11 23:59:59 2026 GMT',
};
const intermediate = {
  ...leaf,
  subject: leaf.issuer,
  issuer: { CN: 'Root' },
  valid_to: 'Mar 11 23:59:59 2026 GMT',
};
const own = { ...leaf, issuer: leaf.subject };
const ownRound: Record<string, unknown> = { ...own };
ownRound['issuerCertificate'] = ownRound;

test.each<[CertificateReason, unknown, summary: string, detail: string | null]>([
  [
    'certificate-expired',
    { ...leaf, valid_to: 'Mar 11 23:59:59 2026 GMT' },
    'the certificate of the service expired on 11 Mar 2026, 23:59:59 UTC',
    'Valid 11 Dec 2025 to 11 Mar 2026, signed by Meridian Issuing CA 3',
  ],
  [
    'certificate-expired',
    { ...leaf, issuerCertificate: intermediate },
    'a certificate in the chain of the service expired on 11 Mar 2026, 23:59:59 UTC',
    'Valid 11 Dec 2025 to 11 Jun 2026, signed by Meridian Issuing CA 3',
  ],
  ['certificate-expired', null, 'the certificate of the service has expired', null],
  ['certificate-expired', { valid_to: 7 }, 'the certificate of the service has expired', null],
  [
    'certificate-early',
    { ...leaf, valid_from: 'Mar 13 00:00:00 2026 GMT' },
    'the certificate of the service is not valid before 13 Mar 2026, 00:00:00 UTC',
    'Valid 13 Mar 2026 to 11 Jun 2026, signed by Meridian Issuing CA 3',
  ],
  ['certificate-early', undefined, 'the certificate of the service is not valid yet', null],
  [
    'certificate-untrusted',
    leaf,
    'the certificate of the service is signed by “Meridian Issuing CA 3”, which this host does not trust',
    'Valid 11 Dec 2025 to 11 Jun 2026, signed by Meridian Issuing CA 3',
  ],
  [
    'certificate-untrusted',
    ownRound,
    'the certificate of the service is self-signed, and this host does not trust it',
    'Valid 11 Dec 2025 to 11 Jun 2026, signed by itself',
  ],
  [
    'certificate-untrusted',
    { ...leaf, issuer: { CN: ['\u202ea\n', 'b'] } },
    'the certificate of the service is signed by “‹U+202E›a”, which this host does not trust',
    'Valid 11 Dec 2025 to 11 Jun 2026, signed by ‹U+202E›a',
  ],
  [
    'certificate-untrusted',
    {},
    'the certificate of the service is not signed by an authority that this host trusts',
    null,
  ],
  [
    'certificate-name',
    leaf,
    'the certificate of the service was issued for edge.example.com and *.edge.example.com, not for the name in the base URL',
    'Valid 11 Dec 2025 to 11 Jun 2026, signed by Meridian Issuing CA 3',
  ],
  [
    'certificate-name',
    { ...leaf, subjectaltname: 'DNS:a, DNS:b, DNS:c, DNS:d, DNS:e' },
    'the certificate of the service was issued for a, b, c and 2 more names, not for the name in the base URL',
    'Valid 11 Dec 2025 to 11 Jun 2026, signed by Meridian Issuing CA 3',
  ],
  [
    'certificate-name',
    { ...leaf, subjectaltname: 'IP Address:10.0.0.7' },
    'the certificate of the service was issued for addresses alone, not for the name in the base URL',
    'Valid 11 Dec 2025 to 11 Jun 2026, signed by Meridian Issuing CA 3',
  ],
  ['certificate-name', null, 'the certificate of the service is not valid for the name in the base URL', null],
])('%s of %j: %s', (reason, certificate, summary, detail) => {
  const words = certificateWords(reason, certificate, now);
  // Replaces the narrow spaces that dates contain.
  const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null;
  expect({ summary: plain(words.summary), detail: plain(words.detail) }).toEqual({ summary, detail });
});
