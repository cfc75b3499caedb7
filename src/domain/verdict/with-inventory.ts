/** The verdict with what regions and nodes say (docs/verdict.md). */

import { isOwnWord } from '../severity/classify.ts';
import { isGood, isProblem, type Severity, severityName, severityRank, worst } from '../severity/severity.ts';
import { type Clause, plain } from '../text/clause.ts';
import { formatExact, formatTime } from '../text/format.ts';
import { formatPercent } from '../text/format-shares.ts';
import { countedParts, type Inventory, type InventoryPart, speakers } from './inventory-part.ts';
import { type ComponentState, lastKnownIs, shortened, type Verdict } from './verdict.ts';

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A region's own word where it leads, the name of the class where nodes make it. */
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

/** "5 %" of a configured share. */
export function shareInWords(share: number | null): string {
  return `${Number(((share ?? 0) * 100).toFixed(4))} %`;
}

/** "45 of 889 nodes are not", in the tense of its answer. */
function countedNodes({ freshness, notGood, total, claim, readAt }: InventoryPart): readonly Clause[] {
  const count = (value: number): Clause => ({
    text: formatExact(value),
    strong: true,
    ...(claim && { claim }),
  });
  const isOld = freshness === 'late' || freshness === 'lost';
  const isOne = notGood === 1;
  const was = isOld ? (isOne ? 'was' : 'were') : isOne ? 'is' : 'are';
  return [
    count(notGood),
    plain(' of '),
    count(total),
    plain(` ${total === 1 ? 'node' : 'nodes'} ${was} not`),
    ...(isOld && readAt !== null ? [plain(` at ${formatTime(readAt)}, not read since`)] : []),
  ];
}

/** A component is contradicted where the nodes that it speaks for count: its word stays, its mark does not. */
function contradicted(component: ComponentState, nodes: InventoryPart): ComponentState {
  const { name, state } = component;
  if (!speakers.node.includes(name) || !isGood(state.severity) || nodes.notGood === 0) return component;
  const said = countedNodes(nodes);
  if (!isProblem(nodes.severity)) {
    const isBelow = nodes.bad > 0 && nodes.share !== null && nodes.freshness === 'fresh';
    return {
      ...component,
      evidence: {
        severity: state.severity,
        reason:
          isBelow && nodes.bad === nodes.notGood
            ? [...said, plain(`, ${formatPercent(nodes.bad, nodes.total)}`)]
            : said,
        remark: isBelow ? `counts from ${shareInWords(nodes.share)}` : '',
      },
    };
  }
  const isCapped = severityRank[nodes.severity] > severityRank.partial;
  const severity: Severity = isCapped ? 'partial' : nodes.severity;
  return {
    ...component,
    evidence: { severity, reason: said, remark: isCapped ? 'at most partial here' : '' },
  };
}

function isWhole({ freshness, claim, counts }: InventoryPart): boolean {
  return (
    freshness === 'fresh' &&
    claim !== null &&
    claim.kind !== 'at-least' &&
    [...counts.keys()].every((severity) => severity === 'ok')
  );
}

/** Puts the lists' class into the "Last known" caveat where it is worse. */
function caveatWith({ caveat, claim, components }: Verdict, inventory: Inventory): Verdict['caveat'] {
  if (caveat === null || claim === null) return caveat;
  const told = worst([claim.severity, ...components.map(({ state }) => state.severity)]);
  const listed = worst(['ok', ...countedParts(inventory).map(({ asRead }) => asRead)]);
  if (!isProblem(listed) || severityRank[listed] <= severityRank[told]) return caveat;
  return caveat.map((clause, index) =>
    caveat[index - 1] === lastKnownIs ? plain(severityName[listed]) : clause,
  );
}

/** The worst of the document, its components, the regions and the nodes, in the words of whichever leads. */
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
    isEverything: verdict.isEverything && parts.every(isWhole),
  };
  const leading = leadingOf(inventory);
  if (!leading || severityRank[leading.severity] <= severityRank[verdict.severity])
    return { ...common, caveat: caveatWith(verdict, inventory) };
  // Good by lack of evidence: the document still has the word.
  if (!isProblem(leading.severity)) return { ...common, severity: leading.severity };
  return { ...common, severity: leading.severity, leads: leading.resource, headline: headlineOf(leading) };
}
