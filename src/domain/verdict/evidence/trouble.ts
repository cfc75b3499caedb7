import { type Clause, plain, sent, stateClause } from '#domain/sentences/clause.ts';
import { isGood, isProblem, type Severity, severityRank } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { countedParts, type InventoryPart, isUnproven, severityOf } from '../inventory-part.ts';
import { lastKnownIs, type Verdict } from '../verdict.ts';
import { asSentences, componentCounts, notRead, partlyUnknown } from './evidence.ts';
import { figureOf, shareOf } from './phrases.ts';

export interface Trouble {
  readonly kind: 'component' | 'region' | 'node';
  readonly count: number;
  /** Number of parts that are not good, in words: "3 of 14 components", "24 nodes". */
  readonly figure: readonly Clause[];
  /** Names that follow the figure: ", Object Store first". Empty for regions and nodes. */
  readonly names: readonly Clause[];
  /**
   * Filter of the list page that shows exactly the counted rows; empty for components, which have no list
   * page.
   */
  readonly rows: RowFilter;
}

export type RowFilter = Readonly<Record<string, readonly string[]>>;

export function rowsNotGood({ members }: InventoryPart): RowFilter {
  const bad = members.filter((member) => !isGood(severityOf(member)) && !isUnproven(member));
  return { severity: [...new Set(bad.map(severityOf))] };
}

function noun(kind: Trouble['kind'], count: number): string {
  return count === 1 ? kind : `${kind}s`;
}

function componentTrouble({ components, exceptions }: Verdict): Trouble | null {
  const bad = exceptions.filter(({ state }) => !isGood(state.severity));
  const [first, second] = bad;
  if (!first) return null;
  const all = components.length;
  const figure = `${formatExact(bad.length)} of ${formatExact(all)} ${noun('component', all)}`;
  const names =
    bad.length > 2
      ? [plain(', '), sent(first.name), plain(' first')]
      : [plain(': '), sent(first.name), ...(second ? [plain(' and '), sent(second.name)] : [])];
  return { kind: 'component', count: bad.length, figure: [plain(figure)], names, rows: {} };
}

function listTrouble(part: InventoryPart): Trouble {
  const { resource: kind, notGood: count } = part;
  return {
    kind,
    count,
    figure: kind === 'region' ? shareOf(part, false) : [figureOf(count, part), plain(` ${noun(kind, count)}`)],
    names: [],
    rows: rowsNotGood(part),
  };
}

export function troublesOf(verdict: Verdict): readonly Trouble[] {
  if (verdict.freshness !== 'fresh') return [];
  const lists = countedParts(verdict.inventory).filter(
    ({ freshness, notGood }) => freshness === 'fresh' && notGood > 0,
  );
  return [componentTrouble(verdict) ?? [], lists.map(listTrouble)].flat();
}

/**
 * Describes a statement that other evidence contradicts: "The status document says operational, 18 of 18
 * components"; `null` if nothing contradicts it.
 */
export function contradictedClaim(verdict: Verdict): readonly Clause[] | null {
  const { claim, severity, components, counts, exceptions } = verdict;
  if (claim === null || !isGood(claim.severity) || isGood(severity) || severity === 'unvouched') return null;
  const good = counts.get('ok') ?? 0;
  const all = components.length;
  const isBacked = all > 0 && exceptions.every(({ state }) => isGood(state.severity));
  return [
    plain('The status document says '),
    stateClause(claim),
    ...(isBacked ? [plain(`, ${formatExact(good)} of ${formatExact(all)} ${noun('component', all)}`)] : []),
  ];
}

/** Writes the sentences that follow {@link troublesOf} and {@link contradictedClaim}. */
export function furtherSentencesOf(verdict: Verdict): readonly Clause[] {
  const hasContradiction = contradictedClaim(verdict) !== null;
  const areNamed = verdict.exceptions.some(({ state }) => !isGood(state.severity));
  return asSentences([
    hasContradiction || areNamed ? [] : componentCounts(verdict),
    ...notRead(verdict),
    verdict.caveat ?? [],
    partlyUnknown(verdict),
    hasContradiction ? [] : (verdict.contradiction ?? []),
  ]);
}

/**
 * Writes the last state of a deployment without contact: "Last known: major outage, 24 of 24 regions, 600 of
 * 600 nodes. The connection is refused". Empty with contact, or if nothing was ever read.
 */
export function lastKnownOf(verdict: Verdict): readonly Clause[] {
  const { caveat, components, counts, inventory, leads } = verdict;
  const at = caveat?.indexOf(lastKnownIs) ?? -1;
  const [word, [seen]] = [caveat?.[at + 1], caveat ?? []];
  // If fresh lists are bad, they lead the verdict and show the present state.
  if (leads !== 'document' || at < 1 || !word || !seen) return [];
  const all = components.length;
  const lists = countedParts(inventory).filter(({ asRead, notGood }) => isProblem(asRead) && notGood > 0);
  const parts = [componentTrouble(verdict)?.figure ?? [], ...lists.map((part) => shareOf(part))].filter(
    ({ length }) => length > 0,
  );
  const good = `${formatExact(counts.get('ok') ?? 0)} of ${formatExact(all)} ${noun('component', all)}`;
  const shown = parts.length > 0 || all === 0 ? parts : [[plain(good)]];
  return [
    lastKnownIs,
    { ...word, strong: true },
    ...shown.flatMap((each) => [plain(', '), ...each]),
    plain(`. ${seen.text.slice(0, -2)}`),
  ];
}

export interface DeploymentRank {
  readonly severity: Severity;
  readonly isLost: boolean;
  /** Number of components, of regions and of nodes that are not good. */
  readonly notGood: readonly [number, number, number];
}

/** Returns the counts of {@link troublesOf}: components, regions, nodes. */
export function notGoodOf(verdict: Verdict): DeploymentRank['notGood'] {
  const troubles = troublesOf(verdict);
  const count = (kind: Trouble['kind']) => troubles.find((each) => each.kind === kind)?.count ?? 0;
  return [count('component'), count('region'), count('node')];
}

/** Orders deployments of equal severity rank: no contact, then unconfirmed, then unknown status words. */
function contactOrder({ severity, isLost }: DeploymentRank): number {
  if (isLost) return 0;
  return severity === 'unvouched' ? 1 : 2;
}

/**
 * Returns the rank of a deployment. `assumed` ranks as `ok`: otherwise deployments would move when their
 * lists are read.
 */
function rankOf({ severity }: DeploymentRank): number {
  return severityRank[severity === 'assumed' ? 'ok' : severity];
}

/**
 * Compares two deployments for sorting, worst first. At equal severity, the one with more parts that are not
 * good comes first.
 */
export function compareRanks(a: DeploymentRank, b: DeploymentRank): number {
  const byKind = a.notGood.map((count, kind) => (b.notGood[kind] ?? 0) - count).find((more) => more !== 0);
  return rankOf(b) - rankOf(a) || contactOrder(a) - contactOrder(b) || (byKind ?? 0);
}
