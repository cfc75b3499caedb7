import { expect, test } from 'vitest';
import type { EventType, Integer } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing } from '#domain/lists/listing.ts';
import { rankOf } from './rank.ts';

function event(name: string, count: Integer | null, source: string | null): EventType {
  return { id: name, created_at: null, name, count, source };
}

const events = [
  event('a', 2n ** 60n, 'api'),
  event('b', 5, 'server'),
  event('c', 5, 'server'),
  event('d', 1, null),
  event('e', null, 'server'),
] as const;
const listing = createListing<EventType>(events, fieldsOf.event, exact);

test.each([
  ['the largest is first, beyond 2^53 as well', events[0], 1],
  ['equal volumes share a rank', events[1], 2],
  ['equal volumes share a rank', events[2], 2],
  ['those after them count all before', events[3], 4],
  ['a volume that cannot be read has no rank', events[4], null],
])('%s', async (_case, each, rank) => {
  expect((await rankOf(listing, each)).rank).toBe(rank);
});

test('shares are of exact sums, and report what could not be added', async () => {
  const { all, ofSource } = await rankOf(listing, events[1]);
  expect(all).toEqual({ total: 2n ** 60n + 11n, counted: 4, missing: 1 });
  expect(ofSource).toEqual({ total: 10, counted: 2, missing: 1 });
});

test('without a source there is no share', async () => {
  expect((await rankOf(listing, events[3])).ofSource).toBeNull();
});
