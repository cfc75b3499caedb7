/** What the lists of regions and nodes say, as far as they were read: for the verdicts. */

import type { QueryClient } from '@tanstack/react-query';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Resource } from '#contract/resources.ts';
import { type Answer, availabilityOf } from '#domain/answer/answer.ts';
import { isWeaker } from '#domain/lists/claim.ts';
import { type DeliveredTally, deliveredReading } from '#domain/verdict/delivered-tally.ts';
import {
  holdsAllOf,
  type InventoryReadings,
  type ListReading,
  listReadingOf,
  type Tally,
} from '#domain/verdict/tally.ts';
import { cachedFeed } from '../queries/keys.ts';

interface Tallied {
  /** Receipt time and lifetime of the answer, without its rows. */
  readonly answer: Answer<null>;
  readonly tally: Tally;
}

const tallies = new Map<string, Tallied>();

const regionPaths = pathsOf('region');
const nodePaths = pathsOf('node');

function keyOf(slug: string, path: EndpointPath): string {
  return `${slug} ${path}`;
}

/** Keeps the tally of a list's newest answer (tally-lists.ts). */
export function setTally(slug: string, path: EndpointPath, tallied: Tallied): void {
  tallies.set(keyOf(slug, path), tallied);
}

/** What came with the document stands until the page has read the list itself. */
let delivered: ReadonlyMap<string, readonly DeliveredTally[]> = new Map();
let deliveredAt = 0;

/** @param at - epoch milliseconds at which the document came. */
export function seedDeliveredTallies(tallies: readonly DeliveredTally[], at: number): void {
  const bySlug = new Map<string, DeliveredTally[]>();
  for (const tally of tallies) bySlug.set(tally.slug, [...(bySlug.get(tally.slug) ?? []), tally]);
  delivered = bySlug;
  deliveredAt = at;
}

/** The figures of a list that came with the page, and when they came, epoch milliseconds. */
export function deliveredTally(slug: string, path: EndpointPath) {
  const told = delivered.get(slug)?.find((each) => each.path === path && each.tally);
  return told ? { told, at: deliveredAt } : null;
}

/** Whether the host knew, when the document came, that a deployment offers no list of a resource. */
export function isToldAbsent(slug: string, resource: Resource): boolean {
  const told = delivered.get(slug) ?? [];
  return pathsOf(resource).every((path) => told.some((each) => each.path === path && each.tally === null));
}

function readingIn(
  client: QueryClient,
  slug: string,
  paths: readonly EndpointPath[],
  time: number,
): ListReading {
  const feeds = paths.map((path) => ({ path, feed: cachedFeed(client, slug, path) }));
  // The first version that a deployment offers speaks for the list.
  const speaking = feeds.find(({ feed }) => availabilityOf(feed) !== 'not-offered') ?? feeds[0];
  if (!speaking) return listReadingOf('not-offered', null, null, time);
  const { path, feed } = speaking;
  const tallied = tallies.get(keyOf(slug, path));
  const told = deliveredReading(paths, delivered.get(slug) ?? [], deliveredAt, time, feed.failure);
  // A page reads the first rows of a list that is cut short before the rest, which its host may know. What they say anew
  // counts at once.
  const isMoreTold =
    tallied &&
    told.tally &&
    told.freshness === 'fresh' &&
    isWeaker(tallied.tally.claim, told.tally.claim) &&
    holdsAllOf(told.tally, tallied.tally);
  if (tallied && !isMoreTold) {
    // Of an answer that is still to be tallied nothing failed since.
    const isNewest = feed.answer !== null && feed.answer.receivedAt <= tallied.answer.receivedAt;
    const failure = isNewest ? feed.failure : null;
    const own = { answer: tallied.answer, failure };
    return listReadingOf(availabilityOf(feed), own, tallied.tally, time);
  }
  if (told.tally) return told;
  return feed.answer || feed.failure ? listReadingOf(availabilityOf(feed), null, null, time) : told;
}

/** What the lists of a deployment say at a time, as far as they were read. */
export function inventoryIn(client: QueryClient, slug: string, time: number): InventoryReadings {
  return {
    regions: readingIn(client, slug, regionPaths, time),
    nodes: readingIn(client, slug, nodePaths, time),
  };
}
