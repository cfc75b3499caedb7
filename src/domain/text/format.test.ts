import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Figure,
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatDurationDown,
  formatExact,
  formatRecentDay,
  formatTime,
  joinWords,
  plural,
} from './format.ts';
import {
  formatBytes,
  formatBytesExact,
  formatCapacity,
  formatChange,
  formatCount,
  splitUnit,
} from './format-figures.ts';
import { formatPercent, ordinal } from './format-shares.ts';

/** Replaces no-break spaces by plain spaces. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

it.each<[Figure, string, string]>([
  [0, '0', '0'],
  [-0, '0', '0'],
  [999, '999', '999'],
  [1_000, '1,000', '1,000'],
  [999_999, '999,999', '999,999'],
  [1_000_000, '1.00 M', '1,000,000'],
  [1_999_999, '2.00 M', '1,999,999'],
  [12_345_678, '12.3 M', '12,345,678'],
  [999_499_999, '999 M', '999,499,999'],
  [999_999_999, '1.00 bn', '999,999,999'],
  [12_345_678_901, '12.3 bn', '12,345,678,901'],
  [1_234_567_890_123, '1,235 bn', '1,234,567,890,123'],
  [9_007_199_254_740_993n, '9,007,199 bn', '9,007,199,254,740,993'],
  [-1_234_567, '−1.23 M', '−1,234,567'],
  [-12n, '−12', '−12'],
  [2.9, '3', '3'],
  [-0.5, '0', '0'],
  [null, '–', '–'],
  [Number.NaN, '–', '–'],
  [Number.POSITIVE_INFINITY, '–', '–'],
])('counts %s as %s, exactly %s', (value, short, exact) => {
  expect(plain(formatCount(value))).toBe(short);
  expect(formatExact(value)).toBe(exact);
});

it.each<[Figure, string, string]>([
  [0, '0 B', '0 B'],
  [999, '999 B', '999 B'],
  [1_000, '1.00 kB', '1,000 B'],
  [1_536, '1.54 kB', '1,536 B'],
  [12_345, '12.3 kB', '12,345 B'],
  [999_999, '1.00 MB', '999,999 B'],
  [1_000_000, '1.00 MB', '1,000,000 B'],
  [1_234_567_890, '1.23 GB', '1,234,567,890 B'],
  [5e12, '5.00 TB', '5,000,000,000,000 B'],
  [18_446_744_073_709_551_616n, '18.4 EB', '18,446,744,073,709,551,616 B'],
  [1_234_000_000_000_000_000_000n, '1,234 EB', '1,234,000,000,000,000,000,000 B'],
  [null, '–', '–'],
])('shows %s bytes as %s, exactly %s', (bytes, short, exact) => {
  expect(plain(formatBytes(bytes))).toBe(short);
  expect(plain(formatBytesExact(bytes))).toBe(exact);
});

it('keeps figure and unit on one line, and can split them', () => {
  expect(formatBytes(1_000)).toBe('1.00\u00a0kB');
  expect(splitUnit(formatBytes(1_000))).toEqual({ value: '1.00', unit: 'kB' });
  expect(splitUnit(formatCount(12_300_000_000))).toEqual({ value: '12.3', unit: 'bn' });
  expect(formatBytes(BigInt('7'.repeat(200)))).toBe('7.78×10¹⁸¹\u00a0EB');
  expect(splitUnit(formatCount(674))).toEqual({ value: '674', unit: '' });
  expect(formatCapacity(2_655n)).toBe('2,655\u00a0G');
});

it('rounds a lower bound down', () => {
  expect(plain(formatCount(1_999_999, 'down'))).toBe('1.99 M');
  expect(plain(formatBytes(999_999, 'down'))).toBe('999 kB');
});

it.each<[Figure, Figure, string]>([
  [57, 100, '57.0 %'],
  [2, 3, '66.7 %'],
  [40, 60, '66.7 %'],
  [9_994, 10_000, '99.9 %'],
  [999_999, 1_000_000, '> 99.9 %'],
  [1, 1, '100.0 %'],
  [0, 5, '0.0 %'],
  [1, 2_000, '0.1 %'],
  [1, 2_001, '< 0.1 %'],
  [-1, 2_001, '0.0 %'],
  [0.5, 1, '50.0 %'],
  [3n, 7, '42.9 %'],
  [9_007_199_254_740_992n, 9_007_199_254_740_993n, '> 99.9 %'],
  [-1, 8, '−12.5 %'],
  [25, 2, '1,250.0 %'],
  [1, 0, '–'],
  [0n, 0n, '–'],
  [null, 5, '–'],
  [Number.NaN, 5, '–'],
  [5, Number.POSITIVE_INFINITY, '–'],
])('%s of %s is %s', (part, whole, expected) => {
  expect(plain(formatPercent(part, whole))).toBe(expected);
});

it.each([
  [-5, '0 s'],
  [499, '0 s'],
  [999, '1 s'],
  [6_400, '6 s'],
  [59_499, '59 s'],
  [59_999, '1 min'],
  [60_000, '1 min'],
  [51 * 60_000 + 29_000, '51 min'],
  [59 * 60_000 + 59_000, '1 h'],
  [3_600_000, '1 h'],
  [4 * 3_600_000 + 10 * 60_000, '4 h 10 min'],
  [86_369_999, '23 h 59 min'],
  [86_399_999, '1 d'],
  [86_400_000, '1 d'],
  [(11 * 24 + 4) * 3_600_000 + 29 * 60_000, '11 d 4 h'],
  [Number.NaN, '–'],
  [Number.POSITIVE_INFINITY, '–'],
])('%d ms last %s', (milliseconds, expected) => {
  expect(plain(formatDuration(milliseconds))).toBe(expected);
});

it('a duration that is rounded down never reaches the next unit', () => {
  expect(plain(formatDurationDown(30 * 86_400_000 - 1))).toBe('29 d 23 h');
  expect(plain(formatDurationDown(30 * 86_400_000))).toBe('30 d');
});

it('distinguishes an age within the lifetime from one past it', () => {
  expect(plain(formatAge(6_000, { late: false }))).toBe('6 s ago');
  expect(plain(formatAge(180_000, { late: true }))).toBe('3 min old');
  expect(formatAge(Number.NaN, { late: true })).toBe('–');
});

describe('time', () => {
  const time = Date.UTC(2026, 2, 12, 0, 2, 7);

  it.each([
    [undefined, '00:02:07', '00:02', '12 Mar 2026', '12 Mar 2026 00:02'],
    ['UTC', '00:02:07', '00:02', '12 Mar 2026', '12 Mar 2026 00:02'],
    ['America/New_York', '20:02:07', '20:02', '11 Mar 2026', '11 Mar 2026 20:02'],
    ['Asia/Kolkata', '05:32:07', '05:32', '12 Mar 2026', '12 Mar 2026 05:32'],
    ['Europe/London', '00:02:07', '00:02', '12 Mar 2026', '12 Mar 2026 00:02'],
    ['Not/A_Zone', '00:02:07', '00:02', '12 Mar 2026', '12 Mar 2026 00:02'],
    ['__proto__', '00:02:07', '00:02', '12 Mar 2026', '12 Mar 2026 00:02'],
  ])('in %s', (zone, clock, short, date, both) => {
    expect(formatClock(time, zone)).toBe(clock);
    expect(formatTime(time, zone)).toBe(short);
    expect(plain(formatDate(time, zone))).toBe(date);
    expect(plain(formatDateTime(time, zone))).toBe(both);
  });

  it('calls September Sep in every zone', () => {
    const september = Date.UTC(2026, 8, 1, 12);
    for (const zone of ['UTC', 'Europe/London']) expect(plain(formatDate(september, zone))).toBe('1 Sep 2026');
  });

  it('shows no impossible time', () => {
    for (const impossible of [Number.NaN, Number.POSITIVE_INFINITY, 8.65e15])
      for (const format of [formatClock, formatTime, formatDate, formatDateTime])
        expect(format(impossible, 'Asia/Tokyo')).toBe('–');
  });
});

it('signs changes', () => {
  expect([12, -3, 0, 1_234n, Number.NaN].map(formatChange)).toEqual(['+12', '−3', '0', '+1,234', '–']);
});

it('counts nouns', () => {
  expect([0, 1, 1n, 2_674].map((count) => plural(count, 'node'))).toEqual([
    '0 nodes',
    '1 node',
    '1 node',
    '2,674 nodes',
  ]);
  expect(plural(2, 'country', 'countries')).toBe('2 countries');
});

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('joins %j', (words, expected) => {
  expect(joinWords(words)).toBe(expected);
});

describe('for any input', () => {
  const anything = fc.oneof(fc.double(), fc.bigInt(), fc.maxSafeInteger(), fc.constantFrom(null, undefined));
  // Any value, also those that a wrong type assertion could let through. The screen must show none of them.
  const figure = anything as fc.Arbitrary<Figure>;
  const number = fc.oneof(fc.double(), fc.maxSafeInteger());
  const zone = fc.oneof(fc.string(), fc.constantFrom('UTC', 'Asia/Tokyo', 'America/St_Johns'));

  it('never shows NaN, undefined, Infinity or Invalid Date', () => {
    fc.assert(
      fc.property(figure, figure, number, zone, (a, b, time, place) => {
        const texts = [
          ...[formatExact, formatCount, formatChange, formatBytes, formatBytesExact, formatCapacity].map(
            (format) => format(a),
          ),
          formatPercent(a, b),
          plural(a, 'node'),
          formatDuration(time),
          formatAge(time, { late: true }),
          ...[formatClock, formatTime, formatDate, formatDateTime].map((format) => format(time, place)),
        ];
        for (const text of texts) {
          expect(text).not.toMatch(/NaN|undefined|null|Infinity|Invalid/);
          expect(text).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every digit of an integer', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(BigInt(formatExact(value).replaceAll(',', '').replace('−', '-'))).toBe(value);
      }),
    );
  });

  it('groups digits as the platform does', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), (value) => {
        expect(formatExact(value)).toBe(value.toLocaleString('en'));
      }),
    );
  });
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [112, '112th'],
  [4271, '4,271st'],
])('%d is written %s', (rank, text) => expect(ordinal(rank)).toBe(text));

it('shows a date equal to today as a time of day', () => {
  const time = Date.parse('2026-11-27T03:29:10Z');
  expect(formatDay(time, Date.parse('2026-11-27T23:59:59Z'))).toBe('03:29');
  expect(plain(formatDay(time, Date.parse('2026-11-28T00:00:00Z')))).toBe('27 Nov 2026');
  expect(plain(formatDay(time, Date.parse('2026-11-27T23:59:59Z'), 'Asia/Tokyo'))).toBe('27 Nov 2026');
});

it('recent days are shown without the year', () => {
  const now = Date.UTC(2026, 10, 27, 9, 32);
  expect(formatRecentDay(now - 60_000, now)).toBe('09:31');
  expect(formatRecentDay(now - 86_400_000, now).replaceAll('\u00a0', ' ')).toBe('26 Nov');
});
