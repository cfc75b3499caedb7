/** Lines about what appeared, vanished, moved or changed in the range of a handover. */

import type { ChangeEntry, ChangeType, Figure } from '#contract/history.ts';
import type { Handover, HandoverEvent } from '#contract/reports/handover.ts';
import { type Clause, plain, sent } from '#domain/sentences/clause.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatChange } from '#domain/text/format-figures.ts';
import { type HandoverLine, type LineOptions, momentText, wordClause } from './lines.ts';

function whatChanged({ type, before, after }: ChangeEntry, { words }: LineOptions): readonly Clause[] {
  const isWord = after !== null;
  switch (type) {
    case 'appeared':
      return [plain(' appeared'), ...(isWord ? [plain(', '), wordClause(after, words)] : [])];
    case 'returned':
      return [plain(' listed again'), ...(isWord ? [plain(', '), wordClause(after, words)] : [])];
    case 'vanished':
      return [plain(' no longer listed')];
    case 'moved':
      return [plain(' moved from '), sent(before ?? ''), plain(' to '), sent(after ?? '')];
    case 'word':
      return [plain(' first sent the status word '), sent(`“${after ?? ''}”`)];
    case 'contradiction':
      return [plain(': contradiction, '), sent(after ?? '')];
    case 'contradiction-ended':
      return [plain(': no longer a contradiction, '), sent(before ?? '')];
    case 'state':
    case 'capacity':
    case 'renamed':
    case 'scopes':
      return [plain(': '), sent(before ?? ''), plain(' → '), sent(after ?? '')];
  }
}

/** "Node nod_1 moved from ams1 to fra1, 23 Nov 2026 03:00:20, after time that was not observed". */
export function changeLine(entry: ChangeEntry, options: LineOptions): HandoverLine {
  const { kind, key, occurrence, at, blind } = entry;
  const when = momentText(Date.parse(at), options.zone);
  return {
    subjects: [{ kind, key, occurrence }],
    severity: null,
    clauses: [
      ...whatChanged(entry, options),
      plain(`, ${when}${blind ? ', after time that was not observed' : ''}`),
    ],
  };
}

const ofPresence: readonly (ChangeType & keyof Handover['changes'])[] = [
  'appeared',
  'vanished',
  'returned',
  'moved',
];

/** Returns what appeared, vanished, returned and moved, in order of time. */
export function presenceChanges({ changes }: Handover): readonly ChangeEntry[] {
  // Ids begin with the time of the change.
  return ofPresence.flatMap((type) => changes[type]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function changeOf({ first, last }: HandoverEvent): bigint {
  return BigInt(last) - BigInt(first);
}

function sizeOf(event: HandoverEvent): bigint {
  const change = changeOf(event);
  return change < 0n ? -change : change;
}

function figureText(figure: Figure): string {
  return formatExact(typeof figure === 'number' ? figure : BigInt(figure));
}

/** Returns event types that fell or changed: those that fell come first, then the largest change. */
export function changedEvents({ events }: Handover): readonly HandoverEvent[] {
  return events
    .filter((event) => event.falls > 0 || changeOf(event) !== 0n)
    .toSorted((a, b) => {
      const [first, second] = [sizeOf(a), sizeOf(b)];
      return b.falls - a.falls || (first === second ? (a.id < b.id ? -1 : 1) : first < second ? 1 : -1);
    });
}

/** "Event type login (evt_1, api): 1,204 to 1,310 (+106), fell 1 time". */
export function eventLine(event: HandoverEvent): HandoverLine {
  const { id, name, source, first, last, falls } = event;
  const rest = [...(name === null ? [] : [id]), ...(source === null ? [] : [source])];
  const of = rest.flatMap((text, index) => [plain(index === 0 ? ' (' : ', '), sent(text)]);
  const fell = falls > 0 ? `, fell ${plural(falls, 'time')}` : '';
  const change = `: ${figureText(first)} to ${figureText(last)} (${formatChange(changeOf(event))})${fell}`;
  return {
    subjects: [{ kind: 'event', key: id, occurrence: 1, ...(name !== null && { name }) }],
    severity: null,
    clauses: [...of, ...(rest.length > 0 ? [plain(')')] : []), plain(change)],
  };
}
