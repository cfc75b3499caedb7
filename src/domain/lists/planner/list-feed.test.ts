import { expect, test } from 'vitest';
import { noHeaders } from '#domain/answer/answer.ts';
import { exact } from '../claim.ts';
import { claimThen, leastObserved } from './list-feed.ts';

const observed = (value: string | null) => ({ headers: { ...noHeaders, observed: value } });

test('a response of the past that is partial makes every figure a lower bound', () => {
  expect(claimThen(exact, [observed('complete'), observed('partial')])).toEqual({
    kind: 'at-least',
    reasons: ['not every number or state of that time is known'],
  });
});

test.each([[[]], [[null]], [['complete', 'none']]])('responses %j leave the claim of the list', (values) => {
  expect(claimThen(exact, values.map(observed))).toBe(exact);
});

test.each([
  [['complete', 'partial', 'none', 'partial'], 'none'],
  [['complete', 'partial', 'complete'], 'partial'],
  [['complete', 'complete'], 'complete'],
  [[null], null],
])('a list of the responses %j was observed as %s', (values, expected) => {
  const [first = observed(null), ...others] = values.map(observed);
  expect(leastObserved([first, ...others], first.headers).observed).toBe(expected);
});
