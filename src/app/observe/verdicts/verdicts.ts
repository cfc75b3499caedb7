/** Computes the verdicts of all deployments from the query cache. Sends no request. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { cachedFeed, feedOfQuery, queriesOf } from '#app/queries/keys.ts';
import { useStore } from '#app/ui/host.ts';
import { now, subscribeToSeconds } from '#app/ui/time/clock.ts';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { availabilityOf, type Feed, silentFeed } from '#domain/answer/answer.ts';
import { type Freshness, freshnessOfAll } from '#domain/answer/freshness.ts';
import { isDeploymentLost } from '#domain/failures/contact.ts';
import { noRegionsByNodes, type RegionsByNodes } from '#domain/severity/region-state.ts';
import { regionsByNodes } from '#domain/verdict/inventory-part.ts';
import type { Reach } from '#domain/verdict/reach.ts';
import type { InventoryReadings, ListReading } from '#domain/verdict/tally.ts';
import type { ComponentState, Verdict } from '#domain/verdict/verdict.ts';
import { verdictOf } from '#domain/verdict/verdict-of.ts';
import { subscribeToFeeds } from '../feeds.ts';
import { inventoryIn } from './tallies.ts';

const versions = pathsOf('status');

export function statusFeedIn(client: QueryClient, { slug }: Deployment): Feed<StatusDocument> {
  const feeds = versions.map((path) => cachedFeed(client, slug, path));
  return feeds.find((feed) => availabilityOf(feed) !== 'not-offered') ?? feeds[0] ?? silentFeed;
}

const noneVanished: readonly ComponentState[] = [];
const vanished = new Map<string, readonly ComponentState[]>();
const reaches = new Map<string, Reach>();
const listeners = new Map<string, Set<() => void>>();
const listenersToAll = new Set<() => void>();

export function notifyVerdict(slug: string): void {
  for (const listener of listeners.get(slug) ?? []) listener();
  for (const listener of listenersToAll) listener();
}

/** Sets the components that the status document of a deployment no longer lists (roster/store.ts). */
export function setVanished(slug: string, components: readonly ComponentState[]): void {
  vanished.set(slug, components);
  notifyVerdict(slug);
}

/** Sets which endpoints of a deployment fail or are absent (observe/verdicts/reach.ts). */
export function setReach(slug: string, reach: Reach): void {
  reaches.set(slug, reach);
  notifyVerdict(slug);
}

export function watchVerdicts(client: QueryClient): void {
  subscribeToFeeds(client, ({ slug }) => notifyVerdict(slug));
}

/** Returns the values of a list reading that change the verdict. They may change without a new response. */
function partsOf({ availability, freshness, tally }: ListReading): readonly unknown[] {
  return [availability, freshness, tally];
}

interface Known {
  readonly verdict: Verdict;
  readonly parts: readonly unknown[];
}

const known = new Map<string, Known>();

/**
 * Returns the readings of the lists of regions and nodes. If the deployment is lost, no list counts as fresh,
 * whatever its own lifetime (docs/understand/freshness.md).
 */
export function readingsIn(
  client: QueryClient,
  deployment: Deployment,
  freshness: Freshness,
): InventoryReadings {
  const time = now();
  const readings = inventoryIn(client, deployment.slug, time);
  if (freshness !== 'lost') return readings;
  const all = () => queriesOf(client, deployment.slug).map(feedOfQuery);
  if (!isDeploymentLost(statusFeedIn(client, deployment), all, time)) return readings;
  const lost = (reading: ListReading): ListReading =>
    reading.tally ? { ...reading, freshness: 'lost' } : reading;
  return { regions: lost(readings.regions), nodes: lost(readings.nodes) };
}

export function verdictWith(
  client: QueryClient,
  deployment: Deployment,
  feed: Feed<StatusDocument>,
  freshness = freshnessOfAll([feed], now()),
  inventory = readingsIn(client, deployment, freshness),
): Verdict {
  const { slug } = deployment;
  const reach = reaches.get(slug);
  return verdictOf(feed, freshness, deployment, {
    inventory,
    vanished: vanished.get(slug) ?? noneVanished,
    ...(reach && { reach }),
  });
}

/** Returns the current verdict; the same object until one of its inputs changes. */
export function verdictIn(client: QueryClient, deployment: Deployment): Verdict {
  const { slug } = deployment;
  const feed = statusFeedIn(client, deployment);
  const freshness = freshnessOfAll([feed], now());
  const { regions, nodes } = readingsIn(client, deployment, freshness);
  const parts = [
    feed,
    freshness,
    deployment,
    vanished.get(slug),
    reaches.get(slug),
    ...partsOf(regions),
    ...partsOf(nodes),
  ];
  const last = known.get(slug);
  if (last && parts.every((part, index) => part === last.parts[index])) return last.verdict;
  const verdict = verdictWith(client, deployment, feed, freshness);
  known.set(slug, { verdict, parts });
  return verdict;
}

export function subscribeToVerdicts(listener: () => void): () => void {
  listenersToAll.add(listener);
  const stop = subscribeToSeconds(listener);
  return () => {
    listenersToAll.delete(listener);
    stop();
  };
}

function useVerdictSubscription(slug: string) {
  return useCallback(
    (listener: () => void) => {
      const own = listeners.get(slug) ?? new Set();
      listeners.set(slug, own.add(listener));
      const stop = subscribeToSeconds(listener);
      return () => {
        own.delete(listener);
        stop();
      };
    },
    [slug],
  );
}

export function useVerdict(deployment: Deployment): Verdict {
  const client = useQueryClient();
  return useStore(useVerdictSubscription(deployment.slug), () => verdictIn(client, deployment));
}

const lastByNodes = new Map<string, RegionsByNodes>();

/**
 * Returns the severities that regions have by their nodes; the same object while the content is equal.
 * Otherwise each status poll would cause all listings to be joined again.
 */
function regionsByNodesIn(client: QueryClient, deployment: Deployment): RegionsByNodes {
  const { slug } = deployment;
  const last = lastByNodes.get(slug) ?? noRegionsByNodes;
  const next = regionsByNodes(verdictIn(client, deployment).inventory);
  const isSame =
    next.size === last.size &&
    [...next].every(([code, { severity, nodes }]) => {
      const before = last.get(code);
      return before?.severity === severity && before.nodes === nodes;
    });
  if (isSame) return last;
  lastByNodes.set(slug, next);
  return next;
}

export function useRegionsByNodes(deployment: Deployment): RegionsByNodes {
  const client = useQueryClient();
  return useStore(useVerdictSubscription(deployment.slug), () => regionsByNodesIn(client, deployment));
}
