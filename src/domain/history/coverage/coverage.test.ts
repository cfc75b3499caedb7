import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Attempt,
  type CoverageInterval,
  coverageAfter,
  intervalsAt,
  noCoverage,
  seenTimes,
} from './coverage.ts';

const answeredAt = (at: number, validMilliseconds = 12_000, complete = true): Attempt => ({
  kind: 'answered',
  at,
  validMilliseconds,
  complete,
});
const failedAt = (at: number, cause: 'unreachable' | 'failing' | 'denied' = 'unreachable'): Attempt => ({
  kind: 'failed',
  at,
  cause,
  detail: null,
});

function told(attempts: readonly Attempt[], now: number) {
  return intervalsAt(attempts.reduce(coverageAfter, noCoverage), now);
}

const inShort = (intervals: readonly CoverageInterval[]) =>
  intervals.map(({ from, to, cause, outcome }) => [from, to, cause ?? outcome]);

test('the example of the API page: refused connections from 5 to 30 s are a gap, and the next poll is isolated', () => {
  const attempts = [answeredAt(10), answeredAt(2_010), answeredAt(4_010), failedAt(6_000), answeredAt(30_110)];
  expect(inShort(told(attempts, 31_000))).toEqual([
    [Number.NEGATIVE_INFINITY, 10, 'not-recorded'],
    [10, 4_010, 'seen'],
    [4_010, 30_110, 'unreachable'],
    [30_110, 30_110, 'seen'],
    [30_110, null, 'pending'],
  ]);
});

test('a failed poll between joined polls breaks nothing; a restart does, however short', () => {
  expect(inShort(told([answeredAt(0), failedAt(2_000), answeredAt(4_000)], 4_000))).toContainEqual([
    0,
    4_000,
    'seen',
  ]);
  const restart: Attempt = { kind: 'interrupted', at: 1_000, cause: 'host-stopped', detail: 'killed' };
  expect(inShort(told([answeredAt(0), restart, answeredAt(2_000)], 2_000))).toEqual([
    [Number.NEGATIVE_INFINITY, 0, 'not-recorded'],
    [0, 0, 'seen'],
    [0, 2_000, 'host-stopped'],
    [2_000, 2_000, 'seen'],
    [2_000, null, 'pending'],
  ]);
});

test.each<[string, readonly Attempt[], number, string]>([
  ['pending within the validity period', [answeredAt(0)], 11_999, 'pending'],
  ['of no attempt', [answeredAt(0)], 12_000, 'not-recorded'],
  [
    'that held longest',
    [answeredAt(0), failedAt(1_000, 'failing'), failedAt(20_000, 'denied')],
    30_000,
    'failing',
  ],
  [
    'that has held longer by now',
    [answeredAt(0), failedAt(1_000, 'failing'), failedAt(20_000, 'denied')],
    90_000,
    'denied',
  ],
  [
    'inside the host in a tie',
    [answeredAt(0), failedAt(1_000), { kind: 'interrupted', at: 15_000, cause: 'asleep', detail: null }],
    30_000,
    'asleep',
  ],
  ['of the failures if nothing was ever answered', [failedAt(5, 'denied')], 50, 'denied'],
])('the open interval has the cause %s', (_case, attempts, now, cause) => {
  expect(told(attempts, now).at(-1)).toMatchObject({ outcome: 'blind', to: null, cause });
});

test('the counts and the longest time are those of answered polls', () => {
  const intervals = told([answeredAt(0), answeredAt(1_000), failedAt(2_000), answeredAt(4_500)], 4_500);
  expect(intervals[1]).toMatchObject({ looks: 3, longest: 3_500, complete: true });
});

test('a truncated list does not change the time before it, nor does a complete list after it', () => {
  const cutAt = (at: number) => answeredAt(at, 12_000, false);
  const intervals = told(
    [answeredAt(0), answeredAt(2_000), cutAt(5_000), cutAt(6_000), answeredAt(9_000), answeredAt(30_000)],
    30_000,
  );
  expect(
    intervals.slice(1, -1).map(({ from, to, outcome, complete, looks: polls, longest }) => {
      return [from, to, outcome, complete, polls, longest];
    }),
  ).toEqual([
    [0, 5_000, 'seen', true, 3, 3_000],
    [5_000, 9_000, 'seen', false, 3, 3_000],
    [9_000, 9_000, 'seen', true, 1, 0],
    [9_000, 30_000, 'blind', true, 0, 21_000],
    [30_000, 30_000, 'seen', true, 1, 0],
  ]);
  // The complete list at 9 s belongs to the interval before it, so it is not an isolated poll.
  expect(seenTimes(intervals)).toEqual([
    { from: 0, to: 9_000 },
    { from: 30_000, to: 30_000 },
  ]);
});

const attempt = fc.oneof(
  fc.record({
    kind: fc.constant('answered' as const),
    step: fc.integer({ min: 0, max: 40_000 }),
    validMilliseconds: fc.integer({ min: 0, max: 20_000 }),
    complete: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('failed' as const, 'interrupted' as const),
    step: fc.integer({ min: 0, max: 40_000 }),
    cause: fc.constantFrom('unreachable' as const, 'asleep' as const, 'denied' as const),
    detail: fc.constant(null),
  }),
);

/** Random polls in order of time, with their results. */
const history = fc.array(attempt, { maxLength: 40 }).map((steps) => {
  let at = 0;
  return steps.map(({ step, ...rest }): Attempt => {
    at += step;
    return { ...rest, at };
  });
});

test('with any attempts, intervals tile all time and neighbours differ', () => {
  fc.assert(
    fc.property(history, fc.nat(100_000), (attempts, later) => {
      const now = (attempts.at(-1)?.at ?? 0) + later;
      const intervals = told(attempts, now);
      expect(intervals[0]).toMatchObject({ from: Number.NEGATIVE_INFINITY, cause: 'not-recorded' });
      expect(intervals.at(-1)?.to).toBeNull();
      for (const [index, { from, to, outcome, cause, complete }] of intervals.entries()) {
        const next = intervals[index + 1];
        expect(next?.from ?? null).toBe(to);
        if (index > 0 && next?.outcome === outcome)
          expect([outcome, next.complete]).toEqual(['seen', !complete]);
        expect((cause === null) === (outcome === 'seen')).toBe(true);
        if (to !== null) expect(to).toBeGreaterThanOrEqual(from);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('removing a poll changes only the intervals around it', () => {
  fc.assert(
    fc.property(history, fc.nat(), (attempts, pick) => {
      if (attempts.length === 0) return;
      const left = pick % attempts.length;
      const isAnswer = ({ kind }: Attempt) => kind === 'answered';
      const before = attempts.slice(0, left).findLast(isAnswer)?.at ?? -1;
      const after = attempts.slice(left + 1).find(isAnswer)?.at ?? Number.POSITIVE_INFINITY;
      const now = (attempts.at(-1)?.at ?? 0) + 1;
      // All other times that were covered stay covered.
      const seen = (intervals: readonly CoverageInterval[]) => (at: number) =>
        intervals.some(({ from, to, outcome }) => outcome === 'seen' && from <= at && (to ?? now) >= at);
      const complete = seen(told(attempts, now));
      const without = seen(
        told(
          attempts.filter((_, index) => index !== left),
          now,
        ),
      );
      const isolated = attempts[left];
      if (isolated?.kind === 'interrupted') return;
      for (const { at } of attempts) {
        const isNear = at >= before && at <= after;
        if (!isNear) expect(without(at)).toBe(complete(at));
      }
    }),
    { numRuns: 1_000 },
  );
});
