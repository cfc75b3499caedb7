import { afterEach, expect, test, vi } from 'vitest';
import { now } from '#app/ui/time/clock.ts';
import type { HistoryState, HistoryStates } from '#contract/history.ts';
import { type HistoryRead, pauseBeforeFirstPoll, readHistory } from './history.ts';
import { asDue, every, withoutOwnTimer } from './timing.ts';

const minute = 60_000;

afterEach(() => void vi.unstubAllGlobals());

async function readFrom(
  status: number,
  headers: Record<string, string>,
  body = '',
  earlier?: HistoryRead<string>,
): Promise<HistoryRead<string>> {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
  return readHistory('edge', '/since', String, earlier, new AbortController().signal);
}

/** State of a query after `updates` responses. */
function after<T>(data: HistoryRead<T>, updates = 1) {
  return { state: { data, dataUpdateCount: updates } };
}

/** The retry is at a random time between the pause and twice the pause. */
function expectRetry({ failure }: HistoryRead<unknown>, seconds: number): void {
  const { at = 0, pause } = failure?.retry ?? {};
  expect(pause).toBe(seconds * 1000);
  expect(at - now()).toBeGreaterThan(seconds * 1000 - 100);
  expect(at - now()).toBeLessThanOrEqual(2 * seconds * 1000);
}

test('a busy host times the retry, so no query has a timer of its own', async () => {
  const read = await readFrom(503, { 'retry-after': '5' });
  expect(read.failure?.why).toBe('the host returned 503');
  expectRetry(read, 5);
  for (const timed of [asDue, every(15 * minute), withoutOwnTimer(2 * minute)])
    expect(timed.refetchInterval(after(read))).toBe(false);
  const states = { ...read, value: statesOf(unrecorded) };
  expect(withoutOwnTimer(2 * minute, pauseBeforeFirstPoll).refetchInterval(after(states))).toBe(false);
});

test('each further failure doubles the pause, up to a minute', async () => {
  let read: HistoryRead<string> | undefined;
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    // oxlint-disable-next-line no-await-in-loop
    read = await readFrom(503, { 'retry-after': '5' }, '', read);
    expectRetry(read, seconds);
  }
  // The host may ask for more than twice the pause.
  expectRetry(
    await readFrom(503, { 'retry-after': '30' }, '', await readFrom(503, { 'retry-after': '5' })),
    30,
  );
});

test('viewers of a busy host do not retry together', async () => {
  const reads = await Promise.all(Array.from({ length: 40 }, () => readFrom(503, { 'retry-after': '5' })));
  const waits = reads.map(({ failure }) => (failure?.retry?.at ?? 0) - now());
  // Missed by chance once in more than a million runs.
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(2_500);
});

test.each([
  ['30', 30],
  ['0', 1],
  ['86400', 60],
  ['Fri, 27 Nov 2026 12:00:20 GMT', 20],
])('Retry-After: %s is a pause of %i s', async (value, seconds) => {
  expectRetry(await readFrom(429, { 'retry-after': value, date: 'Fri, 27 Nov 2026 12:00:00 GMT' }), seconds);
});

test.each([{}, { 'retry-after': 'soon' }, { 'retry-after': '-5' }])(
  'a failure without a usable Retry-After is retried after half a minute: %o',
  async (headers) => {
    const read = await readFrom(503, headers);
    expect(read.failure?.retry).toBeUndefined();
    expect(asDue.refetchInterval(after(read))).toBeGreaterThan(29_000);
    expect(every(15 * minute).refetchInterval(after(read))).toBeLessThanOrEqual(30_000);
    // `refreshHistory` requests this query, not a timer of its own.
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
  // Also in the first minute of a record: the first polls of the lists follow that of the status.
  expect(pauseBeforeFirstPoll(statesOf({ knownUntil: '2026-11-27T12:00:30.000Z' }))).toBe(10_000);
  expect(pauseBeforeFirstPoll(statesOf({ ...unrecorded, recording: false, reason: 'off' }))).toBeNull();
});

test('a deployment that never answers causes a dozen early requests', () => {
  const { refetchInterval } = withoutOwnTimer(2 * minute, pauseBeforeFirstPoll);
  const read = { value: statesOf(unrecorded), failure: null, dueAt: now() };
  expect(refetchInterval(after(read))).toBe(10_000);
  expect(refetchInterval(after(read, 12))).toBe(10_000);
  // The watcher gives it its turn.
  expect(refetchInterval(after(read, 13))).toBe(false);
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
