import { type Clause, plain, sent } from '../sentences/clause.ts';
import { isGood, isProblem, type Severity, severityName, severityRank } from '../severity/severity.ts';
import { formatExact } from '../text/format.ts';
import { type InventoryPart, type Member, severityOf } from '../verdict/inventory-part.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** Returns the list that leads the verdict while it is confirmed; `null` if the status document leads. */
export function leadingPart({ leads, severity, inventory }: Verdict): InventoryPart | null {
  const part = leads === 'region' ? inventory.regions : leads === 'node' ? inventory.nodes : null;
  return part && isProblem(severity) && severity !== 'unvouched' ? part : null;
}

function figure(value: number, { claim }: InventoryPart): Clause {
  return { text: formatExact(value), ...(claim && { claim }) };
}

/** Describes the rows that are not good: "600 of 600 nodes". */
export function countedWords(part: InventoryPart): readonly Clause[] {
  const { notGood, total, resource } = part;
  return [
    figure(notGood, part),
    plain(' of '),
    figure(total, part),
    plain(` ${resource}${total === 1 ? '' : 's'}`),
  ];
}

/** Describes the state of a list: "are not operational, major outage". A single region is named. */
export function statedWords({ notGood, resource, severity, members }: InventoryPart): readonly Clause[] {
  const [worst] = members;
  const name = resource === 'region' && notGood === 1 ? (worst?.name ?? worst?.code ?? null) : null;
  const verb = notGood === 1 ? 'is' : 'are';
  return [
    ...(name === null ? [plain(verb)] : [sent(name), plain(` ${verb}`)]),
    plain(` not operational, ${severityName[severity]}`),
  ];
}

/**
 * Describes the rows that contradict the status document: "every node", "all 12 regions", "2 of 60 regions".
 */
function dissenters(part: InventoryPart): readonly Clause[] {
  const { notGood, total, resource, claim } = part;
  const isAll = notGood === total && claim?.kind !== 'at-least';
  if (isAll && resource === 'node' && total > 1) return [plain('every node')];
  if (isAll && total > 1) return [plain('all '), figure(total, part), plain(` ${resource}s`)];
  return countedWords(part);
}

/**
 * Describes the evidence for and against the status document: "So do 18 of 18 components. All 12 regions and
 * every node say otherwise."
 */
export function claimedWords({ components, counts, inventory }: Verdict): readonly Clause[] {
  const good = counts.get('ok') ?? 0;
  const all = formatExact(components.length);
  const parts = [inventory.regions, inventory.nodes].filter(
    (part): part is InventoryPart =>
      part !== null && part.counted && part.freshness === 'fresh' && part.notGood > 0,
  );
  const [first, ...rest] = parts.map(dissenters);
  if (!first) return [];
  const [opening, ...words] = first;
  const started = {
    ...opening,
    text: `${(opening?.text ?? '').charAt(0).toUpperCase()}${opening?.text.slice(1)}`,
  };
  const isOne = parts.length === 1 && parts[0]?.notGood === 1;
  return [
    ...(good > 0
      ? [plain(`So ${good === 1 ? 'does' : 'do'} ${formatExact(good)} of ${all} components. `)]
      : []),
    started,
    ...words,
    ...rest.flatMap((each) => [plain(' and '), ...each]),
    plain(` ${isOne ? 'says' : 'say'} otherwise.`),
  ];
}

/** Returns the list by which zones are counted: nodes if some are not good, otherwise the list that leads. */
export function zonedPart(verdict: Verdict): InventoryPart | null {
  const { nodes } = verdict.inventory;
  return nodes && nodes.freshness === 'fresh' && nodes.notGood > 0 ? nodes : leadingPart(verdict);
}

export interface ContestedZone {
  /** Name of the zone; `null` for regions and nodes without a zone. */
  readonly zone: string | null;
  readonly severity: Severity;
  readonly notGood: number;
  readonly total: number;
}

/**
 * Returns the zones in which regions or nodes are not good, highest number first.
 * @param zoneOf - zones by region code
 */
export function contestedZones(
  members: readonly Member[],
  zoneOf: ReadonlyMap<string, string | null>,
): readonly ContestedZone[] {
  const zones = new Map<string | null, ContestedZone>();
  for (const member of members) {
    const zone = (member.code === null ? null : zoneOf.get(member.code)) ?? null;
    const { severity, notGood, total } = zones.get(zone) ?? { severity: 'ok', notGood: 0, total: 0 };
    const own = severityOf(member);
    zones.set(zone, {
      zone,
      severity: severityRank[own] > severityRank[severity] ? own : severity,
      notGood: notGood + (isGood(own) ? 0 : member.count),
      total: total + member.count,
    });
  }
  return [...zones.values()].filter(({ notGood }) => notGood > 0).toSorted((a, b) => b.notGood - a.notGood);
}
