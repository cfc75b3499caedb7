/** Computes what the lists of regions and nodes contribute to a verdict (docs/understand/verdict.md). */

import { defaultVerdictSettings, type VerdictSettings } from '#contract/host.ts';
import type { Freshness } from '../answer/freshness.ts';
import type { Claim } from '../lists/claim.ts';
import { classify, compareStates, type State, type WordOverrides } from '../severity/classify.ts';
import type { RegionByNodes, RegionsByNodes } from '../severity/region-state.ts';
import { isGood, isProblem, type Severity, severityRank } from '../severity/severity.ts';
import { classByNodes, classOfRegion, classOfShare, type NodesOf } from './part-classes.ts';
import type { InventoryReadings, ListReading, Tally } from './tally.ts';

/** One region, or all nodes of a region that have the same status word. */
export interface Member {
  readonly code: string | null;
  readonly name: string | null;
  readonly state: State;
  readonly count: number;
  /**
   * Severity by its nodes, for a region with a good status word whose nodes are all bad; otherwise `null`. It
   * is `unvouched` while the list of nodes is out of date.
   */
  readonly byNodes: RegionByNodes | null;
}

export interface InventoryPart {
  readonly resource: 'region' | 'node';
  /** Severity that the list contributes to the verdict; `ok` if the list contributes nothing. */
  readonly severity: Severity;
  /** Severity of the list when it was read, even if it is out of date now. */
  readonly asRead: Severity;
  readonly freshness: Freshness;
  /** When the list was last confirmed, in epoch milliseconds; `null` if it was never read. */
  readonly readAt: number | null;
  /** Completeness claim of the list; `null` if the list was never read. */
  readonly claim: Claim | null;
  readonly total: number;
  /** Number of rows by the severity of their own status word, worst first. */
  readonly counts: ReadonlyMap<Severity, number>;
  readonly members: readonly Member[];
  /**
   * Number of rows that are not good: by their own status word, or regions by their nodes. Rows in `unproven`
   * are not counted.
   */
  readonly notGood: number;
  /** Number of regions that had no good node when the node list, now out of date, was last read. */
  readonly unproven: number;
  /**
   * Number of rows whose severity is worse than `notice`, without `unproven` ones. Sentences show `bad /
   * total` as a percentage.
   */
  readonly bad: number;
  readonly counted: boolean;
  /**
   * Minimum share of nodes that must have a severity for it to count in the verdict; `null` for regions, each
   * of which counts.
   */
  readonly share: number | null;
}

export interface Inventory {
  /**
   * Contribution of the list of regions; `null` if the deployment does not offer it. `nodes` is the same for
   * the list of nodes.
   */
  readonly regions: InventoryPart | null;
  readonly nodes: InventoryPart | null;
}

/**
 * Names of the components that stand for a list, exactly as in the API document (part 2). No component stands
 * for regions: whether these are storage or edge regions depends on the deployment (part 4).
 */
export const speakers: Readonly<Record<InventoryPart['resource'], readonly string[]>> = {
  node: ['Edge Nodes', 'Edge Network'],
  region: [],
};

/**
 * Returns the severity of a region or a group of nodes: by the region's nodes if they contradict its status
 * word, otherwise by the word.
 */
export function severityOf({ state, byNodes }: Member): Severity {
  return byNodes?.severity ?? state.severity;
}

function worstOf(severities: Iterable<Severity>): Severity {
  let worst: Severity = 'ok';
  for (const severity of severities) if (severityRank[severity] > severityRank[worst]) worst = severity;
  return worst;
}

/**
 * Returns the severity that a list contributes at its freshness. Losing evidence never improves a verdict.
 */
function agedSeverity(asRead: Severity, freshness: Freshness): Severity {
  if (freshness === 'fresh') return asRead;
  if (isProblem(asRead)) return 'unvouched';
  return freshness === 'lost' ? 'assumed' : asRead;
}

/** Counts nodes by region. Empty for a truncated list, which cannot prove that a region has no good node. */
function nodesByRegion(tally: Tally | null, words: WordOverrides): ReadonlyMap<string, NodesOf> {
  const counts = new Map<string, NodesOf>();
  if (!tally || tally.claim.kind === 'at-least') return counts;
  for (const { code, word, count } of tally.groups) {
    if (code === null) continue;
    const { total, bad } = counts.get(code) ?? { total: 0, bad: 0 };
    const isBad = isProblem(classify(word, words).severity);
    counts.set(code, { total: total + count, bad: bad + (isBad ? count : 0) });
  }
  return counts;
}

