/** Who says what of a deployment that somebody does not call good: a row each, the leading one first. */

import type { Freshness } from '../answer/freshness.ts';
import { noneInWords } from '../lists/claim.ts';
import { isGood, isProblem, type Severity, severityName, worst } from '../severity/severity.ts';
import { type Clause, plain, sent, stateClause } from '../text/clause.ts';
import { formatExact, formatTime, joinWords, plural } from '../text/format.ts';
import { formatPercent } from '../text/format-shares.ts';
import { countedParts, type InventoryPart, type Member, severityOf } from './inventory-part.ts';
import { beOf, figureOf } from './phrases.ts';
import type { Verdict } from './verdict.ts';
import { shareInWords } from './with-inventory.ts';

export interface EvidenceRow {
  readonly subject: 'document' | 'region' | 'node';
  /** Class of its mark: that of the row that leads; `null` for the others, which have none. */
  readonly severity: Severity | null;
  /** Whether it calls good what others show to be bad: it has the sign of a contradiction. */
  readonly contradicted: boolean;
  readonly said: readonly Clause[];
  /** Its part in the verdict: "leads the verdict", "below 5 %, no part of the verdict". */
  readonly part: string;
  readonly freshness: Freshness;
  /** Epoch milliseconds at which it was so; `null` for the document, whose age stands beside the headline. */
  readonly readAt: number | null;
  /** Classes of the rows that it speaks of, where there are some. */
  readonly rows: readonly Severity[];
}

const named = 2;

function nameOf({ code, name }: Member): Clause {
  return { ...sent(name ?? code ?? 'A region without a code'), strong: true };
}

/** "São Paulo says degraded." or "Frankfurt says operational, yet all 19 of its nodes are not." */
function regionSaid(member: Member, isOldList: boolean): readonly Clause[] {
  const { state, byNodes } = member;
  const says = [nameOf(member), plain(isOldList ? ' said ' : ' says '), stateClause(state)];
  if (!byNodes) return [...says, plain('. ')];
  const isOld = isOldList || byNodes.severity === 'unvouched';
  const nodes =
    byNodes.nodes === 1
      ? [plain('its only node')]
      : [{ text: `all ${formatExact(byNodes.nodes)}`, strong: true }, plain(' of its nodes')];
  return [...says, plain(', yet '), ...nodes, plain(` ${beOf(byNodes.nodes === 1, isOld)} not operational. `)];
}

function regionsSaid({ members, notGood, unproven, freshness }: InventoryPart): readonly Clause[] {
  const bad = members.filter((member) => !isGood(severityOf(member)));
  const isOld = freshness !== 'fresh';
  const more = notGood + unproven - Math.min(named, bad.length);
  return [
    ...bad.slice(0, named).flatMap((member) => regionSaid(member, isOld)),
    ...(more > 0 ? [plain(`And ${plural(more, 'more region')} ${beOf(more === 1, isOld)} not.`)] : []),
  ];
}

/** "41 of 889 not operational: 19 major outage, 22 degraded. 4.6 % of those listed." */
function nodesSaid(part: InventoryPart): readonly Clause[] {
  const { notGood, bad, total, counts } = part;
  const shareSaid =
    bad === notGood || bad === 0
      ? `${formatPercent(notGood, total)} of those listed.`
      : `${formatPercent(bad, total)} of those listed are worse than a notice.`;
  const kinds = [...counts]
    .filter(([severity]) => !isGood(severity))
    .map(([severity, count]) => `${formatExact(count)} ${severityName[severity]}`);
  return [
    figureOf(notGood, part),
    plain(' of '),
    figureOf(total, part),
    plain(` not operational: ${kinds.join(', ')}. ${shareSaid}`),
  ];
}

/** "889 operational."; of a list that holds nothing bad, or that was never read. */
function goodSaid({ resource, counts, total, claim }: InventoryPart, { unread }: Verdict): readonly Clause[] {
  if (!claim) return [plain(unread.includes(`${resource}s`) ? 'could not be read.' : 'not read yet.')];
  if (total === 0) return [plain(`${noneInWords(claim)}.`)];
  return [...counts].flatMap(([severity, count], index) => [
    ...(index > 0 ? [plain(', ')] : []),
    { text: formatExact(count), strong: true, claim },
    plain(` ${severityName[severity]}${index === counts.size - 1 ? '.' : ''}`),
  ]);
}

