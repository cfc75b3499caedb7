import { geoContains } from 'd3-geo';
import { expect, test } from 'vitest';
import { nightAt, underTheSun } from './night.ts';

const at = (text: string) => Date.parse(text);
const nearly = (degrees: number) => (value: number) => Math.abs(value - degrees) < 1;

test('the sun is over the equator in March and over the tropics at the solstices', () => {
  expect(underTheSun(at('2026-03-20T12:00Z')).lat).toSatisfy(nearly(0));
  expect(underTheSun(at('2026-06-21T12:00Z')).lat).toSatisfy(nearly(23.4));
  expect(underTheSun(at('2026-12-21T12:00Z')).lat).toSatisfy(nearly(-23.4));
});

test('solar noon is at the time that almanacs state', () => {
  // At Greenwich, solar noon is at 12:14 in February and at 11:44 in November.
  expect(underTheSun(at('2026-02-11T12:14Z')).lon).toSatisfy(nearly(0));
  expect(underTheSun(at('2026-11-03T11:44Z')).lon).toSatisfy(nearly(0));
});

test.each([
  ['2026-03-20T12:00Z', 'London', [0, 51.5], false],
  ['2026-03-20T12:00Z', 'Auckland', [174.8, -36.8], true],
  ['2026-06-21T00:00Z', 'Tromsø, where the sun does not set', [19, 69.6], false],
  ['2026-12-21T12:00Z', 'Tromsø, where it does not rise', [19, 69.6], true],
  ['2026-11-22T03:00Z', 'Tokyo', [139.7, 35.7], false],
  ['2026-11-22T03:00Z', 'New York', [-74, 40.7], true],
] as const)('%s, %s', (time, _, place, isNight) => {
  expect(geoContains(nightAt(at(time)), [...place])).toBe(isNight);
});
