import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfWindowAt, occurrencesIn, parseWindow, type WrittenWindow } from './window.ts';

function endAt(window: WrittenWindow, now: string): string | null {
  const end = endOfWindowAt(parseWindow(window), Date.parse(now));
  return end === null ? null : new Date(end).toISOString().replace('.000Z', 'Z');
}

const night = { from: '2026-11-27T22:00:00Z', to: '2026-11-28T06:00:00Z' };

test('a window includes its start and excludes its end', () => {
  expect(endAt(night, '2026-11-27T21:59:59Z')).toBeNull();
  expect(endAt(night, '2026-11-27T22:00:00Z')).toBe('2026-11-28T06:00:00Z');
  expect(endAt(night, '2026-11-28T05:59:59Z')).toBe('2026-11-28T06:00:00Z');
  expect(endAt(night, '2026-11-28T06:00:00Z')).toBeNull();
  expect(endAt({ from: '2026-11-27T23:00+01:00', to: '2026-11-28T06:00Z' }, '2026-11-27T22:00:00Z')).toBe(
    '2026-11-28T06:00:00Z',
  );
});

describe('a recurring window', () => {
  test.each([
    // The window begins on a Friday.
    ['FREQ=DAILY', '2027-03-02T03:00:00Z', '2027-03-02T06:00:00Z'],
    ['FREQ=DAILY', '2026-11-26T23:00:00Z', null],
    ['FREQ=DAILY;INTERVAL=2', '2026-11-28T23:00:00Z', null],
    ['FREQ=DAILY;INTERVAL=2', '2026-11-29T23:00:00Z', '2026-11-30T06:00:00Z'],
    ['RRULE:FREQ=WEEKLY', '2026-12-05T05:00:00Z', '2026-12-05T06:00:00Z'],
    ['FREQ=WEEKLY', '2026-12-06T05:00:00Z', null],
    ['FREQ=WEEKLY;BYDAY=SA,SU', '2026-11-27T23:00:00Z', null],
    ['FREQ=WEEKLY;BYDAY=SA,SU', '2026-11-29T23:00:00Z', '2026-11-30T06:00:00Z'],
    // Weeks begin on Monday, so this Sunday is still in the first week.
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO', '2026-11-29T23:00:00Z', '2026-11-30T06:00:00Z'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO', '2026-11-30T23:00:00Z', null],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO', '2026-12-07T23:00:00Z', '2026-12-08T06:00:00Z'],
    ['FREQ=MONTHLY', '2026-12-27T23:00:00Z', '2026-12-28T06:00:00Z'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-12-08T23:00:00Z', '2026-12-09T06:00:00Z'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-12-15T23:00:00Z', null],
    ['FREQ=MONTHLY;BYDAY=-1SU', '2026-12-27T23:00:00Z', '2026-12-28T06:00:00Z'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-02-28T23:00:00Z', '2027-03-01T06:00:00Z'],
    ['FREQ=DAILY;UNTIL=20261128T220000Z', '2026-11-29T05:00:00Z', '2026-11-29T06:00:00Z'],
    ['FREQ=DAILY;UNTIL=20261128T220000Z', '2026-11-29T23:00:00Z', null],
    ['FREQ=DAILY;UNTIL=20261128', '2026-11-28T23:00:00Z', '2026-11-29T06:00:00Z'],
  ])('%s at %s ends %s', (rrule, now, end) => {
    expect(endAt({ ...night, rrule }, now)).toBe(end);
  });

  test('follows the local clock over a clock change', () => {
    const zone = 'Europe/Berlin';
    const local = { from: '2026-10-20T22:00', to: '2026-10-21T06:00', rrule: 'FREQ=DAILY', zone };
    expect(endAt(local, '2026-10-20T20:00:00Z')).toBe('2026-10-21T04:00:00Z');
    // Daylight saving time ends in this night.
    expect(endAt(local, '2026-10-24T20:30:00Z')).toBe('2026-10-25T05:00:00Z');
    expect(endAt(local, '2026-10-25T20:30:00Z')).toBeNull();
    expect(endAt(local, '2026-10-25T21:00:00Z')).toBe('2026-10-26T05:00:00Z');
  });
});

