import { severityCounts } from '../figures/severity-counts.ts';
import type { Claim } from '../lists/claim.ts';
import { classify, type WordOverrides } from '../severity/classify.ts';
import { noRegionsByNodes, type RegionsByNodes, regionSeverity } from '../severity/region-state.ts';
import { regionsByNodes } from '../verdict/inventory-part.ts';
import type { InventoryReadings, ListReading, Tally, TallyGroup } from '../verdict/tally.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { ContradictionCheck } from './checks.ts';
import { type Counted, regionsAgainstNodes, statusAgainstList } from './inventory-contradictions.ts';

interface FreshTally extends Tally {
  readonly readAt: number;
}

/** Returns the tally of a list if its response is fresh; `null` otherwise. */
function freshTally({ freshness, readAt, tally }: ListReading): FreshTally | null {
  return freshness === 'fresh' && tally && readAt !== null ? { ...tally, readAt } : null;
}

function keyed({ code, word, count }: TallyGroup, words: WordOverrides) {
  return { key: [code, classify(word, words).severity], count, sums: {} };
}

function keyedBySeverity({ code, word, count }: TallyGroup, words: WordOverrides, byNodes: RegionsByNodes) {
  return { key: [regionSeverity({ code, status: word }, words, byNodes)], count };
}

/** Whether the groups of a tally have region codes: very long lists are tallied by status word only. */
function hasPlaces({ groups }: Tally): boolean {
  return groups.length === 0 || groups.some(({ code }) => code !== null);
}

function isComplete(...claims: readonly Claim[]): boolean {
  return claims.every(({ kind }) => kind !== 'at-least');
}

/**
 * Runs all checks whose responses are fresh.
 * @param statusReadAt - when the status document was confirmed, in epoch milliseconds; `null` if it is not
 * fresh
 */
export function tallyChecks(
  verdict: Verdict,
  statusReadAt: number | null,
  inventory: InventoryReadings,
  words: WordOverrides,
): readonly ContradictionCheck[] {
  const [regions, nodes] = [freshTally(inventory.regions), freshTally(inventory.nodes)];
  const againstStatus = (
    resource: Counted['resource'],
    tally: FreshTally | null,
  ): readonly ContradictionCheck[] => {
    if (statusReadAt === null || !tally) return [];
    const byNodes = resource === 'region' ? regionsByNodes(verdict.inventory) : noRegionsByNodes;
    const counts = severityCounts(tally.groups.map((group) => keyedBySeverity(group, words, byNodes)));
    return [
      {
        check: `status-${resource}s`,
        at: Math.max(statusReadAt, tally.readAt),
        found: statusAgainstList(verdict, { resource, counts, claim: tally.claim }),
        isComplete: isComplete(tally.claim),
      },
    ];
  };
  const results = [...againstStatus('node', nodes), ...againstStatus('region', regions)];
  if (!regions || !nodes || !hasPlaces(regions) || !hasPlaces(nodes)) return results;
  const found = regionsAgainstNodes(
    regions.groups.map(({ code, word, count }) => ({ key: [code, word], count, sums: {} })),
    nodes.groups.map((group) => keyed(group, words)),
    nodes.claim,
    words,
  );
  return [
    ...results,
    {
      check: 'region-nodes',
      at: Math.max(regions.readAt, nodes.readAt),
      found,
      isComplete: isComplete(regions.claim, nodes.claim),
    },
  ];
}
