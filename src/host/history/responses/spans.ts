/** `spans`: the status words of each subject over time (docs/understand/history-api.md, part 3). */

import { type SpanEntry, type SpanSeverity, subjectKinds } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { absentWord, type ListedSubject, type SubjectRow } from '../rows.ts';
import { severityOfWord } from '../spans/classes.ts';
import type { Track } from '../spans/track.ts';
import { badParameter, stamp, stampOrNull } from './context.ts';
import { leftOutIn } from './left-out.ts';
import { oneOf, type Parameters, parametersOf, windowOf } from './parameters.ts';
import { type HistoryRequest, type HistoryResponse, windowed } from './windowed.ts';

export const mostRows = 10_000;

function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function compareSubjects(a: SubjectRow, b: SubjectRow): number {
  return compareCodes(a.kind, b.kind) || compareCodes(a.key, b.key) || a.occurrence - b.occurrence;
}

interface Place {
  readonly subject: SubjectRow;
  readonly from: number;
}

function placeOf({ context }: HistoryRequest, parameters: Parameters): Place | null {
  const text = parameters.get('after');
  if (text === undefined) return null;
  const [, id = '', from = ''] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  const subject = id === '' ? null : context.known.subject(Number(id));
  if (!subject) throw badParameter('after', '“after” must be the value of “more” of an earlier page.');
  return { subject, from: Number(from) };
}

export function entryOf(
  { context, deployment }: HistoryRequest,
  subject: ListedSubject,
  track: Track,
  index: number,
  leftOut: readonly Window[] = [],
): SpanEntry {
  const { word, endpoint, from, notBefore } = track.at(index);
  const { kind, key, occurrence } = subject;
  const sentWord = word === absentWord ? null : context.known.word(word);
  const severity = word === absentWord ? 'vanished' : severityOfWord(sentWord, deployment.words);
  return {
    kind,
    key,
    occurrence,
    word: sentWord?.text ?? null,
    ...(sentWord?.form === 'cut' && { cut: true }),
    ...(sentWord?.form === 'json' && { json: true }),
    // No status word has the severity of time that is not observed.
    severity: severity as SpanSeverity,
    endpoint: context.known.endpoint(endpoint)?.path ?? '',
    from: stamp(from),
    notBefore: stampOrNull(notBefore),
    to: stampOrNull(track.toAt(index)),
    ...(leftOut.length > 0 && {
      leftOut: leftOut.map((time) => ({ from: stamp(time.from), to: stamp(time.to) })),
    }),
  };
}

function withinSpan(times: readonly Window[], track: Track, index: number): readonly Window[] {
  const [begin, end] = [track.fromAt(index), track.toAt(index)];
  return times
    .map(({ from, to }) => ({ from: Math.max(from, begin), to: Math.min(to, end) }))
    .filter(({ from, to }) => from < to);
}

function* overlapping(track: Track, { from, to }: Window): Generator<number> {
  for (
    let index = Math.max(0, track.indexAt(from));
    index < track.count && track.fromAt(index) < to;
    index += 1
  )
    if (track.toAt(index) > from) yield index;
}

export function isPresent(track: Track, window: Window): boolean {
  for (const index of overlapping(track, window)) if (track.wordAt(index) !== absentWord) return true;
  return false;
}

export function requestedSubjects(
  { context, deployment }: HistoryRequest,
  parameters: Parameters,
): readonly ListedSubject[] {
  const kind = oneOf(parameters, 'kind', subjectKinds);
  const key = parameters.get('key');
  if (key !== undefined && kind === null) throw badParameter('key', '“key” requires “kind”.');
  return (kind === null ? subjectKinds : [kind])
    .flatMap((each) => context.known.subjects(deployment.slug, each))
    .filter((subject) => key === undefined || subject.key === key)
    .toSorted(compareSubjects);
}

function pageAfter(parameters: Parameters, window: Window, { subject, from }: Place): string {
  const next = new URLSearchParams({
    ...Object.fromEntries(parameters),
    from: stamp(window.from),
    to: stamp(window.to),
    after: `${subject.id}.${from}`,
  });
  return `spans?${next.toString()}`;
}

export function spansResponse(request: HistoryRequest): HistoryResponse {
  const { spans, now } = request.context;
  const parameters = parametersOf(request.search, ['from', 'to', 'kind', 'key', 'after']);
  const window = windowOf(parameters, now);
  const after = placeOf(request, parameters);
  const data: SpanEntry[] = [];
  let last: Place | null = null;
  let length = 0;
  const leftOutOf = leftOutIn(request, window);
  for (const subject of window.from === window.to ? [] : requestedSubjects(request, parameters)) {
    const track = spans.of(subject.id);
    const order = after ? compareSubjects(subject, after.subject) : 1;
    if (!track || order < 0) continue;
    const hidden = leftOutOf(subject, track);
    for (const index of overlapping(track, window)) {
      const from = track.fromAt(index);
      if (after && order === 0 && from <= after.from) continue;
      if (length >= mostRows && last)
        return windowed(request, window, data, pageAfter(parameters, window, last));
      const leftOut = withinSpan(hidden, track, index);
      data.push(entryOf(request, subject, track, index, leftOut));
      length += 1 + leftOut.length;
      last = { subject, from };
    }
  }
  return windowed(request, window, data);
}
