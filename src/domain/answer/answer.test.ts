import { expect, test } from 'vitest';
import { answerAt, failureAt } from '#testing/feeds.ts';
import { availabilityOf, type Feed, isAbsent, silentFeed } from './answer.ts';

const answer = answerAt(0, null);
const absent = failureAt(0, { kind: 'http', status: 404 });

test.each([
  ['no request yet', silentFeed, 'waiting'],
  ['answered', { answer, failure: null }, 'offered'],
  ['no response yet, 404', { answer: null, failure: absent }, 'not-offered'],
  ['responded before, one 404', { answer, failure: absent }, 'offered'],
  ['responded before, repeated 404', { answer, failure: { ...absent, run: 2 } }, 'no-longer-offered'],
  [
    'asks for credentials',
    { answer: null, failure: failureAt(0, { kind: 'refused', status: 401 }) },
    'refused',
  ],
  [
    'responded before, asks for credentials now',
    { answer, failure: failureAt(0, { kind: 'refused', status: 403 }) },
    'refused',
  ],
  ['no connection', { answer: null, failure: failureAt(0) }, 'failing'],
  ['responded before, no connection now', { answer, failure: failureAt(0) }, 'failing'],
  ['HTTP 500', { answer: null, failure: failureAt(0, { kind: 'http', status: 500 }) }, 'failing'],
] satisfies readonly (readonly [string, Feed<unknown>, string])[])('%s: %s', (_case, feed, availability) => {
  expect(availabilityOf(feed)).toBe(availability);
});

test.each([
  [404, true],
  [405, true],
  [410, true],
  [501, true],
  [400, false],
  [401, false],
  [429, false],
  [500, false],
  [503, false],
])('HTTP %i means that the endpoint is not offered: %s', (status, expected) => {
  expect(isAbsent(failureAt(0, { kind: 'http', status }))).toBe(expected);
});

test('a 404 of another failure kind does not mean that the endpoint is not offered', () => {
  expect(isAbsent(failureAt(0, { kind: 'protocol', status: 404 }))).toBe(false);
});
