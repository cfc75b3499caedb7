/**
 * Builds timelines of single regions and nodes from the history: strips from spans, values and moves from
 * changes, steps from series. Times are in epoch milliseconds.
 */

import type {
  ChangeEntry,
  CoverageEntry,
  SeriesPoint,
  SpanEntry,
  StripsResponse,
  Windowed,
} from '#contract/history.ts';
import { severityRank } from '../severity/severity.ts';
import { type CoverageInterval, seenTimes } from './coverage/coverage.ts';
import { leftOutOf, partsOfSpan, type SpanPart } from './coverage/left-out.ts';
import { intervalOf } from './coverage/united-coverage.ts';
import { edgesOf, hiddenIn, type IsolatedPoll, marksOf } from './spans/marks.ts';
import { type Piece, piecesOf, sharesOf, type Window } from './spans/shares.ts';

/** Strip of one subject, in the form of a response of `GET /history/:slug/strips`. */
export interface SubjectStrip {
  readonly answer: StripsResponse;
  readonly entry: StripsResponse['data'][number];
  readonly leftOut: readonly Window[];
}

const marks = 90;

/**
 * Returns the severity of a subject over a window, clipped to `within`.
 * @param parts - observed and left-out parts of the subject's spans
 */
function piecesWithin(
  parts: readonly SpanPart[],
  intervals: readonly CoverageInterval[],
  window: Window,
  within: Window,
): readonly Piece[] {
  const own = parts.map(({ from, to }, index) => ({
    subject: '',
    // `word` carries the index of the part. The host has already determined the severity.
    sent: { kind: 'word' as const, word: String(index) },
    from,
    notBefore: null,
    to,
  }));
  const pieces = piecesOf(window, own, intervals, (sent) =>
    sent.kind === 'word' ? (parts[Number(sent.word)]?.severity ?? null) : null,
  );
  return pieces.flatMap((piece) => {
    const [from, to] = [Math.max(piece.from, within.from), Math.min(piece.to, within.to)];
    return from < to ? [{ ...piece, from, to }] : [];
  });
}

/**
 * Returns the states at isolated polls in a part of a window.
 * @param parts - observed and left-out parts of the subject's spans
 */
function isolatedPolls(
  parts: readonly SpanPart[],
  intervals: readonly CoverageInterval[],
  within: Window,
): readonly IsolatedPoll[] {
  let place = 0;
  return seenTimes(intervals).flatMap(({ from: at, to }) => {
    if (to !== at || at < within.from || at >= within.to) return [];
    while ((parts[place]?.to ?? Number.POSITIVE_INFINITY) <= at) place += 1;
    const part = parts[place];
    return part?.severity && part.from <= at ? [{ at, severity: part.severity }] : [];
  });
}

export type KnownCoverage = Pick<Windowed<CoverageEntry>, 'data' | 'knownUntil'>;

/**
 * Builds the strip of one subject from its spans, as a response of `GET /history/:slug/strips` would have it.
 * @param spans - spans of the subject, in order of time
 * @param coverage - coverage, united if several API versions listed the subject
 * @param within - part of the window in which the subject belongs here; the rest stays empty
 */
export function stripFromSpans(
  spans: readonly SpanEntry[],
  { data, knownUntil }: KnownCoverage,
  window: Window,
  within: Window = window,
): SubjectStrip | null {
  const newest = spans.at(-1);
  if (!newest) return null;
  const { key, occurrence, endpoint, kind } = newest;
  const intervals = data.filter((each) => each.endpoint === endpoint).map(intervalOf);
  const parts = spans.flatMap(partsOfSpan);
  const leftOut = spans.flatMap(leftOutOf);
  const pieces = piecesWithin(parts, intervals, window, within);
  const edges = edgesOf(window, marks);
  const lengths = edges.slice(1).map((end, index) => [end - (edges[index] ?? end), 1] as const);
  const entry = {
    key,
    occurrence,
    name: key,
    endpoint,
    ...marksOf(edges, pieces, isolatedPolls(parts, intervals, within)),
    ...sharesOf(window, pieces),
    couldHide: leftOut.reduce(
      (most, time) => Math.max(most, time.to - time.from),
      hiddenIn(window, intervals, knownUntil === null ? window.from : Date.parse(knownUntil)),
    ),
  };
  return {
    entry,
    leftOut,
    answer: {
      deployment: '',
      from: new Date(window.from).toISOString(),
      to: new Date(window.to).toISOString(),
      knownUntil: null,
      settledUntil: null,
      data: [entry],
      more: null,
      kind,
      zone: 'UTC',
      marks,
      lengths,
    },
  };
}

