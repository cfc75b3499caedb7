/**
 * Refuses addresses that the host must never connect to: cloud metadata services, which reveal secrets, at
 * link-local and a few other addresses. Checked for the base URL and for each address that its name resolves
 * to.
 */

import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { remembered } from './remembered.ts';
import { SingleFlight } from './single-flight.ts';

/**
 * Refused address ranges: link-local ones, and metadata services of Alibaba, Oracle, Azure, Amazon and Google
 * elsewhere.
 */
const refusedRanges = [
  '169.254.0.0/16',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fe80::/10',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd00:42::42',
  'fd20:ce::254',
  // A network's own NAT64 (RFC 8215): the position of the IPv4 address is unknown, so the whole range is refused.
  '64:ff9b:1::/48',
];

/** Names of metadata services and the address of each. They are refused without a lookup. */
const refusedNames: ReadonlyMap<string, string> = new Map([
  ['metadata.google.internal', '169.254.169.254'],
  ['metadata.goog', '169.254.169.254'],
]);

/** Maximum number of addresses for which a check remembers its result. */
const mostRemembered = 1_000;

/** Prefixes of IPv6 addresses that embed an IPv4 address: mapped, translated, compatible, NAT64. */
const embeddingPrefixes = ['::ffff:', '::ffff:0:', '::', '64:ff9b::', '64:ff9b:1::'];

function groupsOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function withoutZone(address: string): string {
  const [plain = ''] = address.split('%', 1);
  return plain;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

export function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    withoutZone(address) === address &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

/**
 * Builds a list of address ranges, with the IPv6 addresses that embed its IPv4 addresses.
 * @param ranges - each satisfies {@link isRange}.
 */
function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const isShort = isIPv4(address);
    const prefix = Number(bits ?? (isShort ? 32 : 128));
    list.addSubnet(address, prefix, familyOf(address));
    if (!isShort) continue;
    for (const before of embeddingPrefixes) list.addSubnet(before + groupsOf(address), 96 + prefix, 'ipv6');
    // 6to4.
    list.addSubnet(`2002:${groupsOf(address)}::`, 16 + prefix, 'ipv6');
  }
  return list;
}

/**
 * Returns a function that tells whether an address lies in one of the ranges.
 * @param ranges - each satisfies {@link isRange}.
 */
export function addressCheck(ranges: readonly string[]): (address: string) => boolean {
  // Runs for each request, and mostly without ranges.
  if (ranges.length === 0) return () => false;
  const list = listOf(ranges);
  return remembered(mostRemembered, (address) => isIP(address) !== 0 && list.check(address, familyOf(address)));
}

const refused = listOf(refusedRanges);

/** The error of a connection to a refused address, or to a name that resolves to refused addresses only. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly address: string;
  constructor(hostname: string, address: string) {
    super(
      hostname === address
        ? `${address} is a link-local or metadata address`
        : `${hostname} resolves to ${address}, a link-local or metadata address`,
    );
    this.address = address;
  }
}

/**
 * Returns whether the host may connect to a host name or address. Names pass, except known names of metadata
 * services.
 */
export type HostCheck = (host: string) => boolean;

/**
 * Returns the check of the host names and addresses of upstreams.
 * @param allowed - ranges that are allowed although they are refused by default.
 */
export function upstreamHostCheck(allowed: readonly string[] = []): HostCheck {
  const exceptions = listOf(allowed);
  return (host) => {
    const plain = withoutZone(host.replace(/^\[|\]$/g, ''));
    // Trailing dots do not change a name.
    const name = plain.toLowerCase().split('.').filter(Boolean).join('.');
    const address = refusedNames.get(name) ?? plain;
    if (isIP(address) === 0) return true;
    const family = familyOf(address);
    return !refused.check(address, family) || exceptions.check(address, family);
  };
}

export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
) => Promise<readonly LookupAddress[]>;

export function checkedLookup(mayConnect: HostCheck, resolve: Resolve = lookUp): LookupFunction {
  // libuv resolves names on few threads. With a hanging DNS server, each name blocks one thread at most.
  const flights = new SingleFlight<readonly LookupAddress[]>();
  const resolveAllowed = async (hostname: string, options: LookupOptions) => {
    const found = await flights.run(hostname, () => resolve(hostname, { ...options, all: true }));
    const [first] = found;
    const allowedAddresses = found.filter(({ address }) => mayConnect(address));
    if (first && allowedAddresses.length === 0) throw new RefusedAddress(hostname, first.address);
    return allowedAddresses;
  };
  return (hostname, options, respond) => {
    resolveAllowed(hostname, options).then(
      (allowedAddresses) => {
        if (options.all) respond(null, allowedAddresses);
        else respond(null, allowedAddresses[0]?.address ?? '', allowedAddresses[0]?.family);
      },
      (cause: Error) => respond(cause, ''),
    );
  };
}
