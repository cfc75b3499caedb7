import { expect, test } from 'vitest';
import { PollTimes, pastTimes, seenSteps } from './poll-times.ts';

const end = Date.parse('2026-11-25T14:37:21.345Z');
const times = pastTimes(end);
const polls = new PollTimes(
  { path: '/api/v2/nodes', period: 60_000, validMilliseconds: 70_000, took: 20, ahead: 200 },
  times,
);

test('polls are one period apart, except for the outage', () => {
  const all = polls.within(times.from - 1_000, end);
  const apart = all.slice(1).map((poll, index) => poll - (all[index] ?? 0));
  expect(apart.filter((each) => each !== 60_000)).toEqual([polls.firstAfter - polls.lastBefore]);
  expect(all.map((look) => polls.before(look))).toEqual([null, ...all.slice(0, -1)]);
  expect(all.map((look) => polls.until(look))).toEqual(all.map((_, index) => index + 1));
  expect([all[0], all.at(-1)]).toEqual([polls.first, polls.last]);
});

test('there are no polls after the last one and during the outage', () => {
  expect(polls.firstFrom(polls.last)).toBe(polls.last);
  expect(polls.firstFrom(polls.last + 1)).toBeNull();
  expect(polls.firstFrom(polls.lastBefore + 1)).toBe(polls.firstAfter);
  expect(polls.observed(polls.lastBefore, polls.firstAfter)).toBe(0);
});

test('a change is seen at the next poll, and one between two polls never', () => {
  const poll = polls.first + 10 * 60_000;
  const steps = [
    { at: Number.NEGATIVE_INFINITY, value: 'a' },
    { at: poll + 1, value: 'b' },
    { at: poll + 59_000, value: 'c' },
    { at: poll + 61_000, value: 'd' },
    { at: poll + 62_000, value: 'c' },
    { at: end, value: 'e' },
  ];
  expect(seenSteps(polls, steps)).toEqual([
    { at: polls.first, value: 'a' },
    { at: poll + 60_000, value: 'c' },
  ]);
});
