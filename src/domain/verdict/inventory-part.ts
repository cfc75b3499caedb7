/** What regions and nodes add to a verdict (docs/understand/verdict.md). */

import { defaultVerdictSettings, type VerdictSettings } from '#contract/host.ts';
import type { Freshness } from '../answer/freshness.ts';
import type { Claim } from '../lists/claim.ts';
import { classify, compareStates, type State, type WordOverrides } from '../severity/classify.ts';
import type { RegionByNodes, RegionsByNodes } from '../severity/region-state.ts';
import { isGood, isProblem, type Severity, severityRank } from '../severity/severity.ts';
import { classByNodes, classOfRegion, classOfShare, type NodesOf } from './part-classes.ts';
import type { InventoryReadings, ListReading, Tally } from './tally.ts';

/** One region, or the nodes of one word in one region. */
export interface Member {
  readonly code: string | null;
  readonly name: string | null;
  readonly state: State;
  readonly count: number;
  /** Of a region whose own word is good: what its nodes make of it, all of which are bad, or were when last read. */
  readonly byNodes: RegionByNodes | null;
}

export interface InventoryPart {
  readonly resource: 'region' | 'node';
  /** What it adds to the verdict; `ok` where it adds nothing. */
  readonly severity: Severity;
  /** What it said when it was read, whether or not that still holds. */
  readonly asRead: Severity;
  readonly freshness: Freshness;
  /** Epoch milliseconds; `null` where it was never read. */
  readonly readAt: number | null;
  /** Of the list; `null` where it was never read. */
  readonly claim: Claim | null;
  /** Rows listed. */
  readonly total: number;
  /** Rows by the class of their own word, worst first. */
  readonly counts: ReadonlyMap<Severity, number>;
  /** All of them, worst first. */
  readonly members: readonly Member[];
  /** Rows that are not good: by their own word, or a region by its nodes. */
  readonly notGood: number;
  /** Regions that had no good node when nodes were last read, which is no longer so vouched for. */
  readonly unproven: number;
  /** Those of them that are worse than a notice, which is what a share is made of. */
  readonly bad: number;
  /** Whether it counts in this deployment. */
  readonly counted: boolean;
  /** Share of the nodes from which their class counts; `null` for regions, each of which counts by itself. */
  readonly share: number | null;
}

export interface Inventory {
  /** `null` where the deployment does not offer the list. */
  readonly regions: InventoryPart | null;
  readonly nodes: InventoryPart | null;
}

/**
 * Components that speak for a list, by their exact names among those that the API document shows (part 2). Nobody
 * speaks for regions: whether they stand for storage or for the edge depends on the deployment (part 4).
 */
export const speakers: Readonly<Record<InventoryPart['resource'], readonly string[]>> = {
  node: ['Edge Nodes', 'Edge Network'],
  region: [],
};

/** What a member is: by its own word, or by its nodes where those say otherwise. */
export function severityOf({ state, byNodes }: Member): Severity {
  return byNodes?.severity ?? state.severity;
}

function worstOf(severities: Iterable<Severity>): Severity {
  let worst: Severity = 'ok';
  for (const severity of severities) if (severityRank[severity] > severityRank[worst]) worst = severity;
  return worst;
}

/** What an answer that was read before still adds: losing evidence never improves a verdict. */
function standing(asRead: Severity, freshness: Freshness): Severity {
  if (freshness === 'fresh') return asRead;
  if (isProblem(asRead)) return 'unvouched';
  return freshness === 'lost' ? 'assumed' : asRead;
}

/** Nodes by region, where they can prove that a region has no good one: never from a list that may hold more. */
function nodesByRegion(tally: Tally | null, words: WordOverrides): ReadonlyMap<string, NodesOf> {
  const held = new Map<string, NodesOf>();
  if (!tally || tally.claim.kind === 'at-least') return held;
  for (const { code, word, count } of tally.groups) {
    if (code === null) continue;
    const { total, bad } = held.get(code) ?? { total: 0, bad: 0 };
    const isBad = isProblem(classify(word, words).severity);
    held.set(code, { total: total + count, bad: bad + (isBad ? count : 0) });
  }
  return held;
}

function membersOf(
  { groups }: Tally,
  words: WordOverrides,
  nodes: ReadonlyMap<string, NodesOf>,
  areOld: boolean,
): Member[] {
  return groups.map(({ code, name, word, count }) => {
    const state = classify(word, words);
    const held = code === null ? undefined : nodes.get(code);
    const severity = held && isGood(state.severity) ? classByNodes(held) : null;
    const byNodes =
      severity && held ? ({ severity: areOld ? 'unvouched' : severity, nodes: held.total } as const) : null;
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

/** Whether nothing proves any more what its nodes said of it. */
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
    severity: counted ? standing(asRead, freshness) : 'ok',
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

/** What the lists of a deployment say now. */
export function inventoryOf(
  readings: InventoryReadings,
  words: WordOverrides,
  settings: VerdictSettings = defaultVerdictSettings,
): Inventory {
  return { regions: regionPart(readings, words, settings), nodes: nodePart(readings, words, settings) };
}

/** Regions whose own word is good and whose nodes are all bad: what makes their severity (region-state.ts). */
export function regionsByNodes({ regions }: Inventory): RegionsByNodes {
  return new Map(
    regions?.members.flatMap(({ code, byNodes }) => (code !== null && byNodes ? [[code, byNodes]] : [])),
  );
}

/** The parts that count, regions first. */
export function countedParts({ regions, nodes }: Inventory): readonly InventoryPart[] {
  return [regions, nodes].flatMap((part) => (part?.counted ? [part] : []));
}

/** Whether it is good as far as lists that are still to be read do not say otherwise. */
export function awaitsLists({
  severity,
  inventory,
}: {
  readonly severity: Severity;
  readonly inventory: Inventory;
}): boolean {
  return severity === 'assumed' && countedParts(inventory).some(({ readAt }) => readAt === null);
}
