/**
 * Session log of one deployment: states, changes, event volumes and latencies since the page opened. It is
 * limited in size and in memory only.
 */

import { endpointAt } from '#contract/endpoints.ts';
import type { EventType, Integer, StatusDocument } from '#contract/resources.ts';
import { type Answer, availabilityOf, type Feed, isAbsent } from '#domain/answer/answer.ts';
import { validUntil } from '#domain/answer/freshness.ts';
import { frozenSince } from '#domain/answer/source-clock.ts';
import type { Check, ContradictionCheck } from '#domain/contradictions/checks.ts';
import { type Claim, claimOfSum, exact } from '#domain/lists/claim.ts';
import {
  type Change,
  type ChangeRoom,
  changesBetween,
  roomOf,
  type SeenSubjects,
  type SubjectKind,
} from '#domain/memory/changes.ts';
import { type FollowedCheck, followCheck } from '#domain/memory/contradiction-changes.ts';
import { endRuns, observe, type Run } from '#domain/memory/observation.ts';
import { addIntegers, compareIntegers } from '#domain/numbers/arithmetic.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { ComponentState } from '#domain/verdict/verdict.ts';

/** Event volumes in one response, exact. */
export interface VolumeReading {
  readonly at: number;
  /** When the response stops confirming its values (lifetime and grace period), epoch milliseconds. */
  readonly until: number;
  /** Event volume by source as sent (`null` without a source). Only the largest sources are stored. */
  readonly bySource: ReadonlyMap<string | null, Integer>;
  /** Event volume by id of the event type. Only the largest types are stored. */
  readonly byType: ReadonlyMap<string, Integer>;
  /** Whether more types or volumes may exist: the list was truncated, or a volume could not be read. */
  readonly isAtLeast: boolean;
  /** Whether the previous reading had other types. A difference of sums then says nothing about new events. */
  readonly othersListed: boolean;
}

export interface LatencyReading {
  readonly at: number;
  /** Response time, milliseconds; `null` if the request failed. */
  readonly milliseconds: number | null;
}

export interface LastList {
  readonly at: number;
  readonly subjects: SeenSubjects;
  readonly complete: boolean;
}

export interface SessionLog {
  readonly since: number;
  /** Severity of the verdict over time. */
  readonly overall: readonly Run<Severity>[];
  /** All kept changes, newest first. */
  readonly changes: readonly Change[];
  /** For each group of changes, the time of the newest change that was dropped to limit memory. */
  readonly forgotten: ReadonlyMap<ChangeRoom, number>;
  /** Last content of each list, by kind and path. */
  readonly lists: ReadonlyMap<string, LastList>;
  /** Status words seen so far. Once the set is full, no word counts as new. */
  readonly words: ReadonlySet<string>;
  readonly contradictions: ReadonlyMap<Check, FollowedCheck>;
  /** For each kind, when its list was confirmed. The value tells whether the list was complete. */
  readonly confirmed: ReadonlyMap<SubjectKind, readonly Run<boolean>[]>;
  readonly volumes: readonly VolumeReading[];
  /** Ids of the event types in the last response. */
  readonly summed: readonly (string | null)[];
  /** Response times by path, for requests without parameters; oldest first. */
  readonly latencies: ReadonlyMap<string, readonly LatencyReading[]>;
}

/**
 * Maximum number of changes per group. States of each kind, moves and capacities have groups of their own, so
 * that none displaces another. It is enough for a few changes of every node.
 */
export const mostChanges = 5_000;
/**
 * Maximum number of characters in the names, ids and words of one group. A service may send texts of any
 * length.
 */
const mostCharacters = 1_000_000;
/**
 * Maximum number of status words (`mostWords`) and of characters in each (`longestWord`). Longer words never
 * count as new.
 */
const mostWords = 500;
const longestWord = 200;
const mostReadings = 360;
/** Maximum number of event types stored per response, so that weeks of a long list fit into memory. */
const mostTypes = 500;
/**
 * Maximum number of sources stored per response. The API document names two, but a service may name one per
 * event type.
 */
export const mostSources = 50;

function charactersOf({ id, name, from, to, contradiction }: Change): number {
  const own = id.length + name.length + (from?.length ?? 0) + (to?.length ?? 0);
  // The text of a contradiction repeats the names and words.
  return contradiction ? 2 * own : own;
}

