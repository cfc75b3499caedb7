import { afterEach, expect, test, vi } from 'vitest';
import { now } from '#app/ui/time/clock.ts';
import type { HistoryState, HistoryStates } from '#contract/history.ts';
import { type HistoryRead, pauseBeforeFirstPoll, readHistory } from './history.ts';
import { asDue, every, pauseByHost, withoutOwnTimer } from './timing.ts';

const minute = 60_000;

afterEach(() => void vi.unstubAllGlobals());

async function readFrom(
  status: number,
  headers: Record<string, string>,
  body = '',
): Promise<HistoryRead<string>> {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
  return readHistory('edge', '/since', String, null, new AbortController().signal);
}

/** State of a query after `updates` responses. */
function after<T>(data: HistoryRead<T>, updates = 1) {
  return { state: { data, dataUpdateCount: updates } };
}

/** The pause is random within a second after the time that the host stated. */
function expectPause(pause: number | false | null, seconds: number): void {
  expect(pause).toBeGreaterThan(seconds * 1000 - 100);
  expect(pause).toBeLessThanOrEqual(seconds * 1000 + 1_000);
}

test('a busy host times the retry of each kind of query', async () => {
  const read = await readFrom(503, { 'retry-after': '5' });
  expect(read.failure?.why).toBe('the host returned 503');
  expectPause(asDue.refetchInterval(after(read)), 5);
  expectPause(every(15 * minute).refetchInterval(after(read)), 5);
  expectPause(withoutOwnTimer(2 * minute).refetchInterval(after(read)), 5);
  expectPause(pauseByHost(read), 5);
});

test.each([
  ['30', 30],
  ['0', 1],
  ['86400', 60],
  ['Fri, 27 Nov 2026 12:00:20 GMT', 20],
])('Retry-After: %s is a pause of %i s', async (value, seconds) => {
  const read = await readFrom(429, { 'retry-after': value, date: 'Fri, 27 Nov 2026 12:00:00 GMT' });
  expectPause(pauseByHost(read), seconds);
});

test.each([{}, { 'retry-after': 'soon' }, { 'retry-after': '-5' }])(
  'a failure without a usable Retry-After is retried after half a minute: %o',
  async (headers) => {
    const read = await readFrom(503, headers);
    expect(pauseByHost(read)).toBeNull();
    expect(asDue.refetchInterval(after(read))).toBeGreaterThan(29_000);
    expect(every(15 * minute).refetchInterval(after(read))).toBeLessThanOrEqual(30_000);
    // The watcher gives it its turn.
    expect(withoutOwnTimer(2 * minute).refetchInterval(after(read))).toBe(false);
  },
);

test('an address without a history is requested every five minutes, for any stated pause', async () => {
  const read = await readFrom(404, { 'retry-after': '5' });
  expect(read.failure?.kind).toBe('no-host');
  expect(asDue.refetchInterval(after(read))).toBeGreaterThan(4 * minute);
});

const recorded: HistoryState = {
  deployment: 'edge',
  observe: 'all',
  recording: true,
  reason: null,
  demo: false,
  since: '2026-11-27T12:00:00.000Z',
  knownUntil: '2026-11-27T12:05:00.000Z',
  poll: 10,
  retention: { rawDays: 14, hourDays: 400, spanDays: 400 },
  notice: null,
  endpoints: [],
};

function statesOf(...changed: readonly Partial<HistoryState>[]): HistoryStates {
  return { data: changed.map((each) => ({ ...recorded, ...each })) };
}

const unrecorded = { since: null, knownUntil: null };

test('until a first poll is recorded, the states are requested at the pace of the polls', () => {
  expect(pauseBeforeFirstPoll(statesOf(recorded))).toBeNull();
  expect(pauseBeforeFirstPoll(statesOf(recorded, unrecorded))).toBe(10_000);
  expect(pauseBeforeFirstPoll(statesOf({ ...unrecorded, poll: 2 }, unrecorded))).toBe(5_000);
  // Endpoints follow the status within the first minute.
  expect(pauseBeforeFirstPoll(statesOf({ knownUntil: '2026-11-27T12:00:30.000Z' }))).toBe(10_000);
  expect(pauseBeforeFirstPoll(statesOf({ ...unrecorded, recording: false, reason: 'off' }))).toBeNull();
});

test('after a dozen early requests, one follows every 20 s', () => {
  const { refetchInterval } = withoutOwnTimer(2 * minute, pauseBeforeFirstPoll);
  const read = { value: statesOf(unrecorded), failure: null, dueAt: now() };
  expect(refetchInterval(after(read))).toBe(10_000);
  expect(refetchInterval(after(read, 13))).toBe(20_000);
  expect(refetchInterval(after({ ...read, value: statesOf(recorded) }))).toBe(false);
});

test('a value may shorten its pause, which never ends before the response expires', () => {
  const { refetchInterval } = every<readonly string[]>(15 * minute, ({ length }) =>
    length === 0 ? minute : 15 * minute,
  );
  const read = { failure: null, dueAt: now() };
  expect(refetchInterval(after({ ...read, value: [] }))).toBe(minute);
  expect(refetchInterval(after({ ...read, value: ['grown'] }))).toBe(15 * minute);
  expect(refetchInterval(after({ ...read, value: [], dueAt: now() + 5 * minute }))).toBeGreaterThan(4 * minute);
});
