/** Numbers of regions and nodes per state, for the verdicts. */

import type { QueryClient } from '@tanstack/react-query';
import { cachedFeed } from '#app/queries/keys.ts';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Resource } from '#contract/resources.ts';
import { type Answer, availabilityOf } from '#domain/answer/answer.ts';
import { type DeliveredTally, deliveredReading } from '#domain/first-screen/delivered-tally.ts';
import { isWeaker } from '#domain/lists/claim.ts';
import {
  coversAllOf,
  type InventoryReadings,
  type ListReading,
  listReadingOf,
  type Tally,
} from '#domain/verdict/tally.ts';

interface Tallied {
  /** Times and lifetime of the counted response, without its rows. */
  readonly answer: Answer<null>;
  readonly tally: Tally;
}

const tallies = new Map<string, Tallied>();

const regionPaths = pathsOf('region');
const nodePaths = pathsOf('node');

function keyOf(slug: string, path: EndpointPath): string {
  return `${slug} ${path}`;
}

/** Stores the numbers of regions or nodes per state in a list's newest response (tally-lists.ts). */
export function setTally(slug: string, path: EndpointPath, tallied: Tallied): void {
  tallies.set(keyOf(slug, path), tallied);
}

/**
 * Numbers of regions and nodes per state from the host, by slug of the deployment. They came with the HTML
 * document and apply until the page has read the list itself.
 */
let delivered: ReadonlyMap<string, readonly DeliveredTally[]> = new Map();
let deliveredAt = 0;

/**
 * Stores the numbers of regions and nodes per state that the host delivered.
 * @param at - epoch milliseconds at which the HTML document arrived.
 */
export function seedDeliveredTallies(tallies: readonly DeliveredTally[], at: number): void {
  const bySlug = new Map<string, DeliveredTally[]>();
  for (const tally of tallies) bySlug.set(tally.slug, [...(bySlug.get(tally.slug) ?? []), tally]);
  delivered = bySlug;
  deliveredAt = at;
}

/**
 * Returns the host's numbers of regions or nodes per state in a list, and when they arrived, epoch
 * milliseconds; `null` without them.
 */
export function deliveredTally(slug: string, path: EndpointPath) {
  const found = delivered.get(slug)?.find((each) => each.path === path && each.tally);
  return found ? { told: found, at: deliveredAt } : null;
}

/** Whether the host knew, when it sent the HTML document, that a deployment does not offer a resource. */
export function isReportedAbsent(slug: string, resource: Resource): boolean {
  const lists = delivered.get(slug) ?? [];
  return pathsOf(resource).every((path) => lists.some((each) => each.path === path && each.tally === null));
}

function readingIn(
  client: QueryClient,
  slug: string,
  paths: readonly EndpointPath[],
  time: number,
): ListReading {
  const feeds = paths.map((path) => ({ path, feed: cachedFeed(client, slug, path) }));
  // The first offered version of the list counts.
  const preferred = feeds.find(({ feed }) => availabilityOf(feed) !== 'not-offered') ?? feeds[0];
  if (!preferred) return listReadingOf('not-offered', null, null, time);
  const { path, feed } = preferred;
  const tallied = tallies.get(keyOf(slug, path));
  const hostReading = deliveredReading(paths, delivered.get(slug) ?? [], deliveredAt, time, feed.failure);
  // The page reads the first rows of a truncated list before the rest. The host may know the rest already.
  // Its more complete counts win unless the page's own rows contradict them.
  const isHostFuller =
    tallied &&
    hostReading.tally &&
    hostReading.freshness === 'fresh' &&
    isWeaker(tallied.tally.claim, hostReading.tally.claim) &&
    coversAllOf(hostReading.tally, tallied.tally);
  if (tallied && !isHostFuller) {
    // A failure counts only after the newest response, which may not be counted yet.
    const isNewest = feed.answer !== null && feed.answer.receivedAt <= tallied.answer.receivedAt;
    const failure = isNewest ? feed.failure : null;
    const own = { answer: tallied.answer, failure };
    return listReadingOf(availabilityOf(feed), own, tallied.tally, time);
  }
  if (hostReading.tally) return hostReading;
  return feed.answer || feed.failure ? listReadingOf(availabilityOf(feed), null, null, time) : hostReading;
}

export function inventoryIn(client: QueryClient, slug: string, time: number): InventoryReadings {
  return {
    regions: readingIn(client, slug, regionPaths, time),
    nodes: readingIn(client, slug, nodePaths, time),
  };
}