export interface ValueSpan extends Window {
  readonly value: string | null;
  /** Whether the value began within the window, after another value. */
  readonly hasBegin: boolean;
  /** When the last poll with another value was sent, in epoch milliseconds; `null` if unknown. */
  readonly notBefore: number | null;
}

/**
 * Returns the values of a property over a window, oldest first. They are reconstructed backwards from the
 * present value.
 * @param changes - changes of one subject and one type
 */
export function valuesOver(
  changes: readonly ChangeEntry[],
  present: string | null,
  window: Window,
): readonly ValueSpan[] {
  const values: ValueSpan[] = [];
  let [value, to] = [present, window.to];
  for (const { at, before, after, notBefore } of changes.toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at),
  )) {
    const from = Date.parse(at);
    if (from <= window.from || from >= to) continue;
    const begin = notBefore === null ? null : Date.parse(notBefore);
    values.unshift({ from, to, value: after ?? value, hasBegin: true, notBefore: begin });
    [value, to] = [before, from];
  }
  return [{ from: window.from, to, value, hasBegin: false, notBefore: null }, ...values];
}

export interface Move {
  readonly at: number;
  readonly key: string;
  readonly direction: 'in' | 'out';
  /** Code of the other region; `null` if the node named none. */
  readonly other: string | null;
}

export function movesOf(changes: readonly ChangeEntry[], code: string): readonly Move[] {
  return changes
    .flatMap(({ type, at, key, before, after }): readonly Move[] => {
      if (type !== 'moved') return [];
      if (after === code) return [{ at: Date.parse(at), key, direction: 'in', other: before }];
      return before === code ? [{ at: Date.parse(at), key, direction: 'out', other: after }] : [];
    })
    .toSorted((a, b) => a.at - b.at);
}

function byKey<T extends { readonly key: string }>(all: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(each.key);
    if (group) group.push(each);
    else groups.set(each.key, [each]);
  }
  return groups;
}

export interface ChangedNode {
  readonly key: string;
  /** Time in which the node was in the region, clipped to the window. */
  readonly within: Window;
  /** Move of the node out of the region; `null` while the node is there. */
  readonly movedTo: Move | null;
  readonly changedAt: number;
}

const counted: ReadonlySet<ChangeEntry['type']> = new Set([
  'state',
  'appeared',
  'vanished',
  'returned',
  'moved',
  'capacity',
]);

/**
 * Returns the nodes whose state, region or capacity changed in a window while they were in a region. The
 * latest change comes first.
 * @param ids - ids of the nodes that are in the region now
 */
export function changedNodes(
  changes: readonly ChangeEntry[],
  code: string,
  ids: ReadonlySet<string>,
  window: Window,
): readonly ChangedNode[] {
  const moves = byKey(movesOf(changes, code));
  const own = changes.filter(
    ({ key, type, kind }) => kind === 'node' && counted.has(type) && (ids.has(key) || moves.has(key)),
  );
  return [...byKey(own)]
    .map(([key, entries]): ChangedNode => {
      const last = moves.get(key)?.at(-1);
      const came = moves.get(key)?.findLast(({ direction }) => direction === 'in');
      const left = last?.direction === 'out' ? last : null;
      const within = { from: came?.at ?? window.from, to: left?.at ?? window.to };
      const times = entries
        .map(({ at }) => Date.parse(at))
        .filter((at) => at >= within.from && at <= within.to);
      return { key, within, movedTo: left, changedAt: Math.max(...times) };
    })
    .filter(({ changedAt }) => Number.isFinite(changedAt))
    .toSorted((a, b) => b.changedAt - a.changedAt);
}

