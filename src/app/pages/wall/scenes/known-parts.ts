import { useQueryClient } from '@tanstack/react-query';
import { useComponentsSince } from '#app/components/history/use-history.ts';
import { useMissing } from '#app/observe/roster/store.ts';
import { readingsIn, statusFeedIn, useRegionsByNodes, verdictWith } from '#app/observe/verdicts/verdicts.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Deployment } from '#contract/host.ts';
import type { Region, StatusDocument } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { confirmedAt, freshnessOf } from '#domain/answer/freshness.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { regionState } from '#domain/severity/region-state.ts';
import type { ListReading } from '#domain/verdict/tally.ts';
import type { ComponentState } from '#domain/verdict/verdict.ts';
import { type KnownKind, type KnownPart, wordOf } from '#domain/wall/last-known.ts';

export function useKnownComponents(
  { slug }: Deployment,
  { answer }: Feed<StatusDocument>,
  components: readonly ComponentState[],
): KnownKind {
  const startOf = useComponentsSince(slug, components);
  const missing = useMissing(slug, 'component');
  const parts = components.map((component): KnownPart => {
    const { id, name, state } = component;
    const start = startOf(component);
    const gone = state.severity === 'vanished' ? missing.find((each) => each.id === id) : undefined;
    const readAt = gone?.lastSeen ?? (answer && confirmedAt(answer));
    return { id, name, state, readAt, since: start && !start.before && !gone ? start.from : null };
  });
  return { noun: 'component', parts };
}

async function allRows(listing: Listing<Region>): Promise<readonly Region[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

const noRegions: KnownKind = { noun: 'region', parts: [] };

export function useKnownRegions(deployment: Deployment): KnownKind {
  const { answer } = useRegions(deployment, false).feed;
  const byNodes = useRegionsByNodes(deployment);
  const rows = useListingResult(answer?.value ?? null, 'known', allRows);
  if (!answer || !rows) return noRegions;
  const parts = rows.map(
    (region, index): KnownPart => ({
      id: `${index}`,
      name: region.name ?? region.code ?? 'not provided',
      state: regionState(region, deployment.words, byNodes),
      readAt: confirmedAt(answer),
      since: null,
    }),
  );
  return { noun: 'region', parts };
}

/** Returns an old list with the freshness that it had when it was read. */
function asRead(list: ListReading): ListReading {
  return list.tally ? { ...list, freshness: 'fresh' } : list;
}

/**
 * Returns the deployments in the state that they had when contact was lost.
 * @param at - when contact was lost, epoch milliseconds. A deployment lost before has no known state.
 */
export function useKnownDeployments(deployments: readonly Deployment[], at: number): KnownKind {
  const client = useQueryClient();
  const parts = deployments.map((deployment): KnownPart => {
    const { slug, name } = deployment;
    const feed = statusFeedIn(client, deployment);
    const wasLost = feed.answer !== null && freshnessOf(feed, at) === 'lost';
    // Computed as if fresh, because the scene states that it is the last known state.
    const { regions, nodes } = readingsIn(client, deployment, 'fresh');
    const lists = { regions: asRead(regions), nodes: asRead(nodes) };
    const lastFeed = { ...feed, failure: null };
    const { severity, headline } = verdictWith(client, deployment, lastFeed, 'fresh', lists);
    const isKnown = feed.answer !== null && !wasLost;
    return {
      id: slug,
      name,
      ...(isKnown && { word: wordOf({ severity, headline }) }),
      state: {
        severity: isKnown ? severity : 'unvouched',
        word: null,
        label: isKnown ? headline.text : 'No contact',
        documented: false,
        overridden: false,
        likelyProblem: false,
      },
      readAt: feed.answer && confirmedAt(feed.answer),
      since: wasLost && feed.answer ? confirmedAt(feed.answer) : null,
    };
  });
  return { noun: 'deployment', parts };
}
