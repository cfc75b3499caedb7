/** `strips`: all subjects of a kind over a window (history-api.md, part 4). */

import { type StripEntry, type SubjectKind, subjectKinds } from '#contract/history.ts';
import { localDays, zoneNamed } from '#domain/history/local-days.ts';
import { edgesOf } from '#domain/history/marks.ts';
import type { Window } from '#domain/history/shares.ts';
import type { SubjectRow } from '../rows.ts';
import { WordClasses } from '../spans/classes.ts';
import { endpointsFor, resourceOf, seenTimeOf } from '../spans/seen-time.ts';
import { type Parts, stripOf, stripPlan } from '../spans/strip.ts';
import { Track } from '../spans/track.ts';
import { type PlacedNode, verdictParts } from '../spans/verdict-parts.ts';
import type { LoggedChange } from '../store.ts';
import { badParameter } from './context.ts';
import { fieldsOf, slowFields } from './items.ts';
import { countOf, oneOf, parametersOf, windowOf } from './parameters.ts';
import { isPresent } from './spans.ts';
import { type Asked, type Told, windowed } from './windowed.ts';

/** Whole days of the zone where the window begins and ends with one and they can be shared out, else equal parts. */
function markEdges(window: Window, marks: number, zone: string): readonly number[] {
  const days = localDays(window, zone);
  const each = days ? (days.length - 1) / marks : 0;
  return days && each >= 1 && Number.isInteger(each)
    ? Array.from({ length: marks + 1 }, (_, index) => days[index * each] ?? window.to)
    : edgesOf(window, marks);
}

/** Lengths of marks in their order, equal neighbours told once. */
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

const nothing = new Track();

/** Of more moves than any fleet makes the oldest are left out. */
const mostMoves = 100_000;

/** Where nodes stood from the begin of a window on: the log undoes what is listed now. */
async function nodePlaces({ context, deployment }: Asked, { from }: Window) {
  const { known, store, now } = context;
  const lists = endpointsFor(known, deployment.slug, 'node');
  const keyOf = ({ key, occurrence }: Pick<SubjectRow, 'key' | 'occurrence'>) => `${occurrence} ${key}`;
  const log =
    (await store?.log(
      lists.map(({ id }) => id),
      { from, to: now + 1 },
      mostMoves,
    )) ?? [];
  const logged = new Map<string, LoggedChange[]>();
  for (const row of log.toReversed()) {
    const rows = logged.get(keyOf(row)) ?? [];
    rows.push(row);
    logged.set(keyOf(row), rows);
  }
  const regionOf = (body: string | null) => fieldsOf(body)?.['pop'] ?? null;
  return (node: SubjectRow): PlacedNode['places'] => {
    const rows = logged.get(keyOf(node)) ?? [];
    const [first] = rows;
    if (!first) return [{ from, region: slowFields(known, lists, node)?.['pop'] ?? null }];
    return [
      { from, region: regionOf(first.bodyBefore ?? first.bodyAfter) },
      // That it is no longer listed is told by its spans.
      ...rows.flatMap(({ at, bodyAfter }) =>
        bodyAfter === null ? [] : [{ from: at, region: regionOf(bodyAfter) }],
      ),
    ];
  };
}

/** The verdict of the deployment over the window. */
async function verdictOver(
  asked: Asked,
  window: Window,
  document: Track,
  classes: WordClasses,
): Promise<Parts> {
  const { context, deployment } = asked;
  const { known, spans, now } = context;
  const of = (kind: SubjectKind) =>
    known
      .subjects(deployment.slug, kind)
      .map((subject) => ({ subject, track: spans.of(subject.id) ?? nothing }));
  const seen = (kind: SubjectKind) =>
    seenTimeOf(known, deployment.slug, resourceOf[kind], window, now).intervals;
  const placesOf = await nodePlaces(asked, window);
  return verdictParts(
    window,
    {
      document,
      components: of('component').map(({ track }) => track),
      regions: of('region').map(({ subject, track }) => ({ code: subject.key, track })),
      nodes: of('node').map(({ subject, track }) => ({ places: placesOf(subject), track })),
      regionsSeen: seen('region'),
      nodesSeen: seen('node'),
    },
    deployment.verdict,
    (word) => classes.of(word),
  );
}

function nameOf({ context, deployment }: Asked, subject: SubjectRow): string {
  if (subject.kind === 'deployment') return deployment.name;
  if (subject.kind !== 'region') return subject.key;
  const lists = endpointsFor(context.known, deployment.slug, 'region');
  return slowFields(context.known, lists, subject)?.['name'] ?? subject.key;
}

export async function stripsAnswer(asked: Asked): Promise<Told> {
  const { context, deployment } = asked;
  const { known, spans, now } = context;
  const parameters = parametersOf(asked.search, ['kind', 'from', 'to', 'marks', 'zone']);
  const kind = oneOf(parameters, 'kind', subjectKinds);
  if (kind === null) throw badParameter('kind', `“kind” is missing: one of ${subjectKinds.join(', ')}.`);
  const window = windowOf(parameters, now);
  const marks = countOf(parameters, 'marks', 400, 90);
  const zone = parameters.get('zone') ?? 'UTC';
  const named = zoneNamed(zone);
  if (named === null)
    throw badParameter('zone', '“zone” is a name of the time zone database, like Europe/Berlin.');
  const edges = markEdges(window, marks, named);
  const seen = seenTimeOf(known, deployment.slug, resourceOf[kind], window, now);
  const plan = stripPlan(edges, seen);
  const classes = new WordClasses(known, deployment.words);
  const classOfWord = (word: number) => classes.of(word);
  const data: StripEntry[] = [];
  for (const subject of window.from === window.to ? [] : known.subjects(deployment.slug, kind)) {
    const track = spans.of(subject.id);
    if (!track || !isPresent(track, window)) continue;
    const { worst, ...strip } =
      kind === 'deployment'
        ? stripOf(await verdictOver(asked, window, track, classes), plan, (place) => place)
        : stripOf(track, plan, classOfWord);
    const newest = Math.max(0, track.indexAt(window.to - 1));
    data.push({
      key: subject.key,
      occurrence: subject.occurrence,
      name: nameOf(asked, subject),
      endpoint: known.endpoint(track.at(newest).endpoint)?.path ?? '',
      worst,
      ...strip,
      couldHide: seen.couldHide,
    });
  }
  const { document, isSettled } = windowed(asked, window, data);
  return { document: { ...document, kind, zone, marks, lengths: lengthsOf(edges) }, isSettled };
}
