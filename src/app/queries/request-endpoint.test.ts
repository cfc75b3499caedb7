import { expect, test } from 'vitest';
import { RequestFailure } from '#client/request-failure.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { failureAfter } from './request-endpoint.ts';

const path = '/api/v2/status';
const deployment: Deployment = {
  slug: 'a',
  name: 'a',
  baseUrl: 'deployments/a',
  shownUrl: 'deployments/a',
  demo: false,
  words: {},
  places: {},
};

test('copies of one failure count once, and further failures count each', () => {
  const runs: number[] = [];
  let earlier: Feed<unknown> = { answer: null, failure: null };
  for (const served of ['a', 'a', 'a', 'b', 'a', null, null]) {
    const cause = new RequestFailure(path, 'http', 'HTTP 503', { status: 503 });
    cause.served = served;
    const { signal } = new AbortController();
    const failure = failureAfter(cause, { deployment, path, signal, earlier, askedAt: 0 });
    runs.push(failure.run);
    earlier = { answer: null, failure };
  }
  expect(runs).toEqual([1, 1, 1, 2, 3, 4, 5]);
});
