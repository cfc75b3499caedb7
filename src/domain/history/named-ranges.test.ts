import { describe, expect, test } from 'vitest';
import { fieldText, namedRanges, pageRanges, timeOfField } from './named-ranges.ts';

function rangesAt(time: string, zone: string) {
  const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
  return Object.fromEntries(
    namedRanges(Date.parse(time), zone).map(({ name, from, to }) => [name, `${iso(from)} ${iso(to)}`]),
  );
}

describe('the ranges of a shift', () => {
  test('by day', () => {
    expect(rangesAt('2026-11-23T09:30:20Z', 'UTC')).toEqual({
      'This shift': '2026-11-23T06:00 2026-11-23T09:31',
      'Last night 22:00–06:00': '2026-11-22T22:00 2026-11-23T06:00',
      Yesterday: '2026-11-22T00:00 2026-11-23T00:00',
      'Last 12 h': '2026-11-22T21:31 2026-11-23T09:31',
    });
  });

  test('after midnight the shift began yesterday, and the last night is the one that is over', () => {
    expect(rangesAt('2026-11-23T03:00:00Z', 'UTC')).toMatchObject({
      'This shift': '2026-11-22T22:00 2026-11-23T03:01',
      'Last night 22:00–06:00': '2026-11-21T22:00 2026-11-22T06:00',
    });
  });

  test('a shift that begins now is not empty', () => {
    expect(rangesAt('2026-11-23T06:00:00Z', 'UTC')).toMatchObject({
      'This shift': '2026-11-23T06:00 2026-11-23T06:01',
    });
  });

  test('are those of the time zone, also over a clock change', () => {
    // Clocks were set back on 25 October 2026 at 03:00.
    expect(rangesAt('2026-10-25T08:00:00Z', 'Europe/Berlin')).toMatchObject({
      'This shift': '2026-10-25T05:00 2026-10-25T08:01',
      'Last night 22:00–06:00': '2026-10-24T20:00 2026-10-25T05:00',
      Yesterday: '2026-10-23T22:00 2026-10-24T22:00',
    });
  });
});

test('a page also has the last hour and this month', () => {
  const ranges = pageRanges(Date.parse('2026-11-30T23:30:00Z'), 'Europe/Berlin');
  const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
  expect(ranges.map(({ name }) => name)).toEqual([
    'Last hour',
    'This shift',
    'Last night 22:00–06:00',
    'Yesterday',
    'Last 12 h',
    'This month',
  ]);
  // In Berlin, December has begun.
  const [hour, month] = [ranges[0], ranges.at(-1)];
  expect([iso(hour?.from ?? 0), iso(hour?.to ?? 0)]).toEqual(['2026-11-30T22:31', '2026-11-30T23:31']);
  expect([iso(month?.from ?? 0), iso(month?.to ?? 0)]).toEqual(['2026-11-30T23:00', '2026-11-30T23:31']);
});

test.each([
  ['2026-11-23T03:00:00Z', 'UTC', '2026-11-23T03:00'],
  ['2026-11-23T03:00:00Z', 'Asia/Kolkata', '2026-11-23T08:30'],
  ['2026-03-29T01:30:00Z', 'Europe/Berlin', '2026-03-29T03:30'],
  ['2026-11-23T03:00:20Z', 'UTC', '2026-11-23T03:00:20'],
])('a field shows %s in %s as %s, and reads it back', (time, zone, text) => {
  expect(fieldText(Date.parse(time), zone)).toBe(text);
  expect(timeOfField(text, zone)).toBe(Date.parse(time));
});

test('a time that clocks skip or show twice, and an empty field', () => {
  const read = (text: string) => new Date(timeOfField(text, 'Europe/Berlin') ?? 0).toISOString();
  expect(read('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(read('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(timeOfField('', 'UTC')).toBe(null);
});
