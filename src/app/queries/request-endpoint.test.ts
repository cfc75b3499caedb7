import { afterEach, expect, test, vi } from 'vitest';
import { drawUnder } from '#app/delivered/base.ts';
import { RequestFailure } from '#client/request-failure.ts';
import { statusReader } from '#client/status-reader.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { nextRequestAt } from '#domain/answer/next-request.ts';
import { deploymentAsOf } from '#domain/history/past/as-of.ts';
import { failureAfter, requestEndpoint } from './request-endpoint.ts';

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

const past = deploymentAsOf(deployment, '2026-11-27T03:00:00Z');
const policy = { pollMilliseconds: 10_000, hidden: false };

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a past moment is requested from the history, and its response never again', async () => {
  drawUnder('');
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    const headers = {
      'content-type': 'application/json',
      'edgewatch-as-of': '2026-11-27T03:00:00.000Z',
      'edgewatch-seen': '2026-11-27T02:59:58.000Z',
      'edgewatch-observed': 'complete',
    };
    return new Response(JSON.stringify({ status: 'operational', components: [] }), { headers });
  });
  const { signal } = new AbortController();
  const target = { path, reader: statusReader, parameters: {}, signal, earlier: undefined } as const;
  const answer = await requestEndpoint({ ...target, deployment: past });
  // Another test in the same process may have set a base path.
  expect(requested).toEqual([
    expect.stringMatching(/\/history\/a\/at\/2026-11-27T03:00:00Z\/api\/v2\/status$/),
  ]);
  expect(answer.receivedAt).toBe(Date.parse('2026-11-27T02:59:58Z'));
  expect(nextRequestAt({ answer, failure: null }, policy)).toBe(Number.POSITIVE_INFINITY);
});

test('what was not recorded at a past moment is never requested again', () => {
  const { signal } = new AbortController();
  const cause = new RequestFailure(path, 'http', 'HTTP 404', { status: 404 });
  const dueAt = (of: Deployment) => {
    const failure = failureAfter(cause, { deployment: of, path, signal, earlier: undefined, askedAt: 0 });
    return nextRequestAt({ answer: null, failure }, policy);
  };
  expect(dueAt(past)).toBe(Number.POSITIVE_INFINITY);
  expect(dueAt(deployment)).toBeLessThan(Number.POSITIVE_INFINITY);
});
