/**
 * The verdict of a deployment over time, as the observer recorded it at each poll. Before the first recorded verdict it is
 * rebuilt from spans: files of older versions and the demo's past have none.
 */

import type { SubjectKind } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { isGood, isSeverity, type Severity } from '#domain/severity/severity.ts';
import type { SubjectRow } from '../rows.ts';
import { classOf, noClass, severityOfClass, WordClasses } from '../spans/classes.ts';
import { endpointsFor, resourceOf, seenTimeOf } from '../spans/seen-time.ts';
import type { Parts } from '../spans/strip.ts';
import { Track } from '../spans/track.ts';
import { ClassParts, type PlacedNode, verdictParts } from '../spans/verdict-parts.ts';
import type { LoggedChange } from '../store/store.ts';
import { fieldsOf, slowFields } from './items.ts';
import type { Asked } from './windowed.ts';

const nothing = new Track();

/** Limit of node moves that are read. The oldest ones are left out. */
const mostMoves = 100_000;

/** The regions of each node in a window: the log undoes later changes of the list. */
async function nodePlaces({ context, deployment }: Asked, { from }: Window) {
  const { known, store, now } = context;
  const lists = endpointsFor(known, deployment.slug, 'node');
  const keyOf = ({ key, occurrence }: Pick<SubjectRow, 'key' | 'occurrence'>) => `${occurrence} ${key}`;
  const between = { from, to: now + 1 };
  const query = { between, item: null, start: null, limit: mostMoves };
  const logs = await Promise.all(
    lists.map(async ({ id: endpoint }) => (await store?.log({ ...query, endpoint })) ?? []),
  );
  const logged = new Map<string, LoggedChange[]>();
  for (const row of logs.flat().toSorted((a, b) => a.at - b.at)) {
    const item = known.item(row.item);
    if (!item) continue;
    const rows = logged.get(keyOf(item)) ?? [];
    rows.push(row);
    logged.set(keyOf(item), rows);
  }
  const regionOf = (body: string | null) => fieldsOf(body)?.['pop'] ?? null;
  return (node: SubjectRow): PlacedNode['places'] => {
    const rows = logged.get(keyOf(node)) ?? [];
    const [first] = rows;
    if (!first) return [{ from, region: slowFields(known, lists, node)?.['pop'] ?? null }];
    return [
      { from, region: regionOf(first.bodyBefore ?? first.bodyAfter) },
      // Spans show when it is no longer listed.
      ...rows.flatMap(({ at, bodyAfter }) =>
        bodyAfter === null ? [] : [{ from: at, region: regionOf(bodyAfter) }],
      ),
    ];
  };
}

async function rebuilt(asked: Asked, window: Window): Promise<ClassParts> {
  const { context, deployment } = asked;
  const [subject] = context.known.subjects(deployment.slug, 'deployment');
  const document = subject && context.spans.of(subject.id);
  if (!document) return new ClassParts();
  const classes = new WordClasses(context.known, deployment.words);
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

interface RecordedVerdict {
  readonly track: Track;
  readonly classAt: (index: number) => number;
  readonly begin: number;
}

function recordedVerdict({ context, deployment: { slug } }: Asked): RecordedVerdict | null {
  const { known, spans } = context;
  const subject = known.subjectOf(slug, 'verdict', slug, 1);
  const track = subject && spans.of(subject.id);
  if (!track || track.count === 0) return null;
  const classAt = (index: number) => {
    const text = known.word(track.wordAt(index))?.text;
    return isSeverity(text) ? classOf(text) : noClass;
  };
  return { track, classAt, begin: track.fromAt(0) };
}

/** The word of a part is its class. */
export async function verdictOver(asked: Asked, window: Window): Promise<Parts> {
  const { from, to } = window;
  const recorded = recordedVerdict(asked);
  if (!recorded) return rebuilt(asked, window);
  const { track, classAt, begin } = recorded;
  const parts = begin > from ? await rebuilt(asked, { from, to: Math.min(to, begin) }) : new ClassParts();
  for (let index = Math.max(0, track.indexAt(from)); track.fromAt(index) < to; index += 1)
    parts.add(track.fromAt(index), classAt(index));
  return parts;
}

/** Epoch milliseconds. */
export interface Start {
  readonly from: number;
  /** When the last poll that showed otherwise was sent; `null` if none is known. */
  readonly notBefore: number | null;
}

export interface VerdictSince extends Start {
  readonly severity: Severity;
  /** When the deployment was last good; `null` while it is good. */
  readonly notGood: Start | null;
}

/** Milliseconds before the first recorded verdict that are searched for a start. */
const rebuiltFor = 7 * 86_400_000;

interface ClassSpan extends Start {
  readonly place: number;
}

/** The earliest start of the change windows of all subjects that changed at `at`. */
function notBeforeOf({ context, deployment: { slug } }: Asked, at: number): number | null {
  const kinds: readonly SubjectKind[] = ['deployment', 'component', 'region', 'node'];
  const times = kinds
    .flatMap((kind) => context.known.subjects(slug, kind))
    .flatMap(({ id }) => {
      const track = context.spans.of(id);
      const index = track?.indexAt(at) ?? -1;
      return track && index !== -1 && track.fromAt(index) === at ? [track.at(index).notBefore] : [];
    });
  const known = times.filter((time) => time !== null);
  return known.length === 0 || known.length < times.length ? null : Math.min(...known);
}

async function* newestFirst(asked: Asked): AsyncGenerator<ClassSpan> {
  const recorded = recordedVerdict(asked);
  const { known, now } = asked.context;
  if (recorded)
    for (let index = recorded.track.count - 1; index >= 0; index -= 1) {
      const { from, notBefore } = recorded.track.at(index);
      yield { from, notBefore, place: recorded.classAt(index) };
    }
  const to = recorded?.begin ?? now + 1;
  const since = known.since(asked.deployment.slug);
  if (since === null || since >= to) return;
  const parts = await rebuilt(asked, { from: Math.max(since, to - rebuiltFor), to });
  for (let index = parts.count - 1; index >= 0; index -= 1) {
    const from = parts.fromAt(index);
    yield { from, notBefore: index === 0 ? null : notBeforeOf(asked, from), place: parts.wordAt(index) };
  }
}

/** The start of the current verdict, and of the time in which the deployment is not good. */
export async function verdictSince(asked: Asked): Promise<VerdictSince | null> {
  let present: ClassSpan | null = null;
  let notGood: Start | null = null;
  let isPresent = true;
  for await (const span of newestFirst(asked)) {
    isPresent &&= present === null || span.place === present.place;
    if (isPresent) present = span;
    const isOver = isGood(severityOfClass(span.place));
    if (isOver && !isPresent) break;
    // Unobserved time may have been good.
    if (!isOver && span.place !== noClass) notGood = { from: span.from, notBefore: span.notBefore };
    if (!isPresent && present && isGood(severityOfClass(present.place))) break;
  }
  if (!present) return null;
  const { from, notBefore, place } = present;
  const severity = severityOfClass(place);
  return { severity, from, notBefore, notGood: isGood(severity) ? null : notGood };
}
