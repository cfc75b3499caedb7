import { expect, test } from 'vitest';
import type { HistoryState, SeriesPoint, ShownSeries } from '#contract/history.ts';
import { isTrendBegin } from './shown-time.ts';
import { containsRecord } from './use-recorded.ts';

const [from, to] = ['2026-11-26T12:00:00.000Z', '2026-11-27T12:00:00.000Z'];

function seriesOf(...values: readonly (number | null)[]): ShownSeries {
  const data = values.map(
    (value): SeriesPoint => ({
      from,
      to,
      first: value,
      last: value,
      min: value,
      max: value,
      falls: 0,
      observedSeconds: 0,
      claim: null,
    }),
  );
  return { from, to, resolution: 'look', data };
}

test.each([
  ['a new record with one point', [seriesOf(null, 1)], true, true],
  ['a new record without a point', [seriesOf(null, null)], true, true],
  ['a record with two points', [seriesOf(1, 2)], true, false],
  ['a source with one point beside another with two', [seriesOf(null, 1), seriesOf(1, 2)], true, false],
  ['no point in a part of a record: a gap', [seriesOf(null, null)], false, false],
  ['one point in a part of a record', [seriesOf(null, 1)], false, false],
])('%s', (_case, series, hasAll, begins) => {
  expect(isTrendBegin(series, hasAll)).toBe(begins);
});

const state = { since: '2026-11-27T10:00:00.000Z', knownUntil: '2026-11-27T11:00:00.000Z' };

test.each<[string, Partial<Pick<HistoryState, 'since' | 'knownUntil'>>, boolean]>([
  ['inside the window', {}, true],
  ['begun before it', { since: '2026-11-20T00:00:00.000Z' }, false],
  ['continued after it', { knownUntil: '2026-11-27T13:00:00.000Z' }, false],
  ['without a poll', { since: null, knownUntil: null }, false],
])('a record %s is contained in it: %s', (_case, more, isContained) => {
  const window = { from: Date.parse(from), to: Date.parse(to) };
  expect(containsRecord(window, { ...state, ...more })).toBe(isContained);
});