/** Value of a series from a time on; `null` for a truncated list, whose sum is only a lower bound. */
export interface Step {
  readonly at: number;
  readonly value: number | null;
}

/**
 * Returns the times at which a series took another value, and its first value. Values are rounded to doubles,
 * so they are for drawing only.
 */
export function stepsOf(points: readonly SeriesPoint[]): readonly Step[] {
  const steps: Step[] = [];
  const add = (at: number, value: Step['value']) => {
    const last = steps.at(-1);
    if (!last || last.value !== value) steps.push({ at, value });
  };
  for (const { from, first, last, claim } of points) {
    if (first === null) continue;
    const isComplete = claim !== 'at-least';
    add(Date.parse(from), isComplete ? Number(first) : null);
    add(Date.parse(from), isComplete ? Number(last) : null);
  }
  // If a point has several values, only the last one can be drawn.
  return steps.filter((step, index) => steps[index + 1]?.at !== step.at);
}

export function badSpans(spans: readonly SpanEntry[], { from, to }: Window, now: number) {
  const bad = spans
    .filter(({ severity, word }) => word !== null && severityRank[severity] > severityRank.unknown)
    .map((span) => {
      const begin = Math.max(from, Date.parse(span.from));
      const end = Math.min(to, now, span.to === null ? now : Date.parse(span.to));
      return { span, length: end - begin };
    })
    .filter(({ length }) => length > 0);
  return {
    count: bad.length,
    longest: bad.reduce<(typeof bad)[number] | null>(
      (most, each) => (most && most.length >= each.length ? most : each),
      null,
    ),
  };
}

/**
 * Returns the covered intervals of an endpoint in a window, and their share of the elapsed window in
 * hundredths of a percent, rounded down.
 */
export function seenOf(
  coverage: readonly CoverageEntry[],
  endpoint: string,
  { from, to }: Window,
  now: number,
) {
  const intervals = coverage
    .filter((interval) => interval.endpoint === endpoint && interval.outcome === 'seen')
    .map((stretch) => ({
      from: Math.max(from, Date.parse(stretch.from)),
      to: Math.min(to, now, stretch.to === null ? now : Date.parse(stretch.to)),
    }))
    .filter((stretch) => stretch.from < stretch.to);
  const seen = intervals.reduce((sum, stretch) => sum + stretch.to - stretch.from, 0);
  const over = Math.max(1, Math.min(to, now) - from);
  return { intervals, share: Math.min(10_000, Math.floor((seen * 10_000) / over)) };
}

export interface StateSince {
  readonly word: string | null;
  readonly from: number;
  /** When the last poll with another status word was sent, in epoch milliseconds; `null` if unknown. */
  readonly notBefore: number | null;
  /** Previous status word as sent, `null` if the subject was not listed; `undefined` if unknown. */
  readonly before: string | null | undefined;
}

/**
 * Returns the start of a subject's present state; `null` if no span is open.
 * @param spans - spans of the subject, in order of time
 */
export function stateSince(spans: readonly SpanEntry[]): StateSince | null {
  const last = spans.at(-1);
  if (!last || last.to !== null) return null;
  return {
    word: last.word,
    from: Date.parse(last.from),
    notBefore: last.notBefore === null ? null : Date.parse(last.notBefore),
    before: spans.at(-2)?.word,
  };
}

/**
 * Returns the span with which a subject appeared in the list; `null` if it is not listed now.
 * @param spans - all recorded spans of the subject, in order of time
 */
export function listedSince(spans: readonly SpanEntry[]): SpanEntry | null {
  if (spans.at(-1)?.to !== null) return null;
  const absent = spans.findLastIndex(({ word }) => word === null);
  return spans[absent + 1] ?? null;
}
