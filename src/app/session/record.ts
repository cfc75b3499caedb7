/** What this session has seen of one deployment since the page opened. Bounded; nothing of it outlives the page. */

import type { EventType, Integer, StatusDocument } from '../../contract/resources.ts';
import { type Answer, type Feed, isAbsent } from '../../domain/answer.ts';
import { addIntegers, compareIntegers } from '../../domain/arithmetic.ts';
import { type Change, changesBetween, type Sights, type SubjectKind } from '../../domain/changes.ts';
import { grace } from '../../domain/freshness.ts';
import { observe, type Run } from '../../domain/observation.ts';
import type { Severity } from '../../domain/severity.ts';
import type { ComponentState } from '../../domain/verdict.ts';

export interface Seen {
  readonly name: string;
  readonly runs: readonly Run<Severity>[];
}

/** One reading of the event volumes, exact. */
export interface VolumeReading {
  readonly at: number;
  /** Until when it is vouched for: its lifetime and the grace. */
  readonly until: number;
  /** Source as sent, `null` where none was → volume. */
  readonly bySource: ReadonlyMap<string | null, Integer>;
  /** Event type id → volume, of the largest types. */
  readonly byType: ReadonlyMap<string, Integer>;
}

/** One try at an endpoint. */
export interface LatencyReading {
  readonly at: number;
  /** `null` where the try failed. */
  readonly milliseconds: number | null;
}

export interface SessionRecord {
  readonly since: number;
  readonly overall: readonly Run<Severity>[];
  readonly components: ReadonlyMap<string, Seen>;
  /** Newest first. */
  readonly changes: readonly Change[];
  /** Kind and path → what was last seen there. */
  readonly sights: ReadonlyMap<string, { readonly sights: Sights; readonly complete: boolean }>;
  readonly volumes: readonly VolumeReading[];
  /** Path → tries at it, asked without parameters; oldest first. */
  readonly latencies: ReadonlyMap<string, readonly LatencyReading[]>;
}

const mostChanges = 200;
const mostReadings = 360;
/** Event types kept of one reading, so that weeks of readings of a long list stay within memory. */
const mostTypes = 500;

export function emptyRecord(since: number): SessionRecord {
  return {
    since,
    overall: [],
    components: new Map(),
    changes: [],
    sights: new Map(),
    volumes: [],
    latencies: new Map(),
  };
}

function withChanges(record: SessionRecord, changes: readonly Change[]): SessionRecord {
  if (changes.length === 0) return record;
  return { ...record, changes: [...changes.toReversed(), ...record.changes].slice(0, mostChanges) };
}

/** Compares a new sight of one kind of subject with the last one of the same list. */
export function recordSights(
  record: SessionRecord,
  subject: SubjectKind,
  path: string,
  sights: Sights,
  at: number,
  complete: boolean,
): SessionRecord {
  const key = `${subject} ${path}`;
  const before = record.sights.get(key);
  const changes = before ? changesBetween(subject, before.sights, sights, at, complete && before.complete) : [];
  const known = new Map(record.sights).set(key, { sights, complete });
  return { ...withChanges(record, changes), sights: known };
}

/** Adds a reading of the status document. */
export function recordStatus(
  record: SessionRecord,
  answer: Answer<StatusDocument>,
  overall: Severity,
  components: readonly ComponentState[],
): SessionRecord {
  const at = answer.receivedAt;
  const until = at + answer.lifetime.milliseconds + grace;
  const seen = new Map(record.components);
  for (const { id, name, state } of components)
    seen.set(id, { name, runs: observe(seen.get(id)?.runs ?? [], state.severity, at, until) });
  const sights: Sights = new Map(components.map(({ id, name, state }) => [id, { name, word: state.word }]));
  const next = { ...record, overall: observe(record.overall, overall, at, until), components: seen };
  return recordSights(next, 'component', answer.path, sights, at, true);
}

/** Notes that contact with an endpoint was lost (from its second failure in a row) or restored. */
export function recordContact(
  record: SessionRecord,
  before: Feed<unknown> | undefined,
  after: Feed<unknown>,
): SessionRecord {
  const earlier = before?.failure ?? null;
  const { failure, answer } = after;
  const named = (run: number | undefined) => (run ?? 0) >= 2;
  if (failure && named(failure.run) && !named(earlier?.run)) {
    const { path, at, summary } = failure;
    return withChanges(record, [
      { at, kind: 'contact-lost', subject: 'endpoint', id: path, name: path, from: null, to: summary },
    ]);
  }
  if (!failure && answer && named(earlier?.run)) {
    const { path, receivedAt } = answer;
    return withChanges(record, [
      {
        at: receivedAt,
        kind: 'contact-restored',
        subject: 'endpoint',
        id: path,
        name: path,
        from: null,
        to: null,
      },
    ]);
  }
  return record;
}

/** Adds a try at an endpoint: how long its answer took, or that there was none. What is not offered was not tried. */
export function recordLatency(record: SessionRecord, { answer, failure }: Feed<unknown>): SessionRecord {
  const last = failure ?? answer;
  if (!last || (failure && isAbsent(failure))) return record;
  const reading = failure
    ? { at: failure.at, milliseconds: null }
    : { at: answer?.receivedAt ?? 0, milliseconds: answer?.latencyMilliseconds ?? null };
  if (!failure && reading.milliseconds === null) return record;
  const readings = [...(record.latencies.get(last.path) ?? []), reading].slice(-mostReadings);
  return { ...record, latencies: new Map(record.latencies).set(last.path, readings) };
}

/** Adds a reading of the event volumes. */
export function recordVolumes(
  record: SessionRecord,
  answer: Pick<Answer<unknown>, 'receivedAt' | 'lifetime'>,
  rows: readonly EventType[],
): SessionRecord {
  const bySource = new Map<string | null, Integer>();
  const known: (readonly [string, Integer])[] = [];
  for (const { id, source, count } of rows) {
    if (count === null) continue;
    bySource.set(source, addIntegers(bySource.get(source) ?? 0, count));
    if (id !== null) known.push([id, count]);
  }
  const largest =
    known.length <= mostTypes
      ? known
      : known.toSorted(([, a], [, b]) => compareIntegers(b, a)).slice(0, mostTypes);
  const at = answer.receivedAt;
  const until = at + answer.lifetime.milliseconds + grace;
  const reading: VolumeReading = { at, until, bySource, byType: new Map(largest) };
  return { ...record, volumes: [...record.volumes, reading].slice(-mostReadings) };
}
