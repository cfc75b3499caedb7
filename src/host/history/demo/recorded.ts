/** Generates the history rows of one demo endpoint: subjects, list rows, series and coverage. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { type ListResource, listFields } from '#contract/resources.ts';
import { absentWord, type ItemRow, type Row, type SubjectKind } from '../rows.ts';
import type { Ids } from './ids.ts';
import { type Curve, hourRows, hoursOf, valueRows } from './numbers.ts';
import { type PastTimes, type PollTimes, type Step, seenSteps } from './poll-times.ts';

/** Fields that change often, and are therefore not part of a row's stored content. */
const volatileFields: ReadonlySet<string> = new Set(['status', 'objects', 'bytes', 'count', 'last_used_at']);

export function contentOf(resource: ListResource, row: object): string {
  const sent = Object.entries(listFields[resource]).flatMap(([name, field]) => {
    if (volatileFields.has(name)) return [];
    const value: unknown = Reflect.get(row, name);
    if (field.type === 'strings') return [[name, JSON.parse(String(value))]];
    const isTime = field.type === 'string' && 'form' in field && field.form.kind === 'timestamp';
    return [[name, isTime ? new Date(Number(value)).toISOString() : value]];
  });
  return JSON.stringify(Object.fromEntries(sent));
}

export interface Recorded {
  readonly slug: string;
  readonly path: EndpointPath;
  readonly id: number;
  readonly polls: PollTimes;
  readonly times: PastTimes;
  readonly ids: Ids;
  readonly seqAt: (poll: number) => number;
  readonly hours: ReturnType<typeof hoursOf>;
  readonly rawPolls: readonly number[];
}

export function recorded(about: Omit<Recorded, 'hours' | 'rawPolls'>): Recorded {
  const { polls, times } = about;
  return { ...about, hours: hoursOf(polls, times), rawPolls: polls.within(times.rawFrom, times.end) };
}

/**
 * Generates the rows of a subject and its spans.
 * @param steps - status words of the subject in order, `null` for absence.
 */
export function* subjectRows(
  { slug, id: endpoint, polls, ids }: Recorded,
  kind: SubjectKind,
  key: string,
  steps: readonly Step<string | null>[],
): Generator<Row> {
  const seen = seenSteps(polls, steps);
  if (seen.length === 0) return;
  const subject = ids.next('subject');
  yield { table: 'subject', id: subject, deployment: slug, kind, key, occurrence: 1 };
  for (const [index, { at, value }] of seen.entries()) {
    const word = value === null ? { id: absentWord, rows: [] } : ids.word(value);
    yield* word.rows;
    const to = seen[index + 1]?.at ?? null;
    const notBefore = polls.notBefore(at);
    yield { table: 'span', subject, from: at, notBefore, to, word: word.id, endpoint, folded: 0 };
  }
}

/**
 * Generates the rows of a list row and its log.
 * @param steps - contents of the list row in order, as JSON; `null` for absence.
 */
export function* itemRows(
  { id: endpoint, polls, ids, seqAt }: Recorded,
  key: string,
  steps: readonly Step<string | null>[],
  occurrence = 1,
): Generator<Row, ItemRow | null> {
  const seen = seenSteps(polls, steps);
  if (seen.length === 0) return null;
  const item = ids.next('item');
  const entries: Row[] = [];
  let before: number | null = null;
  for (const { at, value } of seen) {
    const content = value === null ? null : ids.content(value);
    if (content) yield content;
    const after = content?.id ?? null;
    const notBefore = polls.notBefore(at);
    const blind = polls.isAfterOutage(at);
    entries.push({ table: 'log', endpoint, seq: seqAt(at), item, at, notBefore, before, after, blind });
    before = after;
  }
  const changedAt = seen.at(-1)?.at ?? 0;
  const row: ItemRow = { table: 'item', id: item, endpoint, key, occurrence, content: before, changedAt };
  yield row;
  yield* entries;
  return row;
}

/**
 * Generates the rows of a series and its values.
 * @param since - time of its first value, epoch milliseconds.
 */
export function* seriesRows(
  { slug, id: endpoint, polls, ids, hours, rawPolls }: Recorded,
  name: string,
  curve: Curve,
  since = Number.NEGATIVE_INFINITY,
): Generator<Row> {
  const first = polls.firstFrom(since);
  if (first === null) return;
  const series = ids.next('series');
  yield { table: 'series', id: series, deployment: slug, name, endpoint };
  yield* hourRows(series, hours, curve, first);
  // Starts with the value before, as a record does. So a fall at the first of these polls is one.
  const before = polls.before(rawPolls[0] ?? first);
  yield* valueRows(series, before === null ? rawPolls : [before, ...rawPolls], curve, first);
}

export function* coverageRows(
  { id: endpoint, polls, times, seqAt, rawPolls }: Recorded,
  run: number,
): Generator<Row> {
  const { first, lastBefore, firstAfter, last, cadence } = polls;
  const seen = { table: 'sight', endpoint, outcome: 'seen', cause: null, detail: null } as const;
  const whole = { longest: cadence.period, complete: true };
  yield { ...seen, ...whole, from: first, to: lastBefore, looks: polls.until(lastBefore) };
  const length = firstAfter - lastBefore;
  const blind = { outcome: 'blind', cause: 'host-stopped', detail: 'killed', looks: 0 } as const;
  yield { ...seen, ...blind, from: lastBefore, to: firstAfter, longest: length, complete: true };
  const rest = polls.until(times.end) - polls.until(lastBefore);
  yield { ...seen, ...whole, from: firstAfter, to: last, looks: rest };
  const isStatus = cadence.path.endsWith('/status');
  const answer = { vouched: cadence.validMilliseconds, complete: true, cause: null, detail: null };
  for (const at of rawPolls) {
    const sentAt = polls.sentAt(at);
    // The simulated service changes its state every 3 s.
    const statedAt = isStatus ? at - (at % 3_000) : null;
    yield { table: 'look', endpoint, seq: seqAt(at), run, at, sentAt, ...answer, statedAt };
  }
}
