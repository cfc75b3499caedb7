import { expect, test } from 'vitest';
import { answerAt, failureAt } from '#testing/feeds.ts';
import { availabilityOf, type Feed, isAbsent, silentFeed } from './answer.ts';

const answer = answerAt(0, null);
const absent = failureAt(0, { kind: 'http', status: 404 });

test.each([
  ['not asked yet', silentFeed, 'waiting'],
  ['answered', { answer, failure: null }, 'offered'],
  ['never answered, says it is not there', { answer: null, failure: absent }, 'not-offered'],
  ['had answered, says once that it is not there', { answer, failure: absent }, 'offered'],
  ['had answered, says it is not there', { answer, failure: { ...absent, run: 2 } }, 'no-longer-offered'],
  ['wants credentials', { answer: null, failure: failureAt(0, { kind: 'refused', status: 401 }) }, 'refused'],
  [
    'had answered, wants credentials now',
    { answer, failure: failureAt(0, { kind: 'refused', status: 403 }) },
    'refused',
  ],
  ['no connection', { answer: null, failure: failureAt(0) }, 'failing'],
  ['had answered, no connection now', { answer, failure: failureAt(0) }, 'failing'],
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