function membersOf(
  { groups }: Tally,
  words: WordOverrides,
  nodes: ReadonlyMap<string, NodesOf>,
  areOld: boolean,
): Member[] {
  return groups.map(({ code, name, word, count }) => {
    const state = classify(word, words);
    const counts = code === null ? undefined : nodes.get(code);
    const severity = counts && isGood(state.severity) ? classByNodes(counts) : null;
    const byNodes =
      severity && counts ? ({ severity: areOld ? 'unvouched' : severity, nodes: counts.total } as const) : null;
    return { code, name, state, count, byNodes };
  });
}

function byConcern(a: Member, b: Member): number {
  return (
    severityRank[severityOf(b)] - severityRank[severityOf(a)] ||
    compareStates(a.state, b.state) ||
    b.count - a.count
  );
}

function countsOf(members: readonly Member[]): ReadonlyMap<Severity, number> {
  const counts = new Map<Severity, number>();
  for (const { state, count } of members) counts.set(state.severity, (counts.get(state.severity) ?? 0) + count);
  return new Map([...counts].toSorted(([a], [b]) => severityRank[b] - severityRank[a]));
}

function sum(members: readonly Member[]): number {
  return members.reduce((all, { count }) => all + count, 0);
}

/** Whether the severity by nodes comes from a node list that is out of date. */
export function isUnproven({ byNodes }: Member): boolean {
  return byNodes?.severity === 'unvouched';
}

function partOf(
  resource: InventoryPart['resource'],
  reading: ListReading,
  { counted, share }: Pick<InventoryPart, 'counted' | 'share'>,
  read: (tally: Tally) => { readonly members: readonly Member[]; readonly asRead: Severity },
): InventoryPart | null {
  const { availability, freshness, readAt, tally } = reading;
  if (availability === 'not-offered') return null;
  const common = { resource, freshness, readAt, counted, share, claim: tally?.claim ?? null };
  if (!tally)
    return {
      ...common,
      severity: counted ? 'assumed' : 'ok',
      asRead: 'ok',
      total: 0,
      counts: new Map(),
      notGood: 0,
      members: [],
      unproven: 0,
      bad: 0,
    };
  const { members, asRead } = read(tally);
  return {
    ...common,
    severity: counted ? agedSeverity(asRead, freshness) : 'ok',
    asRead,
    total: sum(members),
    counts: countsOf(members),
    members: members.toSorted(byConcern),
    notGood: sum(members.filter((member) => !isGood(severityOf(member)) && !isUnproven(member))),
    unproven: sum(members.filter(isUnproven)),
    bad: sum(members.filter((member) => isProblem(severityOf(member)) && !isUnproven(member))),
  };
}

function regionPart(
  { regions, nodes }: InventoryReadings,
  words: WordOverrides,
  settings: VerdictSettings,
): InventoryPart | null {
  const proven = nodesByRegion(settings.nodeShare === false ? null : nodes.tally, words);
  return partOf('region', regions, { counted: settings.regions, share: null }, (tally) => {
    const members = membersOf(tally, words, proven, nodes.freshness !== 'fresh');
    return { members, asRead: worstOf(members.map((member) => classOfRegion(severityOf(member)))) };
  });
}

function nodePart(
  { nodes }: InventoryReadings,
  words: WordOverrides,
  { nodeShare }: VerdictSettings,
): InventoryPart | null {
  const share = nodeShare === false ? 1 : nodeShare;
  return partOf('node', nodes, { counted: nodeShare !== false, share }, (tally) => {
    const members = membersOf(tally, words, new Map(), false);
    const counts = countsOf(members);
    return { members, asRead: classOfShare((severity) => counts.get(severity) ?? 0, sum(members), share) };
  });
}

export function inventoryOf(
  readings: InventoryReadings,
  words: WordOverrides,
  settings: VerdictSettings = defaultVerdictSettings,
): Inventory {
  return { regions: regionPart(readings, words, settings), nodes: nodePart(readings, words, settings) };
}

/**
 * Returns the regions with a good status word whose nodes are all bad, for the region's severity
 * (region-state.ts).
 */
export function regionsByNodes({ regions }: Inventory): RegionsByNodes {
  return new Map(
    regions?.members.flatMap(({ code, byNodes }) => (code !== null && byNodes ? [[code, byNodes]] : [])),
  );
}

export function countedParts({ regions, nodes }: Inventory): readonly InventoryPart[] {
  return [regions, nodes].flatMap((part) => (part?.counted ? [part] : []));
}

/** Whether the verdict is `assumed` only because lists are still to be read. */
export function awaitsLists({
  severity,
  inventory,
}: {
  readonly severity: Severity;
  readonly inventory: Inventory;
}): boolean {
  return severity === 'assumed' && countedParts(inventory).some(({ readAt }) => readAt === null);
}