test.each([
  [{ ...night, to: night.from }, 'to', 'it is not after "from"'],
  [{ ...night, from: '2026-06-31T22:00:00Z' }, 'from', 'a time such as "2026-11-27T22:00:00Z" is expected'],
  [{ ...night, from: '22:00' }, 'from', 'a time such as'],
  [{ ...night, from: '2026-11-27T22:00' }, 'from', 'a time with an offset is expected'],
  [{ ...night, zone: 'Europe/Berlin' }, 'from', 'with "zone" a time without an offset'],
  [{ from: '2026-11-27T22:00', to: '2026-11-28T06:00', zone: 'Mars' }, 'zone', 'a time zone such as'],
  [
    { ...night, to: '2027-11-28T06:00:00Z', rrule: 'FREQ=DAILY' },
    'to',
    'a recurring window lasts 28 days at most',
  ],
  [{ ...night, rrule: 'FREQ=YEARLY' }, 'rrule', 'FREQ=YEARLY is not supported; use DAILY, WEEKLY or MONTHLY'],
  [{ ...night, rrule: 'BYDAY=MO' }, 'rrule', 'FREQ is missing'],
  [{ ...night, rrule: 'FREQ=DAILY;COUNT=5' }, 'rrule', 'COUNT=5 is not supported; FREQ, INTERVAL, BYDAY'],
  [{ ...night, rrule: 'FREQ=WEEKLY;BYDAY=XX' }, 'rrule', 'BYDAY must list days such as MO or 2TU, not "XX"'],
  [{ ...night, rrule: 'FREQ=WEEKLY;BYDAY=2MO' }, 'rrule', 'BYDAY=2MO needs FREQ=MONTHLY'],
  [{ ...night, rrule: 'FREQ=DAILY;INTERVAL=0' }, 'rrule', 'INTERVAL must be a number from 1 to 1000, not "0"'],
  [{ ...night, rrule: 'FREQ=DAILY;UNTIL=soon' }, 'rrule', 'UNTIL must be a time'],
  [{ ...night, rrule: 'daily' }, 'rrule', '"DAILY" is not of the form NAME=VALUE'],
])('%j is rejected at %s: %s', (window, member, clause) => {
  expect(() => parseWindow(window)).toThrow(
    expect.objectContaining({ member, message: expect.stringContaining(clause) }),
  );
});

describe('the occurrences in a range', () => {
  const iso = (time: number) => new Date(time).toISOString().slice(0, 16);
  const occurrences = (window: WrittenWindow, from: string, to: string) =>
    occurrencesIn(parseWindow(window), { from: Date.parse(from), to: Date.parse(to) }).map((each) => [
      iso(each.from),
      iso(each.to),
    ]);

  test('have their own times, in order, and follow the local clock', () => {
    expect(occurrences(night, '2026-11-28T05:00:00Z', '2026-11-30T00:00:00Z')).toEqual([
      ['2026-11-27T22:00', '2026-11-28T06:00'],
    ]);
    expect(occurrences(night, '2026-11-28T06:00:00Z', '2026-11-30T00:00:00Z')).toEqual([]);
    const daily = {
      from: '2026-10-20T22:00',
      to: '2026-10-21T06:00',
      rrule: 'FREQ=DAILY',
      zone: 'Europe/Berlin',
    };
    // Daylight saving time ends in the second night.
    expect(occurrences(daily, '2026-10-23T22:00:00Z', '2026-10-25T21:00:00Z')).toEqual([
      ['2026-10-23T20:00', '2026-10-24T04:00'],
      ['2026-10-24T20:00', '2026-10-25T05:00'],
    ]);
  });

  test('have no time in an hour that the clocks skip', () => {
    const skipped = {
      from: '2026-03-07T02:00',
      to: '2026-03-07T03:00',
      rrule: 'FREQ=DAILY',
      zone: 'America/New_York',
    };
    // Daylight saving time begins on 8 March at 02:00.
    expect(occurrences(skipped, '2026-03-07T00:00:00Z', '2026-03-10T00:00:00Z')).toEqual([
      ['2026-03-07T07:00', '2026-03-07T08:00'],
      ['2026-03-09T06:00', '2026-03-09T07:00'],
    ]);
    expect(endAt(skipped, '2026-03-08T06:30:00Z')).toBeNull();
  });

  test('contain exactly the times at which the window applies', () => {
    const rules = ['FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY;BYDAY=MO,FR', 'FREQ=MONTHLY;BYDAY=-1SU'];
    const begin = Date.parse('2026-11-01T00:00:00Z');
    const hours = fc.integer({ min: 0, max: 24 * 60 - 1 });
    fc.assert(
      fc.property(
        fc.constantFrom(undefined, ...rules),
        hours,
        fc.integer({ min: 1, max: 24 * 28 }),
        hours,
        (rrule, start, length, at) => {
          const time = (after: number) => new Date(begin + after * 3_600_000).toISOString();
          const window = parseWindow({ from: time(start), to: time(start + length), rrule });
          const now = begin + at * 3_600_000;
          const range = { from: begin, to: begin + 60 * 86_400_000 };
          const isIn = occurrencesIn(window, range).some(({ from, to }) => from <= now && now < to);
          expect(isIn).toBe(endOfWindowAt(window, now) !== null);
        },
      ),
    );
  });
});
