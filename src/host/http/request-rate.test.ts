import { expect, it } from 'vitest';
import { RequestRate } from './request-rate.ts';

const limits = { requestsPerSecond: 10, requestsAtOnce: 30, requestsInAll: 10_000 };
const rateOf = (isExempt = (_address: string) => false) => new RequestRate(limits, isExempt);
const passing = (rate: RequestRate, count: number, now: number, address = 'a') =>
  Array.from({ length: count }, () => rate.wait(address, now)).filter((seconds) => seconds === 0).length;

it('allows a burst of an address, and then a rate', () => {
  const rate = rateOf();
  expect(passing(rate, 100, 0)).toBe(30);
  expect(passing(rate, 100, 1_000)).toBe(10);
  expect(passing(rate, 100, 1_050)).toBe(0);
  expect(passing(rate, 100, 61_000)).toBe(30);
});

it('reports the wait, and refusals are not counted', () => {
  const slow = new RequestRate({ requestsPerSecond: 0.25, requestsAtOnce: 1, requestsInAll: 10 }, () => false);
  expect(slow.wait('a', 0)).toBe(0);
  for (let index = 0; index < 100; index += 1) expect(slow.wait('a', 0)).toBe(4);
  expect(slow.wait('a', 2_500)).toBe(2);
  expect(slow.wait('a', 4_000)).toBe(0);
});

it('counts each address separately, and exempt addresses not at all', () => {
  const rate = rateOf((address) => address === 'proxy');
  expect(passing(rate, 100, 0, 'a')).toBe(30);
  expect(passing(rate, 100, 0, 'b')).toBe(30);
  expect(passing(rate, 100, 0, 'proxy')).toBe(100);
});

it('stores a limited number of addresses, and drops only balanced ones', () => {
  const rate = rateOf();
  passing(rate, 100, 0, 'greedy');
  for (let index = 0; index < 9_999; index += 1) rate.wait(`early ${index}`, 0);
  // After 2 s the accounts of all early addresses are balanced, so that one of them can be dropped.
  rate.wait('late', 2_000);
  expect(passing(rate, 100, 2_000, 'greedy')).toBe(20);
});

it('limits all addresses together, and refuses those with the most requests', () => {
  const rate = new RequestRate(
    { requestsPerSecond: 100, requestsAtOnce: 1_000, requestsInAll: 200 },
    (address) => address.startsWith('proxy'),
  );
  // Two greedy addresses use up the account that all addresses share.
  expect(passing(rate, 2_000, 0, 'greedy') + passing(rate, 2_000, 0, 'other')).toBe(1_100);
  expect(passing(rate, 200, 0, 'modest')).toBe(100);
  expect(passing(rate, 2_000, 0, 'proxy')).toBe(2_000);
  // In a second the shared account gets 200 requests, and one address may use 100 of them.
  expect(passing(rate, 2_000, 1_000, 'modest')).toBeGreaterThanOrEqual(100);
});
