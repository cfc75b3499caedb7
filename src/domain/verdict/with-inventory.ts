/** Adds the lists of regions and nodes to a verdict (docs/understand/verdict.md). */

import { type Clause, plain } from '../sentences/clause.ts';
import { isOwnWord } from '../severity/classify.ts';
import { isGood, isProblem, severityName, severityRank, worst } from '../severity/severity.ts';
import { formatTime } from '../text/format.ts';
import { formatPercent } from '../text/format-shares.ts';
import { beOf, shareOf } from './evidence/phrases.ts';
import { countedParts, type Inventory, type InventoryPart, speakers } from './inventory-part.ts';
import { type ComponentState, lastKnownIs, shortened, type Verdict } from './verdict.ts';

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns the headline for a list that leads the verdict: the worst region's word, or the name of the
 * severity if nodes decide.
 */
function headlineOf({ resource, severity, members }: InventoryPart): Clause {
  if (severity === 'unvouched') return plain('Not confirmed');
  const [worst] = members;
  return resource === 'region' && worst && !worst.byNodes
    ? { text: shortened(worst.state.label), sent: isOwnWord(worst.state) }
    : plain(upperFirst(severityName[severity]));
}

function leadingOf(inventory: Inventory): InventoryPart | null {
  const [first, ...others] = countedParts(inventory);
  if (!first) return null;
  return others.reduce(
    (worst, part) => (severityRank[part.severity] > severityRank[worst.severity] ? part : worst),
    first,
  );
}

/** Formats a configured share: "5 %" for 0.05. */
export function shareInWords(share: number | null): string {
  return `${Number(((share ?? 0) * 100).toFixed(4))} %`;
}

/**
 * Describes the nodes that are not good: "45 of 889 nodes are not". For a list that is out of date it uses
 * the past tense.
 */
function countedNodes(part: InventoryPart, oldSince: number | null): readonly Clause[] {
  const isOld = oldSince !== null;
  return [
    ...shareOf(part, false),
    plain(` ${beOf(part.notGood === 1, isOld)} not`),
    ...(isOld ? [plain(` at ${formatTime(oldSince)}, not read since`)] : []),
  ];
}

/**
 * Adds the evidence of the nodes to a component that stands for nodes. Its status word stays, its mark
 * changes.
 */
function contradicted(component: ComponentState, nodes: InventoryPart): ComponentState {
  const { name, state } = component;
  const { severity, bad, notGood, total, counts, share } = nodes;
  if (!speakers.node.includes(name) || !isGood(state.severity) || notGood === 0) return component;
  const oldSince = nodes.freshness === 'fresh' ? null : nodes.readAt;
  const counted = isProblem(severity);
  const isCapped = counted && severityRank[severity] > severityRank.partial;
  const isBelow = !counted && bad > 0 && share !== null && oldSince === null;
  const ofClass = counts.get(severity) === bad ? ` ${severityName[severity]}` : '';
  return {
    ...component,
    evidence: {
      severity: isCapped ? 'partial' : counted ? severity : state.severity,
      reason: [
        ...countedNodes(nodes, oldSince),
        ...(bad === notGood && !isCapped && oldSince === null
          ? [plain(`, ${formatPercent(bad, total)}${ofClass}`)]
          : []),
      ],
      remark: isCapped ? 'at most partial here' : isBelow ? `counts from ${shareInWords(share)}` : '',
      oldSince,
    },
  };
}

function isComplete({ freshness, claim, counts }: InventoryPart): boolean {
  return (
    freshness === 'fresh' &&
    claim !== null &&
    claim.kind !== 'at-least' &&
    [...counts.keys()].every((severity) => severity === 'ok')
  );
}

/** Replaces the last known word in the caveat by the lists' severity if that is worse. */
function caveatWith({ caveat, claim, components }: Verdict, inventory: Inventory): Verdict['caveat'] {
  if (caveat === null || claim === null) return caveat;
  const stated = worst([claim.severity, ...components.map(({ state }) => state.severity)]);
  const listed = worst(['ok', ...countedParts(inventory).map(({ asRead }) => asRead)]);
  if (!isProblem(listed) || severityRank[listed] <= severityRank[stated]) return caveat;
  return caveat.map((clause, index) =>
    caveat[index - 1] === lastKnownIs ? plain(severityName[listed]) : clause,
  );
}

/**
 * Returns the verdict by status document, components, regions and nodes: the worst severity, with the
 * headline of the part that has it.
 */
export function withInventory(verdict: Verdict, inventory: Inventory): Verdict {
  const { nodes } = inventory;
  const parts = [inventory.regions, nodes].filter((part) => part !== null);
  const components =
    nodes?.counted && verdict.claim !== null
      ? verdict.components.map((component) => contradicted(component, nodes))
      : verdict.components;
  const byId = new Map(components.map((component) => [component.id, component]));
  const common = {
    ...verdict,
    inventory,
    components,
    exceptions: verdict.exceptions.map((each) => byId.get(each.id) ?? each),
    isEverything: verdict.isEverything && parts.every(isComplete),
  };
  const leading = leadingOf(inventory);
  if (!leading || severityRank[leading.severity] <= severityRank[verdict.severity])
    return { ...common, caveat: caveatWith(verdict, inventory) };
  // No list shows a problem, only evidence is missing: the status document keeps the headline.
  if (!isProblem(leading.severity)) return { ...common, severity: leading.severity };
  return { ...common, severity: leading.severity, leads: leading.resource, headline: headlineOf(leading) };
}