function withChanges(log: SessionLog, changes: readonly Change[]): SessionLog {
  if (changes.length === 0) return log;
  const rooms = new Map<ChangeRoom, { changes: number; characters: number }>();
  const forgotten = new Map(log.forgotten);
  const retained: Change[] = [];
  for (const change of [...changes.toReversed(), ...log.changes]) {
    const group = roomOf(change);
    const room = rooms.get(group) ?? { changes: mostChanges, characters: mostCharacters };
    rooms.set(group, room);
    room.changes -= 1;
    room.characters -= charactersOf(change);
    if (room.changes >= 0 && room.characters >= 0) retained.push(change);
    else forgotten.set(group, Math.max(change.at, forgotten.get(group) ?? 0));
  }
  return { ...log, changes: retained, forgotten };
}

function bringsWord({ kind, to }: Change, known: ReadonlySet<string>): boolean {
  const isOfWord = kind === 'state' || kind === 'appeared';
  return isOfWord && to !== null && to.length <= longestWord && known.size < mostWords && !known.has(to);
}

function withWords(known: ReadonlySet<string>, subjects: SeenSubjects): ReadonlySet<string> {
  const words = new Set(known);
  for (const { word } of subjects.values())
    if (word !== null && words.size < mostWords && word.length <= longestWord) words.add(word);
  return words.size === known.size ? known : words;
}

export function lastListOf(
  { lists: subjects }: Pick<SessionLog, 'lists'>,
  subject: SubjectKind,
): LastList | undefined {
  return [...subjects].findLast(([key]) => key.startsWith(`${subject} `))?.[1];
}

export function logList(
  log: SessionLog,
  subject: SubjectKind,
  path: string,
  subjects: SeenSubjects,
  { at, until }: { readonly at: number; readonly until: number },
  complete: boolean,
): SessionLog {
  const key = `${subject} ${path}`;
  const before = log.lists.get(key);
  const changes = before
    ? changesBetween(
        subject,
        before.subjects,
        subjects,
        { notBefore: before.at, at },
        complete && before.complete,
      )
    : [];
  const marked = changes.map((change) =>
    bringsWord(change, log.words) ? { ...change, isNewWord: true as const } : change,
  );
  const known = new Map(log.lists).set(key, { at, subjects, complete });
  const confirmed = new Map(log.confirmed);
  // A response from a stale cache confirms nothing now.
  if (until > at) confirmed.set(subject, observe(log.confirmed.get(subject) ?? [], complete, at, until));
  return {
    ...withChanges(log, marked),
    lists: known,
    words: withWords(log.words, subjects),
    confirmed,
  };
}

/**
 * Adds the results of contradiction checks to the log.
 * @param readAt - epoch milliseconds of the status poll. Checks with the same time count once.
 */
export function logContradictions(
  log: SessionLog,
  checks: readonly ContradictionCheck[],
  readAt: number,
): SessionLog {
  const contradictions = new Map(log.contradictions);
  const changes: Change[] = [];
  for (const check of checks) {
    const before = contradictions.get(check.check);
    if (before && readAt <= before.readAt) continue;
    const { followed, changes: own } = followCheck(before, check, readAt);
    contradictions.set(check.check, followed);
    changes.push(...own);
  }
  return { ...withChanges(log, changes), contradictions };
}

/**
 * Adds the states of a status document to the log.
 * @param overall - severity of the verdict; `null` while the verdict waits for the first response of a list.
 */
export function logStatus(
  log: SessionLog,
  answer: Answer<StatusDocument>,
  overall: Severity | null,
  components: readonly ComponentState[],
): SessionLog {
  const at = answer.receivedAt;
  const until = validUntil(answer);
  const subjects: SeenSubjects = new Map(
    components.map(({ id, name, state }) => [id, { name, word: state.word }]),
  );
  const whole: SeenSubjects = new Map([['', { name: 'Overall status', word: answer.value.status }]]);
  const seenWhole = logList(log, 'status', answer.path, whole, { at, until }, true);
  const next = logList(seenWhole, 'component', answer.path, subjects, { at, until }, true);
  const frozen = frozenSince(answer);
  if (frozen !== null) return coverageEnds(next, frozen);
  return overall === null ? next : logVerdict(next, answer, overall, at);
}

/**
 * Adds the verdict to the log, after a status document or a later list.
 * @param at - time of that response, epoch milliseconds.
 */
export function logVerdict(
  log: SessionLog,
  answer: Answer<StatusDocument>,
  overall: Severity,
  at: number,
): SessionLog {
  const until = validUntil(answer);
  if (until <= at || frozenSince(answer) !== null) return log;
  return { ...log, overall: observe(log.overall, overall, at, until) };
}

