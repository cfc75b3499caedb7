import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { checkedLookup, isRange, type Resolve, upstreamHostCheck } from './addresses.ts';

function found(...addresses: readonly string[]): LookupAddress[] {
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

describe('the address of an upstream', () => {
  it.each([
    'http://169.254.169.254/',
    'http://169.254.169.254./',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://169%2e254.169.254/',
    'http://169。254。169。254。/',
    'http://[fe80::1]/',
    'http://[febf::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:0:a9fe:a9fe]/',
    'http://[::169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[64:ff9b:1:a9fe:a9:fe00::]/',
    'http://[64:ff9b:1:5:a9fe:a9fe::]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://100.100.100.200/',
    'http://[64:ff9b::6464:64c8]/',
    'http://192.0.0.192/',
    'http://168.63.129.16/',
    'http://[fd00:ec2::254]/',
    'http://[fd00:0ec2:0:0:0:0:0:0254]/',
    'http://[fd20:ce::254]/',
    'http://metadata.google.internal/',
    'http://METADATA.google.internal./',
    'http://metadata.google.internal../',
    'http://metadata。google。internal。/',
    'http://metadata.goog/',
  ])('%s is refused', (url) => {
    expect(upstreamHostCheck()(new URL(url).hostname)).toBe(false);
  });

  it.each(['fe80::1%2', 'FE80::1%eth0'])('%s, as a resolver writes it, is refused', (address) => {
    expect(upstreamHostCheck()(address)).toBe(false);
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://10.0.0.7/',
    'http://100.100.100.201/',
    'http://169.253.255.255/',
    'http://169.255.0.0/',
    'http://[fec0::1]/',
    'http://[fd00:ec2::255]/',
    'http://[64:ff9b::a00:7]/',
    'http://metadata.google.internal.example.com/',
    'http://example.com./',
  ])('%s is allowed', (url) => {
    expect(upstreamHostCheck()(new URL(url).hostname)).toBe(true);
  });

  it('behind a network-specific NAT64 prefix is allowed if the configuration allows its range', () => {
    expect(upstreamHostCheck()('64:ff9b:1::a00:7')).toBe(false);
    const mayConnect = upstreamHostCheck(['64:ff9b:1::/96']);
    expect(['64:ff9b:1::a00:7', '64:ff9b:1:5::a00:7'].map(mayConnect)).toEqual([true, false]);
  });

  it('in any notation is allowed if the configuration allows its range', () => {
    const mayConnect = upstreamHostCheck(['169.254.10.0/24', 'fe80::1']);
    for (const host of ['169.254.10.7', '[::ffff:169.254.10.7]', '64:ff9b::a9fe:a07', 'fe80::1%2'])
      expect(mayConnect(host)).toBe(true);
    for (const host of ['169.254.11.7', 'fe80::2', 'metadata.google.internal'])
      expect(mayConnect(host)).toBe(false);
  });
});

it.each([
  ['169.254.10.0/24', true],
  ['169.254.10.7', true],
  ['fe80::/10', true],
  ['fe80::1%eth0', false],
  ['169.254.10.0/33', false],
  ['169.254.10.0/', false],
  ['169.254.10.0/24/1', false],
  ['edge.example.com', false],
  ['', false],
])('%j is a range: %j', (text, expected) => {
  expect(isRange(text)).toBe(expected);
});

describe('a host name', () => {
  async function lookedUp(resolve: Resolve, allowed: readonly string[] = []) {
    const lookup = checkedLookup(upstreamHostCheck(allowed), resolve);
    const ask = (all: boolean) =>
      new Promise((answer) => {
        lookup('edge.example.com', { all }, (error, address) => answer(error?.message ?? address));
      });
    return [await ask(false), await ask(true)];
  }

  it.each([
    ['one address', ['10.0.0.7'], '10.0.0.7', ['10.0.0.7']],
    ['several', ['10.0.0.7', '10.0.0.8'], '10.0.0.7', ['10.0.0.7', '10.0.0.8']],
    ['a refused one among others', ['fe80::1%2', '169.254.169.254', '10.0.0.8'], '10.0.0.8', ['10.0.0.8']],
  ])('resolves to %s', async (_, addresses, one, all) => {
    expect(await lookedUp(async () => found(...addresses))).toEqual([one, found(...all)]);
  });

  it('fails if all its addresses are refused', async () => {
    const sentence = 'edge.example.com resolves to 169.254.169.254, a link-local or metadata address';
    expect(await lookedUp(async () => found('169.254.169.254', 'fd00:ec2::254'))).toEqual([sentence, sentence]);
  });

  it('resolves to a refused address that the configuration allows', async () => {
    const resolve = async () => found('169.254.10.7', '169.254.169.254');
    expect(await lookedUp(resolve, ['169.254.10.0/24'])).toEqual(['169.254.10.7', found('169.254.10.7')]);
  });

  it('that is unknown fails with the error of the resolver', async () => {
    expect(await lookedUp(() => Promise.reject(new Error('ENOTFOUND')))).toEqual(['ENOTFOUND', 'ENOTFOUND']);
  });

  it('is resolved once for simultaneous requests', async () => {
    let asked = 0;
    const lookup = checkedLookup(upstreamHostCheck(), async () => {
      asked += 1;
      return found('127.0.0.1');
    });
    const ask = () => new Promise((answer) => lookup('edge.example.com', {}, answer));
    await Promise.all([ask(), ask(), ask()]);
    expect(asked).toBe(1);
    await ask();
    expect(asked).toBe(2);
  });
});
