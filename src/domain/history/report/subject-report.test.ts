import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import type { Window } from '../spans/shares.ts';
import {
  lengthOf,
  longestOutage,
  longestOutages,
  observedPieces,
  type RecordedState,
  subjectReport,
  unitedWindows,
} from './subject-report.ts';

const range = { from: 1_000, to: 2_000 };
const none = { good: 0, notice: 0, bad: 0, unknown: 0, unobserved: 0 };

const state = (from: number, severity: Severity | null): RecordedState => ({ from, severity });

function reported(
  states: readonly RecordedState[],
  coverage: readonly (readonly [number, number])[],
  planned: readonly (readonly [number, number])[] = [],
) {
  const windows = (pairs: typeof coverage) => pairs.map(([from, to]) => ({ from, to }));
  return subjectReport(
    range,
    observedPieces(states, windows(coverage)),
    unitedWindows(windows(planned), range),
  );
}

describe('the times of a subject', () => {
  test('count a state only while it is observed', () => {
    const states = [
      state(900, 'ok'),
      state(1_500, 'critical'),
      state(1_600, 'notice'),
      state(1_700, 'unknown'),
    ];
    const { times } = reported(states, [
      [950, 1_550],
      [1_580, 1_800],
    ]);
    // 30 ms of the outage lie in a gap.
    expect(times).toEqual({ good: 600, notice: 100, bad: 70, unknown: 100, unobserved: 230 });
  });

  test('before the first state, and without a confirmed state, are not observed', () => {
    const states = [state(1_400, 'ok'), state(1_600, null), state(1_700, 'ok')];
    expect(reported(states, [[0, 3_000]]).times).toEqual({ ...none, good: 500, unobserved: 500 });
    expect(reported([], [[0, 3_000]]).times).toEqual({ ...none, unobserved: 1_000 });
    expect(reported([state(0, 'ok')], []).times).toEqual({ ...none, unobserved: 1_000 });
  });

  test('have a part in planned work, where overlapping windows count once', () => {
    const { times, planned } = reported(
      [state(0, 'ok'), state(1_500, 'degraded')],
      [[1_000, 1_900]],
      [
        [500, 1_100],
        [1_400, 1_600],
        [1_550, 1_700],
        [1_950, 2_500],
      ],
    );
    expect(times).toEqual({ ...none, good: 500, bad: 400, unobserved: 100 });
    expect(planned).toEqual({ ...none, good: 200, bad: 200, unobserved: 50 });
  });
});

describe('an outage', () => {
  test('ends with the first other state, and begins again with the next bad one', () => {
    const states = [
      state(0, 'ok'),
      state(1_100, 'degraded'),
      state(1_200, 'critical'),
      state(1_300, 'ok'),
      state(1_400, 'partial'),
      state(1_450, 'unknown'),
      state(1_500, 'ok'),
    ];
    const { outages } = reported(states, [[0, 3_000]], [[1_150, 1_420]]);
    expect(outages).toEqual([
      { from: 1_100, to: 1_300, bad: 200, planned: 150, unobserved: 0, worst: 'critical' },
      { from: 1_400, to: 1_450, bad: 50, planned: 20, unobserved: 0, worst: 'partial' },
    ]);
    expect(longestOutage(outages)).toBe(outages[0]);
  });

  test('goes on over a gap, whose time is stated apart', () => {
    const { outages } = reported(
      [state(1_100, 'critical'), state(1_600, 'ok')],
      [
        [1_000, 1_200],
        [1_500, 1_800],
      ],
    );
    expect(outages).toEqual([
      { from: 1_100, to: 1_600, bad: 200, planned: 0, unobserved: 300, worst: 'critical' },
    ]);
  });

  test('was last seen before a gap, if it is over after the gap', () => {
    const { outages } = reported(
      [state(1_100, 'critical'), state(1_500, 'ok')],
      [
        [1_000, 1_200],
        [1_500, 1_800],
      ],
    );
    expect(outages).toMatchObject([{ from: 1_100, to: 1_200, bad: 100 }]);
  });

  test('has its own times, but counts only in the range', () => {
    const before = reported([state(500, 'partial'), state(1_050, 'ok')], [[0, 3_000]]);
    expect(before.outages).toMatchObject([{ from: 500, to: 1_050, bad: 50 }]);
    const open = reported([state(0, 'ok'), state(1_900, 'partial')], [[0, 3_000]]);
    expect(open.outages).toMatchObject([{ from: 1_900, to: null, bad: 100, unobserved: 0 }]);
    const outside = [
      reported([state(500, 'partial'), state(1_000, 'ok')], [[0, 3_000]]),
      reported([state(0, 'ok'), state(2_000, 'partial')], [[0, 3_000]]),
    ];
    expect(outside.map(({ outages }) => outages)).toEqual([[], []]);
  });

  test('that only an isolated poll showed is listed, and adds no time', () => {
    const states = [state(1_000, 'ok'), state(1_400, 'critical'), state(1_700, 'ok')];
    const { times, outages } = reported(states, [
      [1_000, 1_200],
      [1_400, 1_400],
      [1_700, 1_900],
    ]);
    expect(outages).toEqual([{ from: 1_400, to: 1_400, bad: 0, planned: 0, unobserved: 0, worst: 'critical' }]);
    expect(times).toEqual({ ...none, good: 400, unobserved: 600 });
  });

  test('begins and ends with the last poll of covered time, if that shows it', () => {
    const begun = reported([state(0, 'ok'), state(1_200, 'critical')], [[1_000, 1_200]]);
    expect(begun.outages).toEqual([
      { from: 1_200, to: null, bad: 0, planned: 0, unobserved: 800, worst: 'critical' },
    ]);
    const over = reported([state(1_100, 'critical'), state(1_200, 'ok')], [[1_000, 1_200]]);
    expect(over.outages).toMatchObject([{ from: 1_100, to: 1_200, bad: 100 }]);
  });

  test('stays in a shortened list if it is among the longest', () => {
    const outages = [30, 10, 20].map((bad) => ({ bad }));
    expect(longestOutages(outages, 2)).toEqual([{ bad: 30 }, { bad: 20 }]);
    expect(longestOutages(outages, 3)).toBe(outages);
    expect(longestOutage([])).toBeNull();
  });
});

