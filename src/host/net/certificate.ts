/** Describes faults of a service's TLS certificate in plain words. */

import { formatClock, formatDate, joinWords, plural } from '#domain/text/format.ts';
import { settled } from '#domain/text/visible-text.ts';

/** One certificate of the chain, read from Node's object, of which any field may be missing. */
export interface SeenCertificate {
  readonly names: readonly string[];
  /** Name of the issuer; `null` if it is unknown. */
  readonly signer: string | null;
  readonly isOwn: boolean;
  /** Start and end of validity, in epoch milliseconds; `NaN` if unknown. */
  readonly from: number;
  readonly until: number;
}

const longestName = 80;
const mostNames = 3;
const mostInChain = 10;

function nameText(value: unknown): string | null {
  const [text] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return typeof text === 'string' && text.trim() !== '' ? settled(text.trim().slice(0, longestName)) : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

function nameOf(holder: unknown): string | null {
  return nameText(member(holder, 'CN')) ?? nameText(member(holder, 'O')) ?? nameText(member(holder, 'OU'));
}

/** Returns the host names of a certificate. Addresses are left out, because viewers must not see them. */
function namesOf(certificate: unknown): readonly string[] {
  const all = member(certificate, 'subjectaltname');
  if (typeof all !== 'string') return [];
  return all
    .slice(0, 10_000)
    .split(', ')
    .flatMap((entry) => (entry.startsWith('DNS:') ? (nameText(entry.slice(4)) ?? []) : []));
}

function timeOf(certificate: unknown, name: 'valid_from' | 'valid_to'): number {
  const text = member(certificate, name);
  return typeof text === 'string' ? Date.parse(text) : Number.NaN;
}

/** Returns the service's certificate and its issuers, as far as the service sent them. */
function chainOf(certificate: unknown): readonly SeenCertificate[] {
  const seen: SeenCertificate[] = [];
  let current: unknown = certificate;
  while (seen.length < mostInChain && typeof member(current, 'valid_to') === 'string') {
    const issuer = member(current, 'issuer');
    const isOwn = JSON.stringify(issuer) === JSON.stringify(member(current, 'subject'));
    seen.push({
      names: namesOf(current),
      signer: nameOf(issuer),
      isOwn,
      from: timeOf(current, 'valid_from'),
      until: timeOf(current, 'valid_to'),
    });
    const next = member(current, 'issuerCertificate');
    if (next === current || isOwn) break;
    current = next;
  }
  return seen;
}

const itself = 'the certificate of the service';
const behindIt = 'a certificate in the chain of the service';

function moment(time: number): string {
  return `${formatDate(time)}, ${formatClock(time)} UTC`;
}

function namesText(names: readonly string[]): string {
  if (names.length === 0) return 'for addresses alone';
  const more = names.length - mostNames;
  const shown = names.slice(0, mostNames);
  return `for ${joinWords(more > 0 ? [...shown, plural(more, 'more name')] : shown)}`;
}

export type CertificateReason =
  | 'certificate-expired'
  | 'certificate-early'
  | 'certificate-untrusted'
  | 'certificate-name';

export interface CertificateWords {
  readonly summary: string;
  readonly detail: string | null;
}

function summaryOf(reason: CertificateReason, chain: readonly SeenCertificate[], now: number): string {
  const [own] = chain;
  switch (reason) {
    case 'certificate-expired': {
      const expired = chain.find(({ until }) => until < now);
      if (!expired) return `${itself} has expired`;
      return `${expired === own ? itself : behindIt} expired on ${moment(expired.until)}`;
    }
    case 'certificate-early': {
      const early = chain.find(({ from }) => from > now);
      if (!early) return `${itself} is not valid yet`;
      return `${early === own ? itself : behindIt} is not valid before ${moment(early.from)}`;
    }
    case 'certificate-untrusted':
      if (own?.isOwn) return `${itself} is self-signed, and this host does not trust it`;
      if (own?.signer) return `${itself} is signed by “${own.signer}”, which this host does not trust`;
      return `${itself} is not signed by an authority that this host trusts`;
    case 'certificate-name':
      if (!own) return `${itself} is not valid for the name in the base URL`;
      return `${itself} was issued ${namesText(own.names)}, not for the name in the base URL`;
  }
}

/**
 * Describes a fault of a certificate.
 * @param certificate - as attached to the error; may be missing.
 * @param now - epoch milliseconds.
 */
export function certificateWords(
  reason: CertificateReason,
  certificate: unknown,
  now = Date.now(),
): CertificateWords {
  const chain = chainOf(certificate);
  const [own] = chain;
  const signer = own?.isOwn ? 'itself' : own?.signer;
  return {
    summary: summaryOf(reason, chain, now),
    detail: own
      ? `Valid ${formatDate(own.from)} to ${formatDate(own.until)}${signer ? `, signed by ${signer}` : ''}`
      : null,
  };
}
