import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pauses } from './pauses.ts';
import type { UpstreamOutcome } from './upstream.ts';

const url = 'http://upstream.test/api/v2/nodes';
const answer: UpstreamOutcome = {
  kind: 'answer',
  headersAt: 0,
  headers: {},
  body: { kind: 'plain', bytes: new Uint8Array() },
};

function busy(value: string | null, date?: string): UpstreamOutcome {
  const headers = { ...(value !== null && { 'retry-after': value }), ...(date !== undefined && { date }) };
  return { kind: 'failure', failure: 'http', summary: 'HTTP 429', detail: null, status: 429, headers };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

function asking(first: UpstreamOutcome) {
  const pauses = new Pauses();
  const ask = vi.fn<() => Promise<UpstreamOutcome>>().mockResolvedValueOnce(first).mockResolvedValue(answer);
  return { pauses, ask, keep: (asked = url) => pauses.requestUnlessPaused(asked, ask) };
}

it.each([
  ['seconds', busy('60')],
  [
    'a date by the clock of the service',
    busy('Sun, 01 Mar 2020 00:01:00 GMT', 'Sun, 01 Mar 2020 00:00:00 GMT'),
  ],
  ['a date where the service does not say what time it has', busy('Sun, 01 Mar 2026 12:01:00 GMT')],
])('a pause of 60 s, in %s, applies to all viewers, with the remaining seconds', async (_form, failure) => {
  const { ask, keep } = asking(failure);
  expect(await keep()).toBe(failure);
  for (const [passed, left] of [
    [0, '60'],
    [12_500, '48'],
    [47_499, '1'],
  ] as const) {
    vi.advanceTimersByTime(passed);
    expect(await keep()).toMatchObject({ kind: 'failure', status: 429, headers: { 'retry-after': left } });
  }
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(await keep()).toBe(answer);
  expect(await keep()).toBe(answer);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('a pause is at most five minutes', async () => {
  const { ask, keep } = asking(busy('99999999999'));
  await keep();
  vi.advanceTimersByTime(300_000 - 1);
  expect(await keep()).toMatchObject({ headers: { 'retry-after': '1' } });
  vi.advanceTimersByTime(1);
  await keep();
  expect(ask).toHaveBeenCalledTimes(2);
});

it.each([null, '-5', 'soon', '0', 'Sun, 01 Jan 1995 00:00:00 GMT'])('%j is no pause', async (value) => {
  const { ask, keep } = asking(busy(value));
  await keep();
  expect(await keep()).toBe(answer);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('a pause applies to its own address only', async () => {
  const { keep } = asking(busy('60'));
  await keep();
  expect(await keep(`${url}?limit=20`)).toBe(answer);
  expect(await keep()).toMatchObject({ status: 429 });
});

it('the number of stored pauses is limited', async () => {
  const { pauses, keep } = asking(busy('60'));
  await keep();
  for (let limit = 1; limit <= 1_000; limit += 1)
    await pauses.requestUnlessPaused(`${url}?limit=${limit}`, () => Promise.resolve(busy('60')));
  expect(await keep()).toBe(answer);
});
