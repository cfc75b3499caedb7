import { describe, expect, test } from 'vitest';
import { OriginEvidence } from './origin-evidence.ts';
import type { UpstreamResponse } from './upstream.ts';

const start = Date.now();
const http = (time: number) => new Date(time).toUTCString();

/** A response that arrives without delay, `seconds` after the start. */
function response(seconds: number, headers: Readonly<Record<string, string>>) {
  const at = start + 1000 * seconds;
  const body = { kind: 'plain', bytes: new Uint8Array() } as const;
  const outcome: UpstreamResponse = { kind: 'answer', headersAt: at, headers, body };
  return [outcome, { requestedAt: at, receivedAt: at }] as const;
}

const url = 'http://service.test/api/v2/nodes';

function well(): OriginEvidence {
  const origin = new OriginEvidence(10_000);
  origin.noteStatus(url, ...response(0, { 'cache-control': 'no-store', date: http(start) }));
  return origin;
}

const ageOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  Number(headers['age'] ?? 0);

describe('a status response that a cache stored although it is no-store', () => {
  test.each([
    ['the copy of the response before', 60, 0],
    ['a copy that was not seen before', 60, -540],
  ])('%s: its age comes from its Date, and no 304 is trusted', (_, at, made) => {
    const origin = well();
    expect(origin.confirmsValidators).toBe(true);
    const stored = { 'cache-control': 'no-store', date: http(start + 1000 * made) };
    const age = ageOf(origin.noteStatus(url, ...response(at, stored)));
    expect(Math.abs(age - (at - made))).toBeLessThanOrEqual(2);
    expect(origin.confirmsValidators).toBe(false);
  });

  test('does not make lists younger', () => {
    const origin = well();
    origin.noteStatus(url, ...response(60, { date: http(start) }));
    const list = origin.withTrueAge(`${url}?limit=1`, ...response(60, { date: http(start) }));
    expect(ageOf(list)).toBeGreaterThanOrEqual(58);
  });
});

describe('a list of a deployment without a status', () => {
  const list = { 'cache-control': 'max-age=60', date: http(start - 600_000) };

  test('ages while its Date stands still', () => {
    const origin = new OriginEvidence(10_000);
    const ages = [0, 60, 120].map((seconds) => ageOf(origin.withTrueAge(url, ...response(seconds, list))));
    expect(ages).toEqual([0, 60, 120]);
  });

  test('is new again with a new Date, and other lists have their own', () => {
    const origin = new OriginEvidence(10_000);
    for (const seconds of [0, 60]) origin.withTrueAge(url, ...response(seconds, list));
    expect(ageOf(origin.withTrueAge(`${url}?limit=1`, ...response(60, list)))).toBe(0);
    expect(ageOf(origin.withTrueAge(url, ...response(120, { ...list, date: http(start) })))).toBe(0);
  });
});

test('a slow body makes a response older, but no stored copy', () => {
  const [outcome, times] = response(0, { 'cache-control': 'max-age=60', date: http(start) });
  const slow = well().withTrueAge(url, outcome, { ...times, receivedAt: times.receivedAt + 20_000 });
  expect(slow).toMatchObject({ headers: { age: '20' }, transferSeconds: 20 });
});
