import { expect, test } from 'vitest';
import { ticksOf } from './ticks.ts';

const minute = 60_000;
const from = Date.parse('2026-11-26T10:02:00Z');

test.each([
  ['4 min', 4 * minute, ['10:02', '10:03', '10:04', '10:05', '10:06']],
  ['20 min', 20 * minute, ['10:05', '10:10', '10:15', '10:20']],
  ['70 min', 70 * minute, ['10:15', '10:30', '10:45', '11:00']],
  ['5 h', 300 * minute, ['11:00', '12:00', '13:00', '14:00', '15:00']],
  ['24 h', 1440 * minute, ['12:00', '18:00', '27 Nov', '06:00']],
  ['7 d', 7 * 1440 * minute, ['27 Nov', '29 Nov', '1 Dec', '3 Dec']],
])('%s has ticks at whole steps of the clock', (_case, length, labels) => {
  const ticks = ticksOf({ from, to: from + length }, 5);
  expect(ticks.map(({ label }) => label.replaceAll('\u00a0', ' '))).toEqual(labels);
});

test('there is no tick in a window shorter than a step', () => {
  expect(ticksOf({ from: from + 1, to: from + 2 }, 5)).toEqual([]);
});
