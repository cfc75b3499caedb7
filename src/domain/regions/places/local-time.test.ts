import { expect, it } from 'vitest';
import { formatLocalTime } from './local-time.ts';

it.each([
  ['Europe/Paris', '2026-03-12T14:32:07Z', '15:32'],
  ['Europe/Paris', '2026-07-12T14:32:07Z', '16:32'],
  ['Asia/Kolkata', '2026-03-12T14:32:07Z', '20:02'],
  ['America/New_York', '2026-03-12T04:05:00Z', '00:05'],
])('the local time in %s at %s is %s', (zone, at, shown) => {
  expect(formatLocalTime(Date.parse(at), zone)).toBe(shown);
});

it('is null for an unknown zone', () => {
  expect(formatLocalTime(0, 'Nowhere/Else')).toBeNull();
});
