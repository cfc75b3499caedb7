import { expect, test } from 'vitest';
import { Looks, pastTimes, seenSteps } from './poll-times.ts';

const end = Date.parse('2026-11-25T14:37:21.345Z');
const times = pastTimes(end);
const looks = new Looks(
  { path: '/api/v2/nodes', period: 60_000, vouched: 70_000, took: 20, ahead: 200 },
  times,
);

test('polls are one period apart, except for the outage', () => {
  const all = looks.within(times.from - 1_000, end);
  const apart = all.slice(1).map((look, index) => look - (all[index] ?? 0));
  expect(apart.filter((each) => each !== 60_000)).toEqual([looks.firstAfter - looks.lastBefore]);
  expect(all.map((look) => looks.before(look))).toEqual([null, ...all.slice(0, -1)]);
  expect(all.map((look) => looks.until(look))).toEqual(all.map((_, index) => index + 1));
  expect([all[0], all.at(-1)]).toEqual([looks.first, looks.last]);
});

test('there are no polls after the last one and during the outage', () => {
  expect(looks.firstFrom(looks.last)).toBe(looks.last);
  expect(looks.firstFrom(looks.last + 1)).toBeNull();
  expect(looks.firstFrom(looks.lastBefore + 1)).toBe(looks.firstAfter);
  expect(looks.observed(looks.lastBefore, looks.firstAfter)).toBe(0);
});

test('a change is seen at the next poll, and one between two polls never', () => {
  const look = looks.first + 10 * 60_000;
  const steps = [
    { at: Number.NEGATIVE_INFINITY, value: 'a' },
    { at: look + 1, value: 'b' },
    { at: look + 59_000, value: 'c' },
    { at: look + 61_000, value: 'd' },
    { at: look + 62_000, value: 'c' },
    { at: end, value: 'e' },
  ];
  expect(seenSteps(looks, steps)).toEqual([
    { at: looks.first, value: 'a' },
    { at: look + 60_000, value: 'c' },
  ]);
});