function placeOf(part: InventoryPart, leads: boolean): string {
  const { severity, bad, notGood, counted, share, freshness, readAt, asRead } = part;
  if (!counted) return 'no part of the verdict, as configured';
  if (readAt === null) return '';
  if (freshness !== 'fresh')
    return `${isProblem(asRead) ? 'not good' : 'read'} at ${formatTime(readAt)}, not read since`;
  if (leads) return 'leads the verdict';
  if (isProblem(severity)) return 'part of the verdict';
  if (bad > 0 && share !== null) return `below ${shareInWords(share)}, no part of the verdict`;
  return notGood > 0 ? 'notices, no part of the verdict' : 'no part of the verdict';
}

function isAgainst({ notGood, unproven }: InventoryPart): boolean {
  return notGood + unproven > 0;
}

function saidBy(part: InventoryPart, verdict: Verdict): readonly Clause[] {
  if (!isAgainst(part)) return goodSaid(part, verdict);
  return part.resource === 'region' ? regionsSaid(part) : nodesSaid(part);
}

function partRow(part: InventoryPart, verdict: Verdict): EvidenceRow {
  const isLeading = verdict.leads === part.resource;
  return {
    subject: part.resource,
    severity: isLeading ? part.severity : null,
    contradicted: false,
    said: saidBy(part, verdict),
    part: placeOf(part, isLeading),
    freshness: part.freshness,
    readAt: part.readAt,
    rows: [...new Set(part.members.map(severityOf))].filter((each) => !isGood(each)),
  };
}

function documentRow(
  { claim, components, counts, leads, severity, inventory, freshness }: Verdict,
  readAt: number | null,
): EvidenceRow | null {
  if (claim === null) return null;
  const against = countedParts(inventory).filter((part) => isProblem(part.severity));
  const contradicted = isGood(claim.severity) && leads !== 'document' && against.length > 0;
  const good = counts.get('ok') ?? 0;
  const all = components.length;
  const isOld = freshness !== 'fresh';
  return {
    subject: 'document',
    severity: leads === 'document' ? severity : null,
    contradicted,
    said: [
      plain(isOld ? 'said ' : 'says '),
      stateClause(claim),
      ...(all === 0
        ? [plain(' and lists no components.')]
        : [
            plain(
              good === all && claim.severity === 'ok'
                ? `, and so ${isOld ? 'did' : good === 1 ? 'does' : 'do'} `
                : '; operational: ',
            ),
            { text: `${formatExact(good)} of ${formatExact(all)}`, strong: true },
            plain(` ${all === 1 ? 'component' : 'components'}.`),
          ]),
    ],
    part: contradicted
      ? `contradicted by ${joinWords(against.map(({ resource }) => `${resource}s`))}`
      : freshness === 'lost'
        ? 'not read since'
        : leads === 'document'
          ? 'leads the verdict'
          : 'part of the verdict',
    freshness,
    readAt,
    rows: [],
  };
}

/** Whether the document calls itself and all of its components good; so does none. */
function isGoodDocument({ claim, components }: Verdict): boolean {
  return claim === null || isGood(worst([claim.severity, ...components.map(({ state }) => state.severity)]));
}

/**
 * Empty while all are good. Where the document is not, each list has its row before it is read, so that nothing moves
 * when it is; else those that are not good have.
 *
 * @param documentAt - when the status document was last vouched for.
 */
export function evidenceRows(verdict: Verdict, documentAt: number | null): readonly EvidenceRow[] {
  const { regions, nodes } = verdict.inventory;
  const offered = [regions, nodes].flatMap((part) => part ?? []);
  const parts = isGoodDocument(verdict) ? offered.filter(isAgainst) : offered;
  if (parts.length === 0) return [];
  const document = documentRow(verdict, documentAt);
  const rows = [...parts.map((part) => partRow(part, verdict)), ...(document ? [document] : [])];
  return rows.toSorted((a, b) => Number(b.severity !== null) - Number(a.severity !== null));
}
