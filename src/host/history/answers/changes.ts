/** `changes`: what changed, from spans, the log of lists and what is written of its own, newest first (history-api.md, part 5). */

import { endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import {
  type ChangedKind,
  type ChangeEntry,
  type ChangeType,
  changedKinds,
  subjectKinds,
} from '#contract/history.ts';
import type { Window } from '#domain/history/shares.ts';
import { seenTimes, stretchesAt } from '#domain/history/sight.ts';
import { absentWord, type ChangeRow, type ListedSubject } from '../rows.ts';
import type { TrackedSpan } from '../spans/track.ts';
import type { LoggedChange } from '../store.ts';
import { badParameter, stamp, stampOrNull } from './context.ts';
import { fieldsOf } from './items.ts';
import { countOf, oneOf, type Parameters, parametersOf, windowOf } from './parameters.ts';
import { type Asked, type Told, windowed } from './windowed.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** More than the log has of any time that is asked for at once: a list is 50,000 rows at most, each of which may go and come. */
const allOfIt = 1_000_000;

/** Grows with time, so that the order of ids is that of entries. */
function idOf(at: number, source: string): string {
  return `${String(at).padStart(13, '0')}-${source}`;
}

interface Filter {
  readonly kind: ChangedKind | null;
  readonly key: string | null;
}

function takes({ kind, key }: Filter, entry: Pick<ChangeEntry, 'kind' | 'key'>): boolean {
  return (kind === null || kind === entry.kind) && (key === null || key === entry.key);
}

/** Whether all of a bracket was seen: no gap lies between the look that showed it otherwise and the one that shows it so. */
function seenThroughout({
  context,
}: Asked): (endpoint: number, bracket: { readonly notBefore: number; readonly from: number }) => boolean {
  const known = new Map<number, readonly Window[]>();
  return (endpoint, { notBefore, from }) => {
    const seen = known.get(endpoint) ?? seenTimes(stretchesAt(context.known.sight(endpoint), context.now));
    known.set(endpoint, seen);
    const place = seen.findLastIndex((stretch) => stretch.from < from);
    const [before, stretch] = [seen[place - 1], seen[place]];
    // The look before was asked for at `notBefore`: where it was the last one of a stretch, that ended later.
    return stretch !== undefined && from <= stretch.to && (before === undefined || before.to < notBefore);
  };
}

/** How a span differs from the one before it; `null` of the baseline. */
/** @param part - what the id says after the time. */
function entryOf(
  part: string,
  row: Omit<ChangeEntry, 'id' | 'at' | 'notBefore'> & Pick<ChangeRow, 'at' | 'notBefore'>,
): ChangeEntry {
  const { at, notBefore, type, kind, key, occurrence, before, after, blind } = row;
  const times = { at: stamp(at), notBefore: stampOrNull(notBefore) };
  return { id: idOf(at, part), ...times, type, kind, key, occurrence, before, after, blind };
}

function typeOfSpan(span: TrackedSpan, before: number | null): ChangeType | null {
  if (span.folded > 0) return 'state';
  if (before === null) return span.notBefore === null ? null : 'appeared';
  if (span.word === absentWord) return 'vanished';
  return before === absentWord ? 'returned' : 'state';
}

function spanEntries(
  asked: Asked,
  filter: Filter,
  { from, to }: Window,
  isSeen: ReturnType<typeof seenThroughout>,
): ChangeEntry[] {
  const { known, spans, recorder, now } = asked.context;
  const textOf = (word: number | null) =>
    word === null || word === absentWord ? null : (known.word(word)?.text ?? null);
  const forgotten = now - recorder.retention.spanDays * day;
  const entriesOf = (subject: ListedSubject) => {
    const track = spans.of(subject.id);
    const entries: ChangeEntry[] = [];
    if (!track) return entries;
    for (let index = track.indexAt(from - 1) + 1; index < track.count && track.fromAt(index) < to; index += 1) {
      const span = track.at(index);
      const { notBefore } = span;
      const before = index === 0 ? null : track.wordAt(index - 1);
      const type = typeOfSpan(span, before);
      // What it was before is no longer kept: it did not appear then.
      if (type === null || (before === null && span.from <= forgotten)) continue;
      const { kind, key, occurrence } = subject;
      entries.push({
        ...entryOf(`s${subject.id}`, {
          at: span.from,
          notBefore,
          type,
          kind,
          key,
          occurrence,
          before: textOf(before),
          after: textOf(span.word),
          blind: notBefore !== null && !isSeen(span.endpoint, { notBefore, from: span.from }),
        }),
        ...(span.folded > 0 && { folded: span.folded }),
      });
    }
    return entries;
  };
  return subjectKinds
    .filter((kind) => filter.kind === null || filter.kind === kind)
    .flatMap((kind) => known.subjects(asked.deployment.slug, kind))
    .filter((subject) => takes(filter, subject))
    .flatMap(entriesOf);
}

/** Fields whose change is told, by what is listed. */
const toldFields: Readonly<Partial<Record<ChangedKind, Readonly<Record<string, ChangeType>>>>> = {
  node: { pop: 'moved', capacity: 'capacity' },
  region: { name: 'renamed' },
  bucket: { region: 'moved', name: 'renamed' },
  application: { name: 'renamed', scopes: 'scopes' },
  event: { name: 'renamed' },
};

interface Difference {
  readonly type: ChangeType;
  readonly before: string | null;
  readonly after: string | null;
}

function differences(
  kind: ChangedKind,
  { bodyBefore, bodyLast, bodyAfter }: LoggedChange,
): readonly Difference[] {
  const wasListed = bodyBefore !== null;
  const isListed = bodyAfter !== null;
  // Who was gone may be another when it is back.
  const [before, after] = [fieldsOf(bodyBefore ?? bodyLast), fieldsOf(bodyAfter)];
  const changed =
    before && after
      ? Object.entries(toldFields[kind] ?? {}).flatMap(([field, type]) => {
          const [was, is] = [before[field] ?? null, after[field] ?? null];
          return was === is ? [] : [{ type, before: was, after: is }];
        })
      : [];
  // Of what has spans these tell it.
  if (wasListed === isListed || kind === 'node' || kind === 'region') return changed;
  const type = isListed ? (bodyLast === null ? 'appeared' : 'returned') : 'vanished';
  return [{ type, before: null, after: null }, ...changed];
}

async function logEntries(
  asked: Asked,
  filter: Filter,
  window: Window,
  isSeen: ReturnType<typeof seenThroughout>,
): Promise<readonly ChangeEntry[]> {
  const { known, store } = asked.context;
  const kinds = new Map(
    known.endpoints(asked.deployment.slug).flatMap(({ id, path }) => {
      const resource = isEndpointPath(path) ? endpointAt(path).resource : null;
      const kind = changedKinds.find((each) => each === resource);
      return kind && (filter.kind === null || filter.kind === kind) ? [[id, kind] as const] : [];
    }),
  );
  if (!store || kinds.size === 0) return [];
  const rows = await store.log([...kinds.keys()], window, allOfIt);
  return rows.flatMap((row) => {
    const kind = kinds.get(row.endpoint);
    // The first look of a list is no change.
    if (!kind || row.notBefore === null || !takes(filter, { kind, key: row.key })) return [];
    const { at, notBefore, key, occurrence } = row;
    const blind = row.blind || !isSeen(row.endpoint, { notBefore, from: at });
    return differences(kind, row).map(({ type, before, after }) =>
      entryOf(`l${row.item}-${type}`, { at, notBefore, type, kind, key, occurrence, before, after, blind }),
    );
  });
}

async function entriesWithin(
  asked: Asked,
  filter: Filter,
  window: Window,
  isSeen: ReturnType<typeof seenThroughout>,
) {
  const { store } = asked.context;
  const own = store ? await store.changes(asked.deployment.slug, window, allOfIt) : [];
  return [
    ...spanEntries(asked, filter, window, isSeen),
    ...(await logEntries(asked, filter, window, isSeen)),
    ...own.map((row) => entryOf(`c${row.seq}-${row.n}`, row)).filter((entry) => takes(filter, entry)),
  ].toSorted((a, b) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0));
}

