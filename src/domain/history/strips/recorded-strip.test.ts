import { describe, expect, it } from 'vitest';
import type { CoverageEntry } from '#contract/history.ts';
import {
  formatHundredths,
  gapsIn,
  longestGap,
  markInWords,
  observedHundredths,
  recordedMarks,
  type StripMark,
  withPresent,
} from './recorded-strip.ts';
import { layOutStrip } from './strip.ts';

const minute = 60_000;
const begin = Date.parse('2026-03-12T00:00:00.000Z');
const now = begin + 60 * minute;
const window = { from: begin, to: begin + 40 * minute };
const answer = { from: new Date(begin).toISOString(), lengths: [[10 * minute, 4]] as const };

function interval(from: number, to: number | null, cause: CoverageEntry['cause']): CoverageEntry {
  const time = (minutes: number) => new Date(begin + minutes * minute).toISOString();
  const common = { endpoint: '/api/v2/status', detail: null, looks: 0, longestSeconds: null, complete: true };
  return {
    ...common,
    from: time(from),
    to: to === null ? null : time(to),
    outcome: cause ? 'blind' : 'seen',
    cause,
  };
}

describe('recorded marks', () => {
  it('are observed completely or not at all only if they really are', () => {
    const marks = recordedMarks(answer, { worst: 'o-dc', seen: '_AfA' }, 90);
    expect(marks.map(({ severity, observed }) => [severity, observed])).toEqual([
      ['ok', 1],
      ['unvouched', 0],
      ['degraded', 0.5],
      // A mark of an isolated poll: it has no length, so a small share counts as observed.
      ['critical', 0.001],
    ]);
    expect(marks[1]).toMatchObject({ from: begin + 10 * minute, to: begin + 20 * minute });
  });

  it('are merged if there is no room, the worse one leads', () => {
    const marks = recordedMarks(answer, { worst: 'o-dc', seen: '_A__' }, 2);
    expect(marks.map(({ severity, observed }) => [severity, observed])).toEqual([
      ['ok', 0.5],
      ['critical', 1],
    ]);
    expect(recordedMarks(answer, { worst: '----', seen: 'AAAA' }, 2).map(({ observed }) => observed)).toEqual([
      0, 0,
    ]);
  });

  it('state their time, the worst class and the cause of a gap', () => {
    const gaps = gapsIn(
      [interval(0, 15, null), interval(15, 25, 'host-stopped')],
      '/api/v2/status',
      window,
      now,
    );
    const marks = recordedMarks(answer, { worst: 'ood-', seen: '_ffA' }, 90);
    expect(marks.map((mark) => markInWords(mark, gaps, now).replaceAll('\u00a0', ' '))).toEqual([
      '00:00 to 00:10, operational, all of 10 min observed',
      '00:10 to 00:20, operational, as far as seen, 50.00 % of 10 min observed: this host was stopped',
      '00:20 to 00:30, degraded at worst, as far as seen, 50.00 % of 10 min observed: this host was stopped',
      '00:30 to 00:40, nothing recorded',
    ]);
  });

  it('are not drawn over a gap, which is hatched once', () => {
    const gaps = gapsIn([interval(5, 25, 'unreachable')], '/api/v2/status', window, now);
    const marks = recordedMarks(answer, { worst: 'o-oo', seen: 'fAf_' }, 90);
    const strip = layOutStrip(marks, gaps, window, 400);
    expect(strip.gaps).toEqual([{ x: 50, width: 200 }]);
    expect(strip.bars.every(({ x, width }) => x + width <= 50 || x >= 250)).toBe(true);
  });
});

describe('recorded gaps', () => {
  it('exclude time before the record, the future and pending time', () => {
    const coverage = [interval(-600, 2, 'not-recorded'), interval(2, 30, null), interval(30, null, 'pending')];
    expect(gapsIn(coverage, '/api/v2/status', window, now)).toEqual([]);
    expect(gapsIn([interval(30, null, 'denied')], '/api/v2/status', window, now)).toMatchObject([
      { from: begin + 30 * minute, to: window.to },
    ]);
  });

  it('hold the times in which the list left the subject out, and the longest of all is named', () => {
    const seen = [interval(0, 10, null), interval(10, 14, 'unreachable'), interval(14, null, null)];
    const leftOut = [{ from: begin + 20 * minute, to: begin + 30 * minute }];
    const gaps = gapsIn(seen, '/api/v2/status', window, now, leftOut);
    expect(gaps.map(({ cause }) => cause)).toEqual(['unreachable', 'left-out']);
    expect(longestGap(gaps)).toMatchObject({ ...leftOut[0], cause: 'left-out' });
    expect(longestGap(gaps.slice(0, 1))).toMatchObject({ cause: 'unreachable' });
    expect(longestGap([])).toBeNull();
    const marks = recordedMarks(answer, { worst: 'oo-o', seen: '_f__' }, 90);
    expect(markInWords(marks[2] ?? { ...window, severity: 'ok', observed: 1 }, gaps, now)).toBe(
      '00:20 to 00:30, not observed: left out of a truncated or too long list',
    );
    expect(layOutStrip(marks, gaps, window, 400).gaps).toContainEqual({ x: 200, width: 100 });
  });
});

it('floors shares, and shows 100 % only for all', () => {
  const shares = { good: 9_999, bad: 0, unknown: 0, notice: 0, unobserved: 90_001 };
  expect(observedHundredths(shares, { from: 0, to: 100_000 }, 10_000)).toBe(9_999);
  expect([9_999, 9_487, 0, 10_000].map((share) => formatHundredths(share).replace('\u00a0', ' '))).toEqual([
    '99.99 %',
    '94.87 %',
    '0.00 %',
    '100 %',
  ]);
});

describe('the mark of the present', () => {
  const mark = (index: number, severity: StripMark['severity'], observed = 1): StripMark => ({
    from: index * minute,
    to: (index + 1) * minute,
    severity,
    observed,
  });

  it('is never better than the present severity, and no other mark changes', () => {
    const marks = [mark(0, 'ok'), mark(1, 'ok'), mark(2, 'unvouched', 0)];
    expect(withPresent(marks, 'critical', 1.5 * minute)).toEqual([marks[0], mark(1, 'critical'), marks[2]]);
  });

  it('keeps a worse class, and is never raised to good', () => {
    const marks = [mark(0, 'partial'), mark(1, 'unvouched', 0)];
    expect(withPresent(marks, 'degraded', 0)).toEqual(marks);
    expect(withPresent(marks, 'ok', 1.5 * minute)).toEqual(marks);
    expect(withPresent(marks, 'unvouched', 1.5 * minute)).toEqual(marks);
    expect(withPresent(marks, undefined, 0)).toEqual(marks);
  });

  it('is partly observed if the record does not reach it yet', () => {
    const [marked] = withPresent([mark(0, 'unvouched', 0)], 'critical', 0);
    expect(marked).toMatchObject({ severity: 'critical', observed: 0.001 });
  });
});

it('is the last mark until its window is requested again, and not much longer', () => {
  const mark = { from: 0, to: 960_000, severity: 'ok', observed: 1 } as const;
  expect(withPresent([mark], 'critical', 1_000_000)[0]?.severity).toBe('critical');
  expect(withPresent([mark], 'critical', 2_000_000)[0]?.severity).toBe('ok');
});
