/**
 * Rows of the evidence table, shown for a deployment that is not good everywhere: one row for each source,
 * the leading source first.
 */

import type { Freshness } from '#domain/answer/freshness.ts';
import { noneInWords } from '#domain/lists/claim.ts';
import { type Clause, plain, sent, stateClause } from '#domain/sentences/clause.ts';
import { isGood, isProblem, type Severity, severityName, worst } from '#domain/severity/severity.ts';
import { formatExact, formatTime, joinWords, plural } from '#domain/text/format.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { countedParts, type InventoryPart, type Member, severityOf } from '../inventory-part.ts';
import type { Verdict } from '../verdict.ts';
import { shareInWords } from '../with-inventory.ts';
import { beOf, figureOf } from './phrases.ts';

export interface EvidenceRow {
  readonly subject: 'document' | 'region' | 'node';
  /**
   * Severity of the mark in the row that leads the verdict; `null` for the other rows, which have no mark.
   */
  readonly severity: Severity | null;
  /** Whether the source claims a good state that other sources contradict. */
  readonly contradicted: boolean;
  readonly clauses: readonly Clause[];
  /** Effect of the source on the verdict: "leads the verdict", "below 5 %, no part of the verdict". */
  readonly part: string;
  readonly freshness: Freshness;
  /** When the data were last confirmed, in epoch milliseconds; `null` if unknown. */
  readonly readAt: number | null;
  /** Severities of the list rows that the sentence counts, for a link to these rows. */
  readonly rows: readonly Severity[];
}

const maximumNames = 2;

function nameOf({ code, name }: Member): Clause {
  return { ...sent(name ?? code ?? 'A region without a code'), strong: true };
}

function regionClauses(member: Member, isOldList: boolean): readonly Clause[] {
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

function regionsClauses({ members, notGood, unproven, freshness }: InventoryPart): readonly Clause[] {
  const bad = members.filter((member) => !isGood(severityOf(member)));
  const isOld = freshness !== 'fresh';
  const more = notGood + unproven - Math.min(maximumNames, bad.length);
  return [
    ...bad.slice(0, maximumNames).flatMap((member) => regionClauses(member, isOld)),
    ...(more > 0 ? [plain(`And ${plural(more, 'more region')} ${beOf(more === 1, isOld)} not.`)] : []),
  ];
}

/**
 * Describes the nodes that are not good: "41 of 889 not operational: 19 major outage, 22 degraded. 4.6 % of
 * those listed."
 */
function nodesClauses(part: InventoryPart): readonly Clause[] {
  const { notGood, bad, total, counts } = part;
  const shareText =
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
    plain(` not operational: ${kinds.join(', ')}. ${shareText}`),
  ];
}

/** Describes a list without problems: "889 operational.", or that it was never read. */
function goodClauses(
  { resource, counts, total, claim }: InventoryPart,
  { unread }: Verdict,
): readonly Clause[] {
  if (!claim) return [plain(unread.includes(`${resource}s`) ? 'could not be read.' : 'not read yet.')];
  if (total === 0) return [plain(`${noneInWords(claim)}.`)];
  return [...counts].flatMap(([severity, count], index) => [
    ...(index > 0 ? [plain(', ')] : []),
    { text: formatExact(count), strong: true, claim },
    plain(` ${severityName[severity]}${index === counts.size - 1 ? '.' : ''}`),
  ]);
}

function effectOf(part: InventoryPart, leads: boolean): string {
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

function clausesOf(part: InventoryPart, verdict: Verdict): readonly Clause[] {
  if (!isAgainst(part)) return goodClauses(part, verdict);
  return part.resource === 'region' ? regionsClauses(part) : nodesClauses(part);
}

function partRow(part: InventoryPart, verdict: Verdict): EvidenceRow {
  const isLeading = verdict.leads === part.resource;
  return {
    subject: part.resource,
    severity: isLeading ? part.severity : null,
    contradicted: false,
    clauses: clausesOf(part, verdict),
    part: effectOf(part, isLeading),
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
    clauses: [
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

/** Whether the status document and all its components are good. True if there is no status document. */
function isGoodDocument({ claim, components }: Verdict): boolean {
  return claim === null || isGood(worst([claim.severity, ...components.map(({ state }) => state.severity)]));
}

/**
 * Returns the rows of the evidence table; none while everything is good. If the status document is not good,
 * each list has a row before it is read, which avoids a layout shift. Otherwise only lists that are not good
 * have a row.
 * @param documentAt - when the status document was last confirmed, in epoch milliseconds
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
