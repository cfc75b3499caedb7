/** `strips`: the strips of all subjects of a kind over a window (docs/understand/history-api.md, part 4). */

import { type StripEntry, subjectKinds } from '#contract/history.ts';
import { localDays } from '#domain/history/local-days.ts';
import { edgesOf } from '#domain/history/spans/marks.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { SubjectRow } from '../rows.ts';
import { WordClasses } from '../spans/classes.ts';
import { LeftOut, partsOutside } from '../spans/left-out.ts';
import { endpointsFor, resourceOf, seenTimeOf } from '../spans/seen-time.ts';
import { stripOf, stripPlan } from '../spans/strip.ts';
import { badParameter } from './context.ts';
import { slowFields } from './items.ts';
import { countOf, oneOf, parametersOf, windowOf, zoneOf } from './parameters.ts';
import { isPresent } from './spans.ts';
import { recordedVerdict } from './verdict.ts';
import { type HistoryRequest, type HistoryResponse, windowed } from './windowed.ts';

/**
 * Computes the edges of a strip's marks, in epoch milliseconds. Marks are local days if the window consists
 * of whole days that divide by the number of marks, else equal parts.
 */
function markEdges(window: Window, marks: number, zone: string): readonly number[] {
  const days = localDays(window, zone);
  const each = days ? (days.length - 1) / marks : 0;
  return days && each >= 1 && Number.isInteger(each)
    ? Array.from({ length: marks + 1 }, (_, index) => days[index * each] ?? window.to)
    : edgesOf(window, marks);
}

/** Run-length encodes the lengths of the marks: pairs of milliseconds and number of marks. */
function lengthsOf(edges: readonly number[]): readonly (readonly [number, number])[] {
  const lengths: [number, number][] = [];
  for (const [index, edge] of edges.entries()) {
    if (index === 0) continue;
    const length = edge - (edges[index - 1] ?? edge);
    const last = lengths.at(-1);
    if (last?.[0] === length) last[1] += 1;
    else lengths.push([length, 1]);
  }
  return lengths;
}

function nameOf({ context, deployment }: HistoryRequest, subject: SubjectRow): string {
  if (subject.kind === 'deployment') return deployment.name;
  if (subject.kind !== 'region') return subject.key;
  const lists = endpointsFor(context.known, deployment.slug, 'region');
  return slowFields(context.known, lists, subject)?.['name'] ?? subject.key;
}

export function stripsResponse(request: HistoryRequest): HistoryResponse {
  const { context, deployment } = request;
  const { known, spans, now } = context;
  const parameters = parametersOf(request.search, ['kind', 'from', 'to', 'marks', 'zone']);
  const kind = oneOf(parameters, 'kind', subjectKinds);
  if (kind === null) throw badParameter('kind', `“kind” is missing: one of ${subjectKinds.join(', ')}.`);
  const window = windowOf(parameters, now);
  const marks = countOf(parameters, 'marks', 400, 90);
  const zone = parameters.get('zone') ?? 'UTC';
  const named = zoneOf(parameters);
  const edges = markEdges(window, marks, named);
  const seen = seenTimeOf(known, deployment.slug, resourceOf[kind], window, now);
  const plan = stripPlan(edges, seen);
  const classes = new WordClasses(known, deployment.words);
  const classOfWord = (word: number) => classes.of(word);
  const leftOut = new LeftOut(known, spans, seen.truncated);
  const verdict = recordedVerdict(request);
  const data: StripEntry[] = [];
  for (const subject of window.from === window.to ? [] : known.subjects(deployment.slug, kind)) {
    const track = spans.of(subject.id);
    if (!track || !isPresent(track, window)) continue;
    const hidden = leftOut.of(subject, track);
    const { worst, ...strip } =
      kind === 'deployment'
        ? stripOf(verdict.track, plan, verdict.classOf)
        : hidden.length > 0
          ? stripOf(partsOutside(track, hidden, window, classOfWord), plan, (place) => place)
          : stripOf(track, plan, classOfWord);
    const newest = Math.max(0, track.indexAt(window.to - 1));
    data.push({
      key: subject.key,
      occurrence: subject.occurrence,
      name: nameOf(request, subject),
      endpoint: known.endpoint(track.at(newest).endpoint)?.path ?? '',
      worst,
      ...strip,
      couldHide: hidden.reduce((most, { from, to }) => Math.max(most, to - from), seen.couldHide),
    });
  }
  const { document, isSettled } = windowed(request, window, data);
  return { document: { ...document, kind, zone, marks, lengths: lengthsOf(edges) }, isSettled };
}
