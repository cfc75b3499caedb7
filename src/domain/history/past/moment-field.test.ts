import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { fieldText, momentOfField } from './moment-field.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['UTC', '2026-11-27T03:00:00'],
  ['Europe/Berlin', '2026-11-27T04:00:00'],
  ['America/St_Johns', '2026-11-26T23:30:00'],
  ['Asia/Kathmandu', '2026-11-27T08:45:00'],
])('in %s the field shows %s', (zone, text) => {
  vi.stubEnv('TZ', zone);
  const moment = Date.parse('2026-11-27T03:00:00Z');
  expect(fieldText(moment)).toBe(text);
  expect(momentOfField(text)).toBe(moment);
});

test('what the field shows leads back to the second, but in the hour that a clock repeats', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  fc.assert(
    fc.property(fc.integer({ min: Date.parse('2026-03-30'), max: Date.parse('2026-10-24') }), (moment) => {
      expect(momentOfField(fieldText(moment))).toBe(Math.floor(moment / 1000) * 1000);
    }),
  );
});

test('an empty field has no moment', () => {
  expect(momentOfField('')).toBeNull();
});
