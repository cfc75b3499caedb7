/**
 * Sections of a handover in the order in which they are read, for the page and for Markdown
 * (docs/understand/history-api.md, part 11).
 */

import { parseCapacity } from '#contract/forms.ts';
import { type ChangedKind, type ChangeEntry, changedKinds } from '#contract/history.ts';
import type { Handover } from '#contract/reports/handover.ts';
import type { WordOverrides } from '#domain/severity/classify.ts';
import { formatDateTime, formatExact, joinWords, plural } from '#domain/text/format.ts';
import { formatCapacityChange } from '#domain/text/format-figures.ts';
import { changedEvents, changeLine, eventLine, presenceChanges } from './change-lines.ts';
import { gapLines, gapSums } from './gap-lines.ts';
import { endedLine, type HandoverLine, type LineOptions, mergedLines, momentText, openLine } from './lines.ts';
import { noteLine } from './note-lines.ts';

export interface HandoverSection {
  readonly id:
    | 'blind'
    | 'open'
    | 'ended'
    | 'presence'
    | 'capacity'
    | 'words'
    | 'contradictions'
    | 'events'
    | 'notes';
  readonly title: string;
  readonly lines: readonly HandoverLine[];
  /** Sentence in place of the lines if there are none. */
  readonly none: string;
  /** Sentence below the lines; `null` if there is none. */
  readonly foot: string | null;
}

export interface HandoverOptions {
  readonly zone: string;
  readonly words: WordOverrides;
}

/** Maximum number of event types in a text, besides those that fell. The JSON document has all. */
const mostEvents = 20;

function gapSection(handover: Handover, options: LineOptions): HandoverSection {
  const isObserved = handover.blind.length === 0;
  return {
    id: 'blind',
    title: isObserved ? 'Observed throughout' : 'Not observed',
    lines: gapLines(handover, options),
    none: 'Each endpoint was observed in the whole range.',
    foot: isObserved ? null : gapSums(handover),
  };
}

function stateSections({ open, ended, changes }: Handover, options: LineOptions): readonly HandoverSection[] {
  const states = changes.states.length;
  return [
    {
      id: 'open',
      title: 'Still not good',
      lines: mergedLines(open.map((span) => openLine(span, options))),
      none: 'No such state was observed.',
      foot: null,
    },
    {
      id: 'ended',
      title: 'Happened and ended',
      lines: mergedLines(ended.map((span) => endedLine(span, options))),
      none: 'No such state was observed.',
      foot: states === 0 ? null : `${plural(states, 'change')} of state in all.`,
    },
  ];
}

/** "In all +100 G" of the capacities that can be read; `null` without any. */
function capacityText({ changes: { capacity } }: Handover): string | null {
  let sum = 0n;
  let read = 0;
  for (const { before, after } of capacity) {
    const [was, is] = [parseCapacity(before ?? ''), parseCapacity(after ?? '')];
    if (was === null || is === null) continue;
    sum += is - was;
    read += 1;
  }
  if (read === 0) return null;
  const of = read === capacity.length ? '' : `, without ${capacity.length - read} that cannot be read`;
  return `In all ${formatCapacityChange(sum)}${of}.`;
}

function eventSection(handover: Handover): HandoverSection {
  const changed = changedEvents(handover);
  const fell = changed.filter(({ falls }) => falls > 0).length;
  const shown = changed.slice(0, fell + mostEvents);
  const [more, same] = [changed.length - shown.length, handover.events.length - changed.length];
  const rest = [
    ...(more > 0 ? [`${formatExact(more)} more changed less`] : []),
    ...(same > 0 ? [`${formatExact(same)} did not change`] : []),
  ];
  return {
    id: 'events',
    title: 'Event volumes',
    lines: shown.map(eventLine),
    none: handover.events.length === 0 ? 'No event type was read.' : 'No event type changed.',
    foot: shown.length === 0 || rest.length === 0 ? null : `${joinWords(rest)}.`,
  };
}

function noteSection({ notes }: Handover, options: LineOptions): HandoverSection {
  const lines = notes.map((note) => noteLine(note, options));
  return { id: 'notes', title: 'Notes', lines, none: 'None.', foot: null };
}

