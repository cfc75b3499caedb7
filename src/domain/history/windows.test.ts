import { expect, it } from 'vitest';
import { ticksOf } from './ticks.ts';
import { windowOf } from './windows.ts';

const now = Date.parse('2026-03-12T14:32:07.250Z');

function told({ from, to }: { readonly from: number; readonly to: number }) {
  return [from, to].map((time) => new Date(time).toISOString());
}

it('ends a window at the next whole minute, quarter hour or day', () => {
  expect(told(windowOf('24h', now))).toEqual(['2026-03-11T14:33:00.000Z', '2026-03-12T14:33:00.000Z']);
  expect(told(windowOf('7d', now))).toEqual(['2026-03-05T14:45:00.000Z', '2026-03-12T14:45:00.000Z']);
  expect(told(windowOf('90d', now))).toEqual(['2025-12-13T00:00:00.000Z', '2026-03-13T00:00:00.000Z']);
});

it('keeps a whole minute, so that rounding twice changes nothing', () => {
  const { to } = windowOf('24h', now);
  expect(windowOf('24h', to).to).toBe(to);
});

it('labels whole hours within a day, and dates at midnight', () => {
  expect(ticksOf(windowOf('24h', now), 9).map(({ label }) => label)).toEqual([
    '15:00',
    '18:00',
    '21:00',
    '12\u00a0Mar',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
  ]);
});
