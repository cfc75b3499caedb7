import { describe, expect, it, test } from 'vitest';
import { ticksOf } from './ticks.ts';
import { chosenRange, inRange, lastsUntil, rangeName, windowIn, windowOf, windowUntil } from './windows.ts';

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

it('contains a change at the moment of a page of the past', () => {
  const { from, to } = windowUntil('24h', now);
  expect([to - from, to > now]).toEqual([86_400_000, true]);
});

describe('a chosen range', () => {
  const at = (time: string) => Date.parse(`2026-03-${time}:00Z`);
  const morning = { from: at('12T09:00'), to: at('12T12:00') };
  const range = chosenRange(morning);

  it('keeps its window, whatever the time', () => {
    expect(windowOf(range, now)).toEqual(morning);
    expect(lastsUntil(range, now)).toBe(false);
    expect(lastsUntil(range, at('12T10:00'))).toBe(true);
  });

  it('shows nothing after the moment of a page of the past', () => {
    expect(windowUntil(range, at('12T10:00'))).toEqual({ from: at('12T09:00'), to: at('12T10:00') + 1 });
    expect(windowUntil(range, at('12T13:00'))).toEqual(morning);
    expect(windowUntil(range, at('11T00:00'))).toEqual({ from: at('10T21:00') + 1, to: at('11T00:00') + 1 });
  });

  it('has a name in words', () => {
    expect(rangeName(range)).toBe('12\u00a0Mar\u00a02026 09:00 to 12:00');
    expect(inRange(range)).toBe('from 12\u00a0Mar\u00a02026 09:00 to 12:00');
    expect(inRange('24h')).toBe('in 24 h');
    const night = chosenRange({ from: at('11T22:00'), to: at('12T06:00') });
    expect(rangeName(night)).toBe('11\u00a0Mar\u00a02026 22:00 to 12\u00a0Mar\u00a02026 06:00');
  });
});

test.each([
  ['2026-11-22T22:00:00Z', '2026-11-23T06:00:00.000Z', true],
  ['2026-11-23T06:00:00Z', '2026-11-22T22:00:00Z', false],
  ['2026-11-23T06:00:00Z', '2026-11-23T06:00:00Z', false],
  ['2025-01-01T00:00:00Z', '2026-11-23T06:00:00Z', false],
  ['2026-11-22', '2026-11-23', false],
  ['2026-11-22T22:00:00Z', '', false],
  ['2026-99-22T22:00:00Z', '2026-11-23T06:00:00Z', false],
])('a range from %s to %s is valid: %s', (from, to, isValid) => {
  expect(windowIn(from, to) !== null).toBe(isValid);
});
