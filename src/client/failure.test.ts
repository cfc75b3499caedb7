import { expect, test } from 'vitest';
import { RequestFailure } from '#client/request-failure.ts';
import { failureOf } from './failure.ts';

const path = '/api/v1/nodes';
const context = { path, run: 2, since: 500, at: 1_000, spread: 0.5 } as const;

test('a failed request keeps its cause in words and has the time of the next attempt', () => {
  const cause = new RequestFailure(path, 'http', 'HTTP 503', { status: 503, retryAfterSeconds: 90 });
  expect(failureOf(cause, context)).toEqual({
    ...context,
    kind: 'http',
    reason: null,
    status: 503,
    summary: 'HTTP 503',
    detail: null,
    retryAt: 91_000,
    mayBeStored: false,
    served: null,
  });
});

test('a Retry-After counts for at most five minutes', () => {
  const cause = new RequestFailure(path, 'http', 'HTTP 503', { retryAfterSeconds: 86_400 });
  expect(failureOf(cause, context).retryAt).toBe(301_000);
});

test.each([
  [new RangeError('too much'), 'too much'],
  ['no error at all', null],
])('an unexpected error (%s) is a failure like any other, and is retried in time', (cause, detail) => {
  expect(failureOf(cause, context)).toMatchObject({ kind: 'contract', run: 2, retryAt: null, detail });
});