const moment = fc.integer({ min: 0, max: 3_000 });
const severity = fc.constantFrom<(Severity | null)[]>(
  ...(['ok', 'assumed', 'notice', 'unknown', 'vanished', 'degraded', 'partial', 'critical'] as const),
  null,
);
const states = fc
  .uniqueArray(fc.record({ from: moment, severity }), { selector: ({ from }) => from, maxLength: 25 })
  .map((list) => list.toSorted((a, b) => a.from - b.from));
/** Covered times and gaps in turn. Times of no length are isolated polls. */
const coverage = fc.uniqueArray(moment, { maxLength: 30 }).chain((edges) => {
  const sorted = edges.toSorted((a, b) => a - b);
  return fc.array(fc.boolean(), { minLength: sorted.length, maxLength: sorted.length }).map((covered) =>
    sorted.flatMap((from, index) => {
      const to = sorted[index + 1];
      if (!covered[index]) return index > 0 && covered[index - 1] ? [] : [{ from, to: from }];
      return to === undefined ? [] : [{ from, to }];
    }),
  );
});
const windows = fc.array(
  fc.tuple(moment, moment).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  { maxLength: 8 },
);

/** Computes the same millisecond by millisecond. */
function counted(list: readonly RecordedState[], covered: readonly Window[], isIn: (at: number) => boolean) {
  const times = { ...none };
  for (let at = range.from; at < range.to; at += 1) {
    if (!isIn(at)) continue;
    const isCovered = covered.some(({ from, to }) => from <= at && at < to);
    const now = isCovered ? (list.findLast(({ from }) => from <= at)?.severity ?? null) : null;
    if (now === null) times.unobserved += 1;
    else if (now === 'unknown' || now === 'vanished') times.unknown += 1;
    else if (now === 'degraded' || now === 'partial' || now === 'critical') times.bad += 1;
    else times.good += 1;
    if (now === 'notice') times.notice += 1;
  }
  return times;
}

test('all times add up to the range, and agree with a count of its milliseconds', () => {
  fc.assert(
    fc.property(states, coverage, windows, (list, covered, work) => {
      const planned = unitedWindows(work, range);
      const report = subjectReport(range, observedPieces(list, covered), planned);
      const { good, bad, unknown, unobserved } = report.times;
      expect(good + bad + unknown + unobserved).toBe(range.to - range.from);
      expect(report.times).toEqual(counted(list, covered, () => true));
      const isPlanned = (at: number) => work.some(({ from, to }) => from <= at && at < to);
      expect(report.planned).toEqual(counted(list, covered, isPlanned));
      const inPlanned = Object.entries(report.planned).filter(([name]) => name !== 'notice');
      expect(inPlanned.reduce((sum, [, time]) => sum + time, 0)).toBe(lengthOf(planned));
      const sum = (member: 'bad' | 'planned') =>
        report.outages.reduce((all, outage) => all + outage[member], 0);
      expect([sum('bad'), sum('planned')]).toEqual([bad, report.planned.bad]);
      for (const [index, { from, unobserved: hidden }] of report.outages.entries()) {
        expect(hidden).toBeGreaterThanOrEqual(0);
        const before = report.outages[index - 1];
        if (before) expect(before.to ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(from);
      }
    }),
  );
});
