import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { now } from '#app/ui/time/clock.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { type Feed, noHeaders } from '#domain/answer/answer.ts';
import { exact } from '#domain/lists/claim.ts';
import { tabStateOf } from '#domain/verdict/tab.ts';
import { vanishedComponents } from '#domain/verdict/vanished.ts';
import { answerAt, documentOf, failureAt } from '#testing/feeds.ts';
import { setTally } from './tallies.ts';
import { setVanished, verdictIn } from './verdicts.ts';

const v1: EndpointPath = '/api/v1/status';
const v2: EndpointPath = '/api/v2/status';

function holding(slug: string, feeds: Partial<Record<EndpointPath, Feed<StatusDocument>>>) {
  const client = new QueryClient();
  for (const [path, feed] of Object.entries(feeds)) client.setQueryData([slug, path, {}], feed);
  const deployment: Deployment = {
    slug,
    name: slug,
    baseUrl: slug,
    shownUrl: slug,
    demo: false,
    words: {},
    places: {},
  };
  return verdictIn(client, deployment);
}

const absent = (path: EndpointPath): Feed<StatusDocument> => ({
  answer: null,
  failure: failureAt(now(), { path, kind: 'http', status: 404 }),
});
const good = () => answerAt(now(), documentOf('operational', { API: 'operational' }));

test('a missing status document is a known fact: the tab says that the state is unknown', () => {
  const verdict = holding('without', { [v1]: absent(v1), [v2]: absent(v2) });
  expect(verdict).toMatchObject({ severity: 'unknown', freshness: 'fresh' });
  expect(tabStateOf([{ verdict, age: null }], false)).toEqual({ severity: 'unknown', text: '(1) Unknown' });
});

test('before the first response, the verdict says so', () => {
  expect(holding('silent', {})).toMatchObject({ severity: 'unvouched', freshness: 'waiting' });
});

test('the offered version counts', () => {
  expect(holding('first', { [v1]: { answer: good(), failure: null }, [v2]: absent(v2) }).claim).toMatchObject({
    severity: 'ok',
  });
});

test('a component that is no longer listed counts wherever the verdict is read', () => {
  const missing = { id: 'Cache', name: 'Cache', lastSeen: 0, acknowledged: false };
  setVanished('losing', vanishedComponents([missing]));
  expect(holding('losing', { [v2]: { answer: good(), failure: null } }).severity).toBe('vanished');
});

test('a verdict of the past is that of its moment, and changes nothing of the present', () => {
  const now = Date.parse('2026-11-28T09:00:00Z');
  const asOf = (observed: string) => ({
    ...noHeaders,
    asOf: '2026-11-27T03:00:00.000Z',
    seen: '2026-11-27T02:59:58.000Z',
    observed,
  });
  const thenFeed = (observed: string) => ({
    answer: answerAt(now, documentOf('operational', { API: 'degraded' }), { headers: asOf(observed) }),
    failure: null,
  });
  const slug = 'both@2026-11-27T03:00:00Z';
  expect(holding(slug, { [v2]: thenFeed('complete') })).toMatchObject({
    severity: 'degraded',
    freshness: 'fresh',
    headline: { text: 'Degraded' },
    caveat: null,
  });
  // Nodes of the past count for the past only.
  setTally(slug, '/api/v2/nodes', {
    answer: answerAt(now, null, { headers: asOf('complete') }),
    tally: { groups: [{ code: 'fra1', name: null, word: 'not_operational', count: 9 }], claim: exact },
  });
  expect(holding(slug, { [v2]: thenFeed('complete') }).inventory.nodes).toMatchObject({
    freshness: 'fresh',
    total: 9,
  });
  expect(holding('both', { [v2]: { answer: good(), failure: null } }).inventory.nodes?.total ?? 0).toBe(0);
  // What was not observed then was no longer confirmed.
  expect(holding(slug, { [v2]: thenFeed('none') })).toMatchObject({ freshness: 'late' });
});