export function sectionsOf(handover: Handover, { zone, words }: HandoverOptions): readonly HandoverSection[] {
  const options: LineOptions = { zone, words, end: Date.parse(handover.to) };
  const { changes } = handover;
  const ofChanges = (
    id: HandoverSection['id'],
    title: string,
    entries: readonly ChangeEntry[],
    foot: string | null = null,
  ): HandoverSection => ({
    id,
    title,
    lines: mergedLines(entries.map((entry) => changeLine(entry, options))),
    none: 'None.',
    foot,
  });
  return [
    gapSection(handover, options),
    ...stateSections(handover, options),
    ofChanges('presence', 'Appeared, vanished, moved', presenceChanges(handover)),
    ofChanges('capacity', 'Capacity', changes.capacity, capacityText(handover)),
    ofChanges('words', 'New status words', changes.words),
    ofChanges('contradictions', 'Contradictions', changes.contradictions),
    eventSection(handover),
    ...(handover.notes.length === 0 ? [] : [noteSection(handover, options)]),
  ];
}

const pluralKinds: Readonly<Record<ChangedKind, string>> = {
  deployment: 'the overall status',
  component: 'components',
  region: 'regions',
  node: 'nodes',
  application: 'applications',
  event: 'event types',
  bucket: 'buckets',
};

const cutNames = [
  ['blind', 'earlier gap'],
  ['open', 'problem that goes on', 'problems that go on'],
  ['ended', 'earlier problem that ended', 'earlier problems that ended'],
  ['events', 'event type'],
  ['notes', 'earlier note'],
] as const;

/** States what the size limits left out; `null` if nothing. */
export function cutText({ cut }: Handover, zone: string): string | null {
  if (!cut) return null;
  const rows = cutNames.flatMap(([name, one, many]) => {
    const count = cut[name] ?? 0;
    return count === 0 ? [] : [plural(count, one, many)];
  });
  const changes = changedKinds.flatMap((kind) => {
    const from = cut.changes?.[kind];
    if (from === undefined) return [];
    return [`changes of ${pluralKinds[kind]} before ${momentText(Date.parse(from), zone)}`];
  });
  return `Left out, because there are too many: ${joinWords([...rows, ...changes])}.`;
}

/** "Provisional: known until 23 Nov 2026 05:59:58, may still change."; `null` for a final range. */
export function provisionalText({ knownUntil }: Pick<Handover, 'knownUntil'>, zone: string): string | null {
  if (knownUntil === undefined) return null;
  const known =
    knownUntil === null ? 'nothing is recorded' : `known until ${momentText(Date.parse(knownUntil), zone)}`;
  return `Provisional: ${known}, may still change.`;
}

/** States which deployments have no handover; `null` if all have one. @param names - names or slugs. */
export function unreadText(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  return `Nothing is known of ${joinWords(names)}, because ${names.length === 1 ? 'its history is' : 'their histories are'} not recorded or cannot be read.`;
}

/** Returns until when all of some handovers are known, as {@link provisionalText} reads it. */
export function earliestKnown(
  handovers: readonly Pick<Handover, 'knownUntil'>[],
): Pick<Handover, 'knownUntil'> {
  const known = handovers.flatMap(({ knownUntil }) => (knownUntil === undefined ? [] : [knownUntil]));
  if (known.length === 0) return {};
  const times = known.map((time) => time ?? '').toSorted();
  return { knownUntil: times[0] || null };
}

/** Names the range: "22 Nov 2026 22:00 – 23 Nov 2026 06:00 UTC", with seconds if it has some. */
export function rangeText({ from, to }: Pick<Handover, 'from' | 'to'>, zone: string): string {
  const isWhole = [from, to].every((time) => Date.parse(time) % 60_000 === 0);
  const [first, last] = [from, to].map((time) => {
    return isWhole ? formatDateTime(Date.parse(time), zone) : momentText(Date.parse(time), zone);
  });
  return `${first} – ${last} ${zone}`;
}
