import { describe, expect, it } from 'vitest';
import type { SightEntry } from '#contract/history.ts';
import {
  coverage,
  formatHundredths,
  gapsIn,
  layOutRecorded,
  markInWords,
  type RecordedMark,
  recordedMarks,
  withPresent,
} from './recorded-strip.ts';

const minute = 60_000;
const begin = Date.parse('2026-03-12T00:00:00.000Z');
const now = begin + 60 * minute;
const window = { from: begin, to: begin + 40 * minute };
const answer = { from: new Date(begin).toISOString(), lengths: [[10 * minute, 4]] as const };

function stretch(from: number, to: number | null, cause: SightEntry['cause']): SightEntry {
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

describe('marks of the record', () => {
  it('are observed wholly or not at all only where they are', () => {
    const marks = recordedMarks(answer, { worst: 'o-dc', seen: '_AfA' }, 90);
    expect(marks.map(({ severity, observed }) => [severity, observed])).toEqual([
      ['ok', 1],
      ['unvouched', 0],
      ['degraded', 0.5],
      // A lone look has no length.
      ['critical', 0.001],
    ]);
    expect(marks[1]).toMatchObject({ from: begin + 10 * minute, to: begin + 20 * minute });
  });

  it('are put together where there is no room, the worse leading', () => {
    const marks = recordedMarks(answer, { worst: 'o-dc', seen: '_A__' }, 2);
    expect(marks.map(({ severity, observed }) => [severity, observed])).toEqual([
      ['ok', 0.5],
      ['critical', 1],
    ]);
    expect(recordedMarks(answer, { worst: '----', seen: 'AAAA' }, 2).map(({ observed }) => observed)).toEqual([
      0, 0,
    ]);
  });

  it('say their own span, the worst and why not more was seen', () => {
    const gaps = gapsIn([stretch(0, 15, null), stretch(15, 25, 'host-stopped')], '/api/v2/status', window, now);
    const marks = recordedMarks(answer, { worst: 'ood-', seen: '_ffA' }, 90);
    expect(marks.map((mark) => markInWords(mark, gaps, now).replaceAll('\u00a0', ' '))).toEqual([
      '00:00 to 00:10, operational, all of 10 min observed',
      '00:10 to 00:20, operational, as far as seen, 50.00 % of 10 min observed: this host was stopped',
      '00:20 to 00:30, degraded at worst, as far as seen, 50.00 % of 10 min observed: this host was stopped',
      '00:30 to 00:40, nothing recorded',
    ]);
  });

  it('are not drawn where a gap lies, which is hatched once', () => {
    const gaps = gapsIn([stretch(5, 25, 'unreachable')], '/api/v2/status', window, now);
    const marks = recordedMarks(answer, { worst: 'o-oo', seen: 'fAf_' }, 90);
    const strip = layOutRecorded(marks, gaps, window, 400);
    expect(strip.gaps).toEqual([{ x: 50, width: 200 }]);
    expect(strip.bars.every(({ x, width }) => x + width <= 50 || x >= 250)).toBe(true);
  });
});

describe('gaps of the record', () => {
  it('leave out what lies before the record, ahead, or is not over', () => {
    const sight = [stretch(-600, 2, 'not-recorded'), stretch(2, 30, null), stretch(30, null, 'pending')];
    expect(gapsIn(sight, '/api/v2/status', window, now)).toEqual([]);
    expect(gapsIn([stretch(30, null, 'denied')], '/api/v2/status', window, now)).toMatchObject([
      { from: begin + 30 * minute, to: window.to },
    ]);
  });
});

it('floors shares, and never says all of what is not', () => {
  const shares = { good: 9_999, bad: 0, unknown: 0, notice: 0, unobserved: 90_001 };
  expect(coverage(shares, { from: 0, to: 100_000 }, 10_000)).toBe(9_999);
  expect([9_999, 9_487, 0, 10_000].map((share) => formatHundredths(share).replace('\u00a0', ' '))).toEqual([
    '99.99 %',
    '94.87 %',
    '0.00 %',
    '100 %',
  ]);
});

describe('the mark that holds now', () => {
  const mark = (index: number, severity: RecordedMark['severity'], observed = 1): RecordedMark => ({
    from: index * minute,
    to: (index + 1) * minute,
    severity,
    observed,
  });

  it('never looks better than what is said now, and no other mark is touched', () => {
    const marks = [mark(0, 'ok'), mark(1, 'ok'), mark(2, 'unvouched', 0)];
    expect(withPresent(marks, 'critical', 1.5 * minute)).toEqual([marks[0], mark(1, 'critical'), marks[2]]);
  });

  it('keeps what was worse in it, and is never made good', () => {
    const marks = [mark(0, 'partial'), mark(1, 'unvouched', 0)];
    expect(withPresent(marks, 'degraded', 0)).toEqual(marks);
    expect(withPresent(marks, 'ok', 1.5 * minute)).toEqual(marks);
    expect(withPresent(marks, 'unvouched', 1.5 * minute)).toEqual(marks);
    expect(withPresent(marks, undefined, 0)).toEqual(marks);
  });

  it('is seen in part where the record has nothing of it yet', () => {
    const [marked] = withPresent([mark(0, 'unvouched', 0)], 'critical', 0);
    expect(marked).toMatchObject({ severity: 'critical', observed: 0.001 });
  });
});

it('shows the present in the last mark until its window is read again, and not long after that', () => {
  const mark = { from: 0, to: 960_000, severity: 'ok', observed: 1 } as const;
  expect(withPresent([mark], 'critical', 1_000_000)[0]?.severity).toBe('critical');
  expect(withPresent([mark], 'critical', 2_000_000)[0]?.severity).toBe('ok');
});
