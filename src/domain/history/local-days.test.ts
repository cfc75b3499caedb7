import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localDays, zoneNamed } from './local-days.ts';

const hour = 3_600_000;
const at = (text: string) => Date.parse(text);

function hoursOf(zone: string, from: string, to: string): readonly number[] | null {
  const days = localDays({ from: at(from), to: at(to) }, zone);
  return days && days.slice(1).map((end, index) => (end - (days[index] ?? end)) / hour);
}

describe('days of a zone', () => {
  test.each<[string, string, string, readonly number[] | null]>([
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z', [24, 24]],
    ['Europe/Berlin', '2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', [24, 23, 24]],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', [25]],
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z', [24.5]],
    ['Australia/Lord_Howe', '2026-10-03T13:30:00Z', '2026-10-04T13:00:00Z', [23.5]],
    // Clocks go forward at midnight, so the day starts at one o'clock.
    ['America/Sao_Paulo', '2018-11-03T03:00:00Z', '2018-11-05T02:00:00Z', [24, 23]],
    // This time zone skipped 30 December 2011.
    ['Pacific/Apia', '2011-12-29T10:00:00Z', '2011-12-31T10:00:00Z', [24, 24]],
    ['Asia/Kathmandu', '2026-01-01T18:15:00Z', '2026-01-02T18:15:00Z', [24]],
    ['Europe/Berlin', '2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z', null],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-22T00:00:01Z', null],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z', null],
  ])('%s from %s to %s', (zone, from, to, hours) => expect(hoursOf(zone, from, to)).toEqual(hours));
});

test.each<[string, boolean]>([
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['America/Argentina/Buenos_Aires', true],
  ['+01:00', false],
  ['Mars/Phobos', false],
  ['', false],
])('“%s” is a zone: %s', (zone, is) => expect(zoneNamed(zone) !== null).toBe(is));

test('in every zone, each moment of a day has its date, and the moment before the day has another', () => {
  const day = 24 * hour;
  const begin = at('2005-01-01T00:00:00Z');
  assert(
    property(
      constantFrom(...Intl.supportedValuesOf('timeZone')),
      integer({ min: 0, max: 365 * 25 }),
      (zone, offset) => {
        const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
        // Finds the start of a day: the first moment with this date, within 26 hours.
        let start = begin + offset * day;
        while (format.format(start) === format.format(start - 900_000)) start += 900_000;
        let end = start + 20 * hour;
        while (format.format(end) === format.format(end - 900_000)) end += 900_000;
        const days = localDays({ from: start, to: end }, zone);
        // If clocks are set back over midnight, a date starts twice. Only its first start counts.
        const isSecond = (time: number) =>
          Array.from({ length: 12 }, (_, index) => time - (index + 1) * 900_000).some(
            (earlier) => format.format(earlier) === format.format(time),
          );
        if (isSecond(start) || isSecond(end)) return expect(days).toBeNull();
        expect(days).not.toBeNull();
        if (days === null) return;
        expect(days[0]).toBe(start);
        expect(days.at(-1)).toBe(end);
        expect([22, 22.5, 23, 23.5, 24, 24.5, 25, 25.5, 26]).toContain((end - start) / hour);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('zone names ignore case', () => {
  expect(zoneNamed('eUROPE/bERLIN')).toBe('Europe/Berlin');
});
