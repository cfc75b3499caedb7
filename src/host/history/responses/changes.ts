/**
 * `changes`: changes of one deployment, newest first. They come from spans, from the logs of lists and from
 * stored change rows (docs/understand/history-api.md, part 5).
 */

import { endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import {
  type ChangedKind,
  type ChangeEntry,
  type ChangeType,
  changedKinds,
  subjectKinds,
} from '#contract/history.ts';
import { intervalsAt, seenTimes } from '#domain/history/coverage/coverage.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { absentWord, type ChangeRow, isListedSubject, type ListedSubject, type SubjectRow } from '../rows.ts';
import type { TrackedSpan } from '../spans/track.ts';
import type { LoggedChange } from '../store/store.ts';
import { badParameter, stamp, stampOrNull } from './context.ts';
import { fieldsOf } from './items.ts';
import { leftOutBefore } from './left-out.ts';
import { countOf, oneOf, type Parameters, parametersOf, windowOf } from './parameters.ts';
import { type HistoryRequest, type HistoryResponse, windowed } from './windowed.ts';

const day = 86_400_000;

/**
 * Source of an entry: `c`: change row, `l`: log of a list, `s`: span. It is part of the id, so that ids of
 * one time have an order.
 */
type Source = 'c' | 'l' | 's';

/** Pads a number with zeros, so that ids sort as text like their numbers. */
function padded(number: number): string {
  return String(number).padStart(10, '0');
}

/**
 * Makes the id of an entry.
 * @param numbers - numbers that identify the entry within its source, such as the id of the subject.
 */
function idOf(at: number, source: Source, numbers: readonly number[], type = ''): string {
  const parts = [`${source}${numbers.map(padded).join('-')}`, ...(type === '' ? [] : [type])];
  return `${String(at).padStart(13, '0')}-${parts.join('-')}`;
}

/** Where a page begins: it has only entries with a smaller id. */
interface Cursor {
  readonly id: string;
  readonly at: number;
  readonly source: string;
  readonly numbers: readonly number[];
}

/**
 * Computes the first entry of a source that a page can hold, as its time and numbers; `null` for the newest
 * entry.
 * @param count - how many numbers identify an entry of this source.
 */
function startOf(cursor: Cursor | null, source: Source, count: number): readonly [number, ...number[]] | null {
  if (!cursor) return null;
  // At the time of the cursor, the entries of another source are all before it or all after it.
  if (cursor.source !== source)
    return [cursor.at, ...Array<number>(count).fill(source < cursor.source ? Number.MAX_SAFE_INTEGER : -1)];
  return [cursor.at, ...Array.from({ length: count }, (_, index) => cursor.numbers[index] ?? -1)];
}

interface Page {
  readonly window: Window;
  readonly cursor: Cursor | null;
  readonly limit: number;
}

interface Filter {
  readonly kind: ChangedKind | null;
  readonly key: string | null;
}

/** Finds the index of the last interval that begins before `time`; -1 if there is none. */
function lastBefore(seen: readonly Window[], time: number): number {
  let [low, high] = [0, seen.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seen[middle]?.from ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Creates the test whether an endpoint has coverage from the last poll with the old state to the first with
 * the new one.
 */
function seenThroughout({
  context,
}: HistoryRequest): (
  endpoint: number,
  changeWindow: { readonly notBefore: number; readonly from: number },
) => boolean {
  const known = new Map<number, readonly Window[]>();
  return (endpoint, { notBefore, from }) => {
    const seen = known.get(endpoint) ?? seenTimes(intervalsAt(context.known.coverage(endpoint), context.now));
    known.set(endpoint, seen);
    const place = lastBefore(seen, from);
    const [before, interval] = [seen[place - 1], seen[place]];
    // The poll before was sent at `notBefore`. If it was the last of an interval, that interval ended later
    // than `notBefore`.
    return interval !== undefined && from <= interval.to && (before === undefined || before.to < notBefore);
  };
}

function entryOf(
  id: string,
  row: Omit<ChangeEntry, 'id' | 'at' | 'notBefore'> & Pick<ChangeRow, 'at' | 'notBefore'>,
): ChangeEntry {
  const { at, notBefore, type, kind, key, occurrence, before, after, blind } = row;
  const times = { at: stamp(at), notBefore: stampOrNull(notBefore) };
  return { id, ...times, type, kind, key, occurrence, before, after, blind };
}

function typeOfSpan(span: TrackedSpan, before: number | null): ChangeType | null {
  if (span.folded > 0) return 'state';
  if (before === null) return span.notBefore === null ? null : 'appeared';
  if (span.word === absentWord) return 'vanished';
  return before === absentWord ? 'returned' : 'state';
}

export interface SpanChange<Subject extends SubjectRow> {
  readonly id: string;
  readonly subject: Subject;
  readonly type: ChangeType;
  readonly before: number | null;
  readonly span: TrackedSpan;
}

export function byIdDescending(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/**
 * Finds the newest spans of a page. Reads each track backwards, at most to the oldest span that the page can
 * still hold.
 */
export function newestSpans<Subject extends SubjectRow>(
  subjects: Iterable<Subject>,
  { spans, recorder, now }: HistoryRequest['context'],
  { window, cursor, limit }: Page,
): readonly SpanChange<Subject>[] {
  const forgotten = now - recorder.retention.spanDays * day;
  let found: SpanChange<Subject>[] = [];
  let floor = window.from;
  for (const subject of subjects) {
    const track = spans.of(subject.id);
    if (!track) continue;
    const end = Math.min(window.to - 1, cursor?.at ?? window.to);
    for (let index = track.indexAt(end); index >= 0 && track.fromAt(index) >= floor; index -= 1) {
      const span = track.at(index);
      const id = idOf(span.from, 's', [subject.id]);
      const before = index === 0 ? null : track.wordAt(index - 1);
      const type = typeOfSpan(span, before);
      if (type === null || (cursor && id >= cursor.id)) continue;
      // Retention may have dropped the span before, so this one is not an appearance.
      if (before === null && span.from <= forgotten) continue;
      found.push({ id, subject, type, before, span });
    }
    if (found.length < 4 * limit) continue;
    found = found.toSorted(byIdDescending).slice(0, limit);
    floor = found.at(-1)?.span.from ?? floor;
  }
  return found.toSorted(byIdDescending).slice(0, limit);
}

function subjectsOf({ context, deployment }: HistoryRequest, { kind, key }: Filter): readonly ListedSubject[] {
  const { known } = context;
  const kinds = subjectKinds.filter((each) => kind === null || kind === each);
  if (key === null) return kinds.flatMap((each) => known.subjects(deployment.slug, each));
  return kinds.flatMap((each) =>
    numbered((occurrence) => known.subjectOf(deployment.slug, each, key, occurrence)).filter(isListedSubject),
  );
}

/** Collects the occurrences 1, 2, … of a key, up to the first that does not exist. */
function numbered<T>(of: (occurrence: number) => T | null): readonly T[] {
  const all: T[] = [];
  for (let next = of(1); next !== null; next = of(all.length + 1)) all.push(next);
  return all;
}

function spanEntries(
  request: HistoryRequest,
  filter: Filter,
  page: Page,
  isSeen: ReturnType<typeof seenThroughout>,
): readonly ChangeEntry[] {
  const { known } = request.context;
  const isLeftOut = leftOutBefore(request);
  const textOf = (word: number | null) =>
    word === null || word === absentWord ? null : (known.word(word)?.text ?? null);
  return newestSpans(subjectsOf(request, filter), request.context, page).map(
    ({ id, subject, type, before, span }) => {
      const { kind, key, occurrence } = subject;
      const { from: at, notBefore, endpoint, word, folded } = span;
      const isBlind = (changeWindow: { readonly notBefore: number; readonly from: number }) =>
        !isSeen(endpoint, changeWindow) || isLeftOut(subject, changeWindow);
      const blind = notBefore !== null && isBlind({ notBefore, from: at });
      const words = { before: textOf(before), after: textOf(word) };
      return {
        ...entryOf(id, { at, notBefore, type, kind, key, occurrence, ...words, blind }),
        ...(folded > 0 && { folded }),
      };
    },
  );
}

const reportedFields: Readonly<Partial<Record<ChangedKind, Readonly<Record<string, ChangeType>>>>> = {
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

function fieldDifferences(
  kind: ChangedKind,
  before: ReturnType<typeof fieldsOf>,
  after: ReturnType<typeof fieldsOf>,
): readonly Difference[] {
  if (!before || !after) return [];
  return Object.entries(reportedFields[kind] ?? {}).flatMap(([field, type]) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null];
    return was === is ? [] : [{ type, before: was, after: is }];
  });
}

function differences(
  kind: ChangedKind,
  { bodyBefore, bodyLast, bodyAfter }: LoggedChange,
): readonly Difference[] {
  const wasListed = bodyBefore !== null;
  const isListed = bodyAfter !== null;
  // A row may return with other fields than it had when it vanished.
  const earlier = bodyBefore ?? bodyLast;
  const changed =
    earlier === null || bodyAfter === null || earlier === bodyAfter
      ? []
      : fieldDifferences(kind, fieldsOf(earlier), fieldsOf(bodyAfter));
  // Spans already report when a node or region comes or goes.
  if (wasListed === isListed || kind === 'node' || kind === 'region') return changed;
  const type = isListed ? (bodyLast === null ? 'appeared' : 'returned') : 'vanished';
  return [{ type, before: null, after: null }, ...changed];
}

interface ListLog {
  readonly endpoint: number;
  readonly kind: ChangedKind;
  readonly item: number | null;
}

async function entriesOfLog(
  request: HistoryRequest,
  { endpoint, kind, item }: ListLog,
  { window, cursor, limit }: Page,
  isSeen: ReturnType<typeof seenThroughout>,
): Promise<readonly ChangeEntry[]> {
  const { known, store } = request.context;
  if (!store) return [];
  const entries: ChangeEntry[] = [];
  const [at, first] = startOf(cursor, 'l', 1) ?? [];
  let start = at === undefined ? null : { at, item: first ?? -1 };
  // A log entry may have no change that is shown, so one read may not fill the page.
  while (entries.length < limit) {
    // oxlint-disable-next-line no-await-in-loop -- each read starts where the one before ended
    const rows = await store.log({ endpoint, between: window, item, start, limit: limit + 1 });
    for (const row of rows.slice(0, limit)) {
      const of = known.item(row.item);
      if (!of || row.notBefore === null) continue;
      const { notBefore } = row;
      const { key, occurrence } = of;
      const blind = row.blind || !isSeen(row.endpoint, { notBefore, from: row.at });
      for (const { type, before, after } of differences(kind, row)) {
        const id = idOf(row.at, 'l', [row.item], type);
        if (cursor && id >= cursor.id) continue;
        entries.push(entryOf(id, { at: row.at, notBefore, type, kind, key, occurrence, before, after, blind }));
      }
    }
    const next = rows[limit];
    if (!next) break;
    start = { at: next.at, item: next.item };
  }
  return entries;
}

async function logEntries(
  request: HistoryRequest,
  { kind: wanted, key }: Filter,
  page: Page,
  isSeen: ReturnType<typeof seenThroughout>,
): Promise<readonly ChangeEntry[]> {
  const { known } = request.context;
  const logs = known
    .endpoints(request.deployment.slug)
    .flatMap(({ id: endpoint, path }): readonly ListLog[] => {
      const resource = isEndpointPath(path) ? endpointAt(path).resource : null;
      const kind = changedKinds.find((each) => each === resource);
      if (!kind || (wanted !== null && wanted !== kind)) return [];
      if (key === null) return [{ endpoint, kind, item: null }];
      const items = numbered((occurrence) => known.itemOf(endpoint, key, occurrence));
      return items.map(({ id: item }) => ({ endpoint, kind, item }));
    });
  return (await Promise.all(logs.map((log) => entriesOfLog(request, log, page, isSeen)))).flat();
}

async function ownEntries(
  { context, deployment }: HistoryRequest,
  { kind, key }: Filter,
  { window, cursor, limit }: Page,
): Promise<readonly ChangeEntry[]> {
  const [at, seq = -1, n = -1] = startOf(cursor, 'c', 2) ?? [];
  const start = at === undefined ? null : { at, seq, n };
  const query = { deployment: deployment.slug, between: window, kind, key, start, limit: limit + 1 };
  const rows = (await context.store?.changes(query)) ?? [];
  return rows
    .map((row) => entryOf(idOf(row.at, 'c', [row.seq, row.n]), row))
    .filter(({ id }) => !cursor || id < cursor.id);
}

function beforeOf(parameters: Parameters): Cursor | null {
  const id = parameters.get('before');
  if (id === undefined) return null;
  const [, at, source, numbers] =
    /^(\d{13,15})-([cls])(\d{1,16}(?:-\d{1,16})?)(?:-[a-z-]{1,40})?$/.exec(id) ?? [];
  if (at === undefined || source === undefined || numbers === undefined)
    throw badParameter('before', '“before” must be the id of an entry.');
  return { id, at: Number(at), source, numbers: numbers.split('-').map(Number) };
}

const noFilter: Filter = { kind: null, key: null };

export async function newestEntries(
  request: HistoryRequest,
  wanted: Page,
  filter: Filter = noFilter,
): Promise<readonly ChangeEntry[]> {
  const isSeen = seenThroughout(request);
  return [
    ...spanEntries(request, filter, wanted, isSeen),
    ...(await logEntries(request, filter, wanted, isSeen)),
    ...(await ownEntries(request, filter, wanted)),
  ]
    .toSorted(byIdDescending)
    .slice(0, wanted.limit);
}

export async function changesResponse(request: HistoryRequest): Promise<HistoryResponse> {
  const parameters = parametersOf(request.search, ['from', 'to', 'before', 'limit', 'kind', 'key']);
  const window = windowOf(parameters, request.context.now);
  const limit = countOf(parameters, 'limit', 1_000, 200);
  const before = beforeOf(parameters);
  const filter = { kind: oneOf(parameters, 'kind', changedKinds), key: parameters.get('key') ?? null };
  if (filter.key !== null && filter.kind === null) throw badParameter('key', '“key” requires “kind”.');
  const wanted = { window, cursor: before && before.at < window.to ? before : null, limit: limit + 1 };
  const data = await newestEntries(request, wanted, filter);
  const page = data.slice(0, limit);
  const next = new URLSearchParams({
    ...Object.fromEntries(parameters),
    from: stamp(window.from),
    to: stamp(window.to),
    before: page.at(-1)?.id ?? '',
  });
  return windowed(request, window, page, data.length > limit ? `changes?${next.toString()}` : null);
}
