import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestedMoment } from './requested-moment.ts';

const now = Date.parse('2026-11-28T09:30:00Z');

test.each([
  ['as of 03:00', '2026-11-28T03:00:00Z'],
  ['As of  3:00:20 ', '2026-11-28T03:00:20Z'],
  ['as of 22:15', '2026-11-27T22:15:00Z'],
  ['as of yesterday 03:00', '2026-11-27T03:00:00Z'],
  ['as of today 03:00 UTC', '2026-11-28T03:00:00Z'],
  ['as of 27 Nov 03:00:20', '2026-11-27T03:00:20Z'],
  ['as of 27 November, 03:00', '2026-11-27T03:00:00Z'],
  ['as of 24 Dec 18:00', '2025-12-24T18:00:00Z'],
  ['as of 24 Dec 2024 18:00', '2024-12-24T18:00:00Z'],
  ['as of 2026-11-27 03:00', '2026-11-27T03:00:00Z'],
  ['as of 2026-11-27T03:00:20Z', '2026-11-27T03:00:20Z'],
])('“%s” is %s', (text, moment) => {
  expect(requestedMoment(text, now)).toBe(Date.parse(moment));
});

test.each([
  '',
  'as of',
  'as of 03',
  '03:00',
  'as of 24:00',
  'as of 03:60',
  'as of 30 Feb 03:00',
  'as of 27 Foo 03:00',
  'as of tomorrow 03:00',
  'as of today 10:00',
  'as of 2026-02-30 03:00',
  'as of 2027-01-01 03:00',
  'basis of 03:00',
])('“%s” asks for no moment', (text) => {
  expect(requestedMoment(text, now)).toBeNull();
});

test('it never throws, and never asks for the future', () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[0-9a-z :.-]{0,20}$/), (any, likely) => {
      for (const text of [any, `as of ${likely}`])
        expect(requestedMoment(text, now) ?? now).toBeLessThanOrEqual(now);
    }),
  );
});
