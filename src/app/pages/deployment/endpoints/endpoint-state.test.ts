import { describe, expect, test } from 'vitest';
import { type Answer, type Failure, type Feed, noHeaders } from '#domain/answer/answer.ts';
import { freshLifetime } from '#domain/answer/poll.ts';
import { countStates, stateOf } from './endpoint-state.ts';

const path = '/api/v1/events';

const answer: Answer<unknown> = {
  path,
  value: null,
  findings: [],
  unlisted: [],
  receivedAt: 0,
  servedAt: null,
  skew: 0,
  ageSeconds: 0,
  lifetime: freshLifetime(60_000, 'max-age=60'),
  uncacheableRun: 0,
  spread: 0,
  headers: noHeaders,
  latencyMilliseconds: 1,
  bytes: 2,
};

function failure(kind: Failure['kind'], status: number | null, run: number): Failure {
  return { path, kind, status, summary: '', detail: null, at: 0, retryAt: null, run, since: 0, spread: 0 };
}

const feeds: readonly (readonly [string, Feed<unknown>])[] = [
  ['waiting', { answer: null, failure: null }],
  ['readable', { answer, failure: null }],
  ['readable', { answer, failure: failure('http', 503, 1) }],
  ['no-contact', { answer, failure: failure('http', 503, 2) }],
  ['no-contact', { answer: null, failure: failure('unreachable', null, 1) }],
  ['not-offered', { answer: null, failure: failure('http', 404, 1) }],
  ['readable', { answer, failure: failure('http', 404, 1) }],
  ['no-longer-offered', { answer, failure: failure('http', 404, 2) }],
  ['refused', { answer: null, failure: failure('refused', 401, 1) }],
];

describe('stateOf', () => {
  test.each(feeds)('%s', (state, feed) => expect(stateOf(feed)).toBe(state));

  test('an endpoint of an earlier visit is no longer offered; responses of this visit decide otherwise', () => {
    const absent = { answer: null, failure: failure('http', 404, 1) };
    expect(stateOf(absent, 0)).toBe('no-longer-offered');
    expect(stateOf({ answer, failure: null }, 0)).toBe('readable');
    expect(stateOf({ answer: null, failure: null }, 0)).toBe('waiting');
  });
});

test('states are counted, readable first even if zero', () => {
  expect(countStates(feeds.map(([, feed]) => stateOf(feed))).map(({ state, count }) => [state, count])).toEqual(
    [
      ['readable', 3],
      ['no-contact', 2],
      ['refused', 1],
      ['no-longer-offered', 1],
      ['not-offered', 1],
      ['waiting', 1],
    ],
  );
  expect(countStates([])).toEqual([{ state: 'readable', count: 0, words: 'readable' }]);
});
