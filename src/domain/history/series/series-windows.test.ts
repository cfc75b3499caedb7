import { expect, test } from 'vitest';
import { chosenRange } from '../windows.ts';
import { hourlyWindow, requestedWindow, requestedWindowWithin } from './series-windows.ts';

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const hour = 3_600_000;

test('points are whole steps of time', () => {
  const now = at('25T14:32:07');
  expect(requestedWindow('24h', now)).toEqual({ from: at('24T14:33:00'), to: at('25T14:33:00'), points: 288 });
  expect(requestedWindow('7d', now)).toEqual({ from: at('18T15:00:00'), to: at('25T15:00:00'), points: 168 });
  const { from, to, points } = requestedWindow('90d', now);
  expect((to - from) / points).toBe(4 * hour);
});

test('a chosen span has the finest steps with at most 300 points', () => {
  const span = { from: at('25T06:00:07'), to: at('25T18:00:00') };
  expect(requestedWindowWithin(span)).toEqual({ from: at('25T06:00:00'), to: at('25T18:00:00'), points: 144 });
  const short = requestedWindowWithin({ from: at('25T06:00:00'), to: at('25T06:00:10') });
  expect(short).toEqual({ from: at('25T06:00:00'), to: at('25T06:10:00'), points: 60 });
});

test('a chosen range is requested as a span', () => {
  const span = { from: at('25T06:00:07'), to: at('25T18:00:00') };
  expect(requestedWindow(chosenRange(span), at('28T00:00:00'))).toEqual(requestedWindowWithin(span));
});

test('hourly data is requested by the hour', () => {
  const asked = hourlyWindow({ from: at('25T06:10:00'), to: at('25T08:00:00') });
  expect(asked).toEqual({ from: at('25T06:00:00'), to: at('25T08:00:00'), points: 2 });
});
