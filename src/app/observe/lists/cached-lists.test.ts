import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exact } from '#domain/lists/claim.ts';
import { createListing, type Listing } from '#domain/lists/listing.ts';
import { type Knowledge, knowNothing } from '#domain/lists/planner/knowledge.ts';
import type { ListFeed } from '#domain/lists/planner/list-feed.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { answerAt } from '#testing/feeds.ts';
import { watchCachedLists } from './cached-lists.ts';

const key = ['core', '/api/v2/buckets', {}];
const path = '/api/v2/buckets';
let released: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  released = [];
});
afterEach(() => vi.useRealTimers());

function listing(name: string): Listing<object> {
  return { ...createListing([], () => ({}), exact), release: () => released.push(name) };
}

function page(name: string): Page<object> {
  return {
    count: 0,
    pagination: { limit: null, count: 0, hasMore: false },
    repeated: 0,
    regions: new Map(),
    ids: null,
    likeness: null,
    content: { listing: () => listing(name), rows: async () => [], release: () => released.push(name) },
  };
}

function feed(value: Listing<object>, pages: Readonly<Record<string, Page<object>>>): ListFeed<object> {
  const regions: Knowledge<object>['regions'] = new Map(
    Object.entries(pages).map(([code, each]) => [
      code,
      { limit: null, feed: { answer: answerAt(0, each, { path }), failure: null } },
    ]),
  );
  return {
    knowledge: { ...knowNothing<object>(), regions },
    task: { byRegion: true, codes: [] },
    answer: answerAt(0, value, { path }),
    failure: null,
  };
}

test('lists that left the cache are released: responses at once, a listing after its successor took over', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { structuralSharing: false } } });
  const iad1 = page('iad1');
  // These lists are in the cache before anything watches it.
  client.setQueryData(key, feed(listing('first'), { fra1: page('fra1'), iad1 }));
  const stop = watchCachedLists(client);
  client.setQueryData(key, feed(listing('second'), { fra1: page('fra1, again'), iad1 }));
  expect(released).toEqual(['fra1']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(released).toEqual(['fra1', 'first']);
  client.removeQueries({ queryKey: key });
  await vi.advanceTimersByTimeAsync(0);
  expect(released).toEqual(['fra1', 'first', 'fra1, again', 'iad1', 'second']);
  stop();
});
