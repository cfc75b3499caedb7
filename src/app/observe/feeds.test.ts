import { expect, test } from 'vitest';
import type { Node } from '#contract/resources.ts';
import { knowNothing } from '#domain/lists/planner/knowledge.ts';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { createQueryClient } from '../queries/client.ts';
import { endpointKey } from '../queries/keys.ts';
import { type FeedEvent, isFeedOf, subscribeToFeeds, watchFeeds } from './feeds.ts';

const key = endpointKey('core', '/api/v2/status');

function feed(word: string) {
  return { answer: answerAt(0, documentOf(word, {})), failure: null };
}

test('each change is reported once, the last one when a query leaves the cache', () => {
  const client = createQueryClient();
  const [first, second] = [feed('operational'), feed('degraded')];
  const events: FeedEvent[] = [];
  const stop = subscribeToFeeds(client, (event) => events.push(event));
  client.setQueryData(key, first);
  client.setQueryData(key, first);
  client.setQueryData(key, second);
  client.setQueryData(['core', 'elsewhere'], second);
  client.removeQueries({ queryKey: key });
  expect(events.map(({ feed, before }) => [feed, before])).toEqual([
    [first, null],
    [second, first],
    [null, second],
  ]);
  stop();
  client.setQueryData(key, first);
  expect(events).toHaveLength(3);
});

test('a new watcher receives the current feeds, even if another watched before', () => {
  const client = createQueryClient();
  subscribeToFeeds(client, () => undefined);
  client.setQueryData(key, feed('operational'));
  client.setQueryData(key, feed('degraded'));
  client.setQueryData(endpointKey('core', '/api/v1/nodes', 'fra1'), {
    answer: null,
    failure: null,
    knowledge: knowNothing<Node>(),
    task: { byRegion: false, codes: [] },
  });
  const told: unknown[] = [];
  watchFeeds(client, (event) => {
    if (isFeedOf(event, 'status')) told.push([event.feed?.answer?.value.status, event.before]);
    else told.push([event.path, event.region]);
  });
  expect(told).toEqual([
    ['degraded', null],
    ['/api/v1/nodes', 'fra1'],
  ]);
});