function beforeOf(parameters: Parameters): { readonly id: string; readonly at: number } | null {
  const id = parameters.get('before');
  if (id === undefined) return null;
  const [, at] = /^(\d{13,15})-[a-z0-9-]{1,60}$/.exec(id) ?? [];
  if (at === undefined) throw badParameter('before', '“before” is the id of an entry.');
  return { id, at: Number(at) };
}

export async function changesAnswer(asked: Asked): Promise<Told> {
  const parameters = parametersOf(asked.search, ['from', 'to', 'before', 'limit', 'kind', 'key']);
  const window = windowOf(parameters, asked.context.now);
  const limit = countOf(parameters, 'limit', 1_000, 200);
  const before = beforeOf(parameters);
  const filter = { kind: oneOf(parameters, 'kind', changedKinds), key: parameters.get('key') ?? null };
  if (filter.key !== null && filter.kind === null)
    throw badParameter('key', '“key” is of a “kind”, which is missing.');
  const isSeen = seenThroughout(asked);
  const data: ChangeEntry[] = [];
  let end = Math.min(window.to, (before?.at ?? window.to) + 1);
  // Backwards in steps that grow: a page is filled from the newest, however much there is in all.
  for (let step = hour; end > window.from && data.length <= limit; step *= 2) {
    const begin = Math.max(window.from, end - step);
    const entries = await entriesWithin(asked, filter, { from: begin, to: end }, isSeen);
    data.push(...entries.filter(({ id }) => before === null || id < before.id).slice(0, limit + 1));
    end = begin;
  }
  const page = data.slice(0, limit);
  const next = new URLSearchParams({
    ...Object.fromEntries(parameters),
    from: stamp(window.from),
    to: stamp(window.to),
    before: page.at(-1)?.id ?? '',
  });
  return windowed(asked, window, page, data.length > limit ? `changes?${next.toString()}` : null);
}
