import { describe, expect, test } from 'vitest';
import { OriginEvidence } from './origin-evidence.ts';
import type { UpstreamAnswer } from './upstream.ts';

const start = Date.now();
const http = (time: number) => new Date(time).toUTCString();

/** A response at once, `seconds` after the start. */
function response(seconds: number, headers: Readonly<Record<string, string>>) {
  const at = start + 1000 * seconds;
  const body = { kind: 'plain', bytes: new Uint8Array() } as const;
  const outcome: UpstreamAnswer = { kind: 'answer', headersAt: at, headers, body };
  return [outcome, { requestedAt: at, receivedAt: at }] as const;
}

/** After a status response of now from the origin. */
function well(): OriginEvidence {
  const origin = new OriginEvidence(10_000);
  origin.noteStatus(...response(0, { 'cache-control': 'no-store', date: http(start) }));
  return origin;
}

const ageOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  Number(headers['age'] ?? 0);

describe('a status response that a cache stored all the same', () => {
  test.each([
    ['Apache httpd, the origin is gone', { warning: '111 cache "Revalidation failed"' }],
    ['nginx that passes on Date', { 'x-cache-status': 'HIT' }],
    ['a cache without a sign', {}],
  ])('%s: its age is that of its Date, and it confirms no validators', (_, sign) => {
    const origin = well();
    expect(origin.confirmsValidators).toBe(true);
    const stored = { 'cache-control': 'no-store', date: http(start), ...sign };
    expect(ageOf(origin.noteStatus(...response(60, stored)))).toBeGreaterThanOrEqual(58);
    expect(origin.confirmsValidators).toBe(false);
  });

  test('makes no list younger', () => {
    const origin = well();
    origin.noteStatus(...response(60, { date: http(start) }));
    expect(ageOf(origin.withTrueAge(...response(60, { date: http(start) })))).toBeGreaterThanOrEqual(58);
  });
});

test('a slow body makes a response older, by which later viewers count', () => {
  const [outcome, times] = response(0, { 'cache-control': 'max-age=60', date: http(start) });
  const slow = well().withTrueAge(outcome, { ...times, receivedAt: times.receivedAt + 20_000 });
  expect(ageOf(slow)).toBeGreaterThanOrEqual(19);
});
