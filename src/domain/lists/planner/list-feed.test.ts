import { expect, test } from 'vitest';
import { noHeaders } from '#domain/answer/answer.ts';
import { exact } from '../claim.ts';
import { claimThen } from './list-feed.ts';

const observed = (value: string | null) => ({ headers: { ...noHeaders, observed: value } });

test('a response of the past that is partial makes every figure a lower bound', () => {
  expect(claimThen(exact, [observed('complete'), observed('partial')])).toEqual({
    kind: 'at-least',
    reasons: ['not everything is known of that time'],
  });
});

test.each([[[]], [[null]], [['complete', 'none']]])('responses %j leave the claim of the list', (values) => {
  expect(claimThen(exact, values.map(observed))).toBe(exact);
});
