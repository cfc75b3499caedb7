/**
 * Addresses that the host does not connect to: what a cloud machine tells about itself, secrets included, stands at
 * link-local and a few other addresses. Checked when a base URL is configured, and again of what its name leads to.
 */

import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { SingleFlight } from './single-flight.ts';

/** Link-local ones, and what Alibaba, Oracle, Azure, Amazon and Google put elsewhere. */
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
  // A network's own NAT64 (RFC 8215): where in it an IPv4 address stands is for that network to say.
  '64:ff9b:1::/48',
];

/** Names of such addresses, which need not be looked up. */
const refusedNames: ReadonlyMap<string, string> = new Map([
  ['metadata.google.internal', '169.254.169.254'],
  ['metadata.goog', '169.254.169.254'],
]);

/** Ways to write an IPv4 address as the end of one of IPv6: mapped, translated, compatible, NAT64. */
const writtenBehind = ['::ffff:', '::ffff:0:', '::', '64:ff9b::', '64:ff9b:1::'];

/** The two groups of an IPv6 address that an IPv4 address takes. */
function groupsOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** An address without its zone. */
function withoutZone(address: string): string {
  const [plain = ''] = address.split('%', 1);
  return plain;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** Whether a text is an address, or a range such as `169.254.10.0/24`. */
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

/** @param ranges - of which each {@link isRange}. */
function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const isShort = isIPv4(address);
    const prefix = Number(bits ?? (isShort ? 32 : 128));
    list.addSubnet(address, prefix, familyOf(address));
    if (!isShort) continue;
    for (const before of writtenBehind) list.addSubnet(before + groupsOf(address), 96 + prefix, 'ipv6');
    // 6to4.
    list.addSubnet(`2002:${groupsOf(address)}::`, 16 + prefix, 'ipv6');
  }
  return list;
}

/** Tells whether an address is in one of some ranges, each of which {@link isRange}. */
export function addressCheck(ranges: readonly string[]): (address: string) => boolean {
  // Asked for each request, as a rule where there are none.
  if (ranges.length === 0) return () => false;
  const list = listOf(ranges);
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const refused = listOf(refusedRanges);

/** What a name leads to is refused, all of it. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly address: string;
  constructor(hostname: string, address: string) {
    super(
      hostname === address
        ? `${address} is a link-local or metadata address`
        : `${hostname} leads to ${address}, a link-local or metadata address`,
    );
    this.address = address;
  }
}

/** Whether a host may be connected to, as a URL or a resolver has it: a name passes here, unless it is known to be one. */
export type HostCheck = (host: string) => boolean;

/** @param allowed - ranges that may be connected to all the same. */
export function upstreamHostCheck(allowed: readonly string[] = []): HostCheck {
  const exceptions = listOf(allowed);
  return (host) => {
    const plain = withoutZone(host.replace(/^\[|\]$/g, ''));
    // A name means the same with dots at its end.
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

/** Looks names up for sockets, which get none of the addresses that may not be connected to. */
export function checkedLookup(mayConnect: HostCheck, resolve: Resolve = lookUp): LookupFunction {
  // Of the two threads that look names up (libuv), one whose server hangs takes one, however many connections wait for it.
  const flights = new SingleFlight<readonly LookupAddress[]>();
  const find = async (hostname: string, options: LookupOptions) => {
    const found = await flights.run(hostname, () => resolve(hostname, { ...options, all: true }));
    const [first] = found;
    const good = found.filter(({ address }) => mayConnect(address));
    if (first && good.length === 0) throw new RefusedAddress(hostname, first.address);
    return good;
  };
  return (hostname, options, tell) => {
    find(hostname, options).then(
      (good) => {
        if (options.all) tell(null, good);
        else tell(null, good[0]?.address ?? '', good[0]?.family);
      },
      (cause: Error) => tell(cause, ''),
    );
  };
}