type Contact = 'fine' | 'lost' | 'gone';

/**
 * Classifies the contact with an endpoint. One failure alone is no loss. An endpoint that never responded and
 * is absent is simply not offered.
 */
function contactOf(feed: Feed<unknown> | undefined): Contact {
  if (!feed?.failure) return 'fine';
  if (isAbsent(feed.failure)) return availabilityOf(feed) === 'no-longer-offered' ? 'gone' : 'fine';
  return feed.failure.run >= 2 ? 'lost' : 'fine';
}

/** Ends the coverage of the status document at `at`, epoch milliseconds. Strips show a gap from there. */
function coverageEnds(log: SessionLog, at: number): SessionLog {
  const confirmed = [...log.confirmed].map(
    ([subject, runs]) =>
      [subject, subject === 'status' || subject === 'component' ? endRuns(runs, at) : runs] as const,
  );
  return { ...log, overall: endRuns(log.overall, at), confirmed: new Map(confirmed) };
}

/** Logs changes of the contact with an endpoint: lost at the second failure in a row, gone, or restored. */
export function logContact(
  log: SessionLog,
  before: Feed<unknown> | undefined,
  after: Feed<unknown>,
): SessionLog {
  const contact = contactOf(after);
  if (contact === contactOf(before)) return log;
  const { failure, answer } = after;
  const last = failure ?? answer;
  if (!last) return log;
  const change = (kind: Change['kind'], at: number, notBefore: number | null) =>
    withChanges(log, [
      {
        at,
        kind,
        subject: 'endpoint',
        id: last.path,
        name: last.path,
        region: null,
        from: null,
        to: failure?.summary ?? null,
        notBefore,
      },
    ]);
  if (!failure) return change('contact-restored', answer?.receivedAt ?? 0, before?.failure?.at ?? null);
  const lastRead = answer?.receivedAt ?? null;
  if (contact === 'gone') return change('gone', failure.at, lastRead);
  if (contact !== 'lost') return log;
  const next = change('contact-lost', failure.at, lastRead);
  return endpointAt(failure.path).resource === 'status' ? coverageEnds(next, failure.at) : next;
}

export function logLatency(log: SessionLog, { answer, failure }: Feed<unknown>): SessionLog {
  const last = failure ?? answer;
  if (!last || (failure && isAbsent(failure))) return log;
  const reading = failure
    ? { at: failure.at, milliseconds: null }
    : { at: answer?.receivedAt ?? 0, milliseconds: answer?.latencyMilliseconds ?? null };
  if (!failure && reading.milliseconds === null) return log;
  const readings = [...(log.latencies.get(last.path) ?? []), reading].slice(-mostReadings);
  return { ...log, latencies: new Map(log.latencies).set(last.path, readings) };
}

function largest<K>(volumes: readonly (readonly [K, Integer])[], most: number): ReadonlyMap<K, Integer> {
  if (volumes.length <= most) return new Map(volumes);
  return new Map(volumes.toSorted(([, a], [, b]) => compareIntegers(b, a)).slice(0, most));
}

function haveSameTypes(before: readonly (string | null)[], after: readonly (string | null)[]): boolean {
  const known = new Set(before);
  return before.length === after.length && after.every((id) => known.has(id));
}

export function logVolumes(
  log: SessionLog,
  answer: Answer<unknown>,
  rows: readonly EventType[],
  claim: Claim = exact,
): SessionLog {
  const summed: (string | null)[] = [];
  const bySource = new Map<string | null, Integer>();
  const known: (readonly [string, Integer])[] = [];
  for (const { id, source, count } of rows) {
    if (count === null) continue;
    summed.push(id);
    bySource.set(source, addIntegers(bySource.get(source) ?? 0, count));
    if (id !== null) known.push([id, count]);
  }
  const reading: VolumeReading = {
    at: answer.receivedAt,
    until: validUntil(answer),
    bySource: largest([...bySource], mostSources),
    byType: largest(known, mostTypes),
    isAtLeast: claimOfSum(claim, { missing: rows.length - summed.length }).kind === 'at-least',
    othersListed: log.volumes.length > 0 && !haveSameTypes(log.summed, summed),
  };
  // The first response is only the beginning of a growing list (docs/understand/completeness.md), so no trend
  // starts from it.
  const isOnlyBeginning = reading.othersListed && log.volumes.length === 1;
  const volumes = isOnlyBeginning
    ? [{ ...reading, othersListed: false }]
    : [...log.volumes, reading].slice(-mostReadings);
  return { ...log, volumes, summed };
}
