/**
 * The log of one deployment since the page opened: states, changes, volumes and latencies. Bounded, and in
 * memory only.
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

/** One reading of the event volumes, exact. */
export interface VolumeReading {
  readonly at: number;
  /** End of its validity period: lifetime and grace period. */
  readonly until: number;
  /** Source as sent (`null` for none) → volume. Only the largest sources. */
  readonly bySource: ReadonlyMap<string | null, Integer>;
  /** Event type id → volume. Only the largest types. */
  readonly byType: ReadonlyMap<string, Integer>;
  /** Whether more types or volumes may exist: the list was truncated, or a volume could not be read. */
  readonly isAtLeast: boolean;
  /** Whether the previous reading had other types. A difference of sums then says nothing about new events. */
  readonly othersListed: boolean;
}

export interface LatencyReading {
  readonly at: number;
  /** `null` if it failed. */
  readonly milliseconds: number | null;
}

export interface LastList {
  readonly at: number;
  readonly subjects: SeenSubjects;
  readonly complete: boolean;
}

export interface SessionLog {
  readonly since: number;
  /** The verdict over time. */
  readonly overall: readonly Run<Severity>[];
  /** Newest first. */
  readonly changes: readonly Change[];
  /** By change group: the time of the newest dropped change. */
  readonly forgotten: ReadonlyMap<ChangeRoom, number>;
  /** Kind and path → the last snapshot. */
  readonly lists: ReadonlyMap<string, LastList>;
  /** Status words seen so far. When it is full, no word counts as new. */
  readonly words: ReadonlySet<string>;
  readonly contradictions: ReadonlyMap<Check, FollowedCheck>;
  /** When each kind was confirmed. The value tells whether the list was complete. */
  readonly confirmed: ReadonlyMap<SubjectKind, readonly Run<boolean>[]>;
  readonly volumes: readonly VolumeReading[];
  /** Ids of the types in the last volume reading. */
  readonly summed: readonly (string | null)[];
  /** By path, for requests without parameters; oldest first. */
  readonly latencies: ReadonlyMap<string, readonly LatencyReading[]>;
}

/**
 * Limit per group: states by kind, moves and capacities, so that none displaces another. Enough for a few
 * changes of a complete fleet.
 */
export const mostChanges = 5_000;
/** Characters of names, ids and words per group. A service may send any length. */
const mostCharacters = 1_000_000;
/** Status words, and characters of each. Longer ones never count as new. */
const mostWords = 500;
const longestWord = 200;
const mostReadings = 360;
/** Event types per reading, so that weeks of readings of a long list fit into memory. */
const mostTypes = 500;
/** Sources per reading. The service of the API document has two; another may name one per type. */
export const mostSources = 50;

function charactersOf({ id, name, from, to, contradiction }: Change): number {
  const own = id.length + name.length + (from?.length ?? 0) + (to?.length ?? 0);
  // The contradiction repeats the names and words.
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
 * Adds the contradictions found in the responses.
 * @param readAt - epoch milliseconds of the status reading. The same time means the same reading.
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
 * Adds a status document.
 * @param overall - severity of the verdict; `null` while that waits for the first reading of a list.
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
 * Adds the verdict at a status document, or at a list that was read after it.
 * @param at - epoch milliseconds.
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

/** A first failure is no loss yet. An endpoint that never responded and is absent is simply not offered. */
function contactOf(feed: Feed<unknown> | undefined): Contact {
  if (!feed?.failure) return 'fine';
  if (isAbsent(feed.failure)) return availabilityOf(feed) === 'no-longer-offered' ? 'gone' : 'fine';
  return feed.failure.run >= 2 ? 'lost' : 'fine';
}

/** Ends the coverage of the status document at `at`; strips show a gap from there. */
function coverageEnds(log: SessionLog, at: number): SessionLog {
  const confirmed = [...log.confirmed].map(
    ([subject, runs]) =>
      [subject, subject === 'status' || subject === 'component' ? endRuns(runs, at) : runs] as const,
  );
  return { ...log, overall: endRuns(log.overall, at), confirmed: new Map(confirmed) };
}

/** Logs that contact with an endpoint was lost (second failure in a row), that it is gone, or restored. */
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
