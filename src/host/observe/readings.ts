/** Converts polls to readings, which the recorder stores, and queues them. */

import { createHash } from 'node:crypto';
import type { EndpointPath } from '#contract/endpoints.ts';
import { parseTimestamp } from '#contract/forms.ts';
import { type Answer, availabilityOf, type Failure, type Feed } from '#domain/answer/answer.ts';
import { staleCopyNote } from '#domain/answer/clock-notes.ts';
import { validUntil } from '#domain/answer/freshness.ts';
import type { GapCause } from '#domain/history/coverage/coverage.ts';
import type { Change } from '#domain/memory/changes.ts';
import type { Observation, ObservedChange, Reading, ReadVerdict } from '../history/reading.ts';
import type { SubjectKind } from '../history/rows.ts';

/** Times of a sliced list in epoch milliseconds: request of its first slice, receipt of its last one. */
export interface Between {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * A poll of one endpoint, with its response or failure. Times are those of the observer's clock, which does
 * not go back with the wall clock.
 */
export interface Read {
  readonly slug: string;
  readonly path: EndpointPath;
  readonly feed: Feed<unknown>;
  readonly requestedAt: number;
  /** Times of a sliced list; `null` for any other response. */
  readonly between?: Between | null;
  readonly observation: Observation | null;
  /** Whether the response was the same as the one before. `observation` then lacks the rows. */
  readonly isRepeat?: boolean;
  readonly updatedAt: string | null;
  readonly changes: readonly Change[];
  /** The verdict to record with the poll; `null` if there is none. */
  readonly verdict?: ReadVerdict | null;
}

const unheard: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'timeout', 'protocol', 'tls', 'aborted']);

/** Maximum characters of a failure's text that are stored. */
const longestDetail = 200;

function causeOf(feed: Feed<unknown>, { kind }: Failure): GapCause {
  if (availabilityOf(feed) === 'not-offered') return 'not-offered';
  if (kind === 'refused') return 'denied';
  return unheard.has(kind) ? 'unreachable' : 'failing';
}

/**
 * Returns the longest time in milliseconds that a response may have spent in caches: `Age` counts completed
 * seconds.
 */
export function longestAge({ ageSeconds, headers }: Answer<unknown>): number {
  return ageSeconds > 0 || headers.age !== null ? 1000 * (ageSeconds + 1) : 0;
}

function aheadOf({ servedAt, receivedAt, ageSeconds }: Answer<unknown>): number | null {
  return servedAt === null ? null : servedAt + 1000 * ageSeconds - receivedAt;
}

const subjects: Partial<Record<Change['subject'], SubjectKind>> = {
  status: 'deployment',
  component: 'component',
  region: 'region',
  node: 'node',
};

function observedChanges(
  { slug }: Read,
  change: Change,
  toWall: (time: number) => number,
): readonly ObservedChange[] {
  const kind = subjects[change.subject];
  if (!kind || (change.kind !== 'contradicted' && change.kind !== 'contradiction-ended')) return [];
  return [
    {
      type: change.kind === 'contradicted' ? 'contradiction' : 'contradiction-ended',
      kind,
      key: kind === 'deployment' ? slug : change.name,
      at: Math.ceil(toWall(change.at)),
      notBefore: change.notBefore === null ? null : Math.floor(toWall(change.notBefore)),
      before: change.from,
      after: change.to,
    },
  ];
}

/** Returns `updated_at` of a status document as a time. The text is added if the time does not have it. */
function statedIn(updatedAt: string | null): {
  readonly statedAt: number | null;
  readonly statedText?: string;
} {
  const statedAt = updatedAt === null ? null : parseTimestamp(updatedAt);
  const isWritten = updatedAt === null || (statedAt !== null && new Date(statedAt).toISOString() === updatedAt);
  return isWritten || updatedAt.length > longestDetail ? { statedAt } : { statedAt, statedText: updatedAt };
}

/** Converts polls to readings. Remembers the last content of each endpoint, to send equal content once. */
export class Readings {
  readonly #digests = new Map<string, string>();

  /**
   * Converts a poll to a reading; `null` if there is nothing to record.
   * @param toWall - converts from the observer's clock to the wall clock.
   */
  of(read: Read, toWall: (time: number) => number): Reading | null {
    const { slug, path, feed, observation, updatedAt } = read;
    const { answer, failure } = feed;
    const common = {
      slug,
      path,
      changes: read.changes.flatMap((each) => observedChanges(read, each, toWall)),
    };
    if (failure) {
      const outcome = {
        kind: 'failed',
        cause: causeOf(feed, failure),
        detail: failure.summary.slice(0, longestDetail),
      } as const;
      const at = Math.ceil(toWall(failure.at));
      return { ...common, at, sentAt: Math.floor(toWall(read.requestedAt)), ahead: null, outcome };
    }
    if (!answer || answer.lastGood || !observation) return null;
    if (validUntil(answer) <= answer.receivedAt) return this.#staleCopy(read, answer, toWall);
    const { receivedAt, sentAt } = read.between ?? {
      receivedAt: answer.receivedAt,
      sentAt: Math.min(read.requestedAt, answer.receivedAt) - longestAge(answer),
    };
    return {
      ...common,
      at: Math.ceil(toWall(receivedAt)),
      sentAt: Math.floor(toWall(sentAt)),
      ahead: aheadOf(answer),
      verdict: read.verdict ?? null,
      outcome: {
        kind: 'answered',
        validMilliseconds: Math.max(0, Math.floor(validUntil(answer) - receivedAt)),
        complete: observation.claim !== 'at-least' && observation.rows !== null,
        ...statedIn(updatedAt),
        observation: !read.isRepeat && this.#isNews(`${slug} ${path}`, observation) ? observation : null,
      },
    };
  }

  /**
   * Converts a poll that brought a stored copy past its lifetime. The copy confirms nothing, so the poll
   * counts as failed.
   */
  #staleCopy(read: Read, answer: Answer<unknown>, toWall: (time: number) => number): Reading {
    return {
      slug: read.slug,
      path: read.path,
      changes: [],
      at: Math.ceil(toWall(answer.receivedAt)),
      sentAt: Math.floor(toWall(read.requestedAt)),
      ahead: null,
      outcome: {
        kind: 'failed',
        cause: 'failing',
        detail: staleCopyNote(answer) ?? 'The response is older than its lifetime.',
      },
    };
  }

  /** Forgets all contents, so that a new recorder gets them again. */
  clear(): void {
    this.#digests.clear();
  }

  #isNews(endpoint: string, said: Observation): boolean {
    const text = JSON.stringify(said, (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
    const digest = createHash('sha1').update(text).digest('base64');
    if (this.#digests.get(endpoint) === digest) return false;
    this.#digests.set(endpoint, digest);
    return true;
  }
}

/** Maximum number of readings that were sent to the recorder and are not finished. */
const mostUnderWay = 32;

/**
 * Maximum number of list rows that wait for the recorder. Above it, further lists are not recorded until the
 * recorder has caught up.
 */
const mostRowsWaiting = 100_000;

/** Maximum number of contradictions in one reading. */
const mostChanges = 100;

/**
 * Merges the readings of two polls of one endpoint into the newer one, with the content of the older one if
 * only that has any.
 */
function merged(older: Reading, newer: Reading): Reading {
  const changes = [...older.changes, ...newer.changes].slice(-mostChanges);
  if (older.outcome.kind !== 'answered' || newer.outcome.kind !== 'answered') return { ...newer, changes };
  return {
    ...newer,
    changes,
    outcome: { ...newer.outcome, observation: newer.outcome.observation ?? older.outcome.observation },
  };
}

function rowsIn(readings: readonly Reading[]): number {
  return readings.reduce(
    (sum, { outcome }) => sum + (outcome.kind === 'answered' ? (outcome.observation?.rows?.length ?? 0) : 0),
    0,
  );
}

/**
 * Sends readings to the recorder no faster than it finishes them. Of each endpoint at most two wait: an
 * answered poll and a failed one after it. A newer answered poll replaces both; a newer failed one replaces
 * the failed one.
 * If the last recorded poll does not cover the time until the next one, that time is recorded as not
 * observed.
 */
export class ReadingQueue {
  readonly #send: (reading: Reading) => void;
  /** Waiting readings by slug and path, in the order in which they began to wait. */
  readonly #waiting = new Map<string, readonly Reading[]>();
  #underWay = 0;
  #rows = 0;

  constructor(send: (reading: Reading) => void) {
    this.#send = send;
  }

  /** Whether the recorder is so far behind that the next list is not recorded. */
  get isFull(): boolean {
    return this.#rows > mostRowsWaiting;
  }

  add(reading: Reading): void {
    if (this.#underWay < mostUnderWay) return this.#start(reading);
    const key = `${reading.slug} ${reading.path}`;
    const waiting = this.#waiting.get(key) ?? [];
    const isAnswered = reading.outcome.kind === 'answered';
    const kept = isAnswered ? [] : waiting.filter(({ outcome }) => outcome.kind === 'answered');
    const replaced = waiting.filter((each) => !kept.includes(each));
    const newest = replaced.reduceRight((newer, older) => merged(older, newer), reading);
    this.#wait(key, [...kept, newest]);
  }

  finished(): void {
    this.#underWay -= 1;
    const [first] = this.#waiting;
    if (!first) return;
    const [key, [next, ...others]] = first;
    this.#wait(key, others);
    if (next) this.#start(next);
  }

  #wait(key: string, readings: readonly Reading[]): void {
    this.#rows += rowsIn(readings) - rowsIn(this.#waiting.get(key) ?? []);
    if (readings.length > 0) this.#waiting.set(key, readings);
    else this.#waiting.delete(key);
  }

  #start(reading: Reading): void {
    this.#underWay += 1;
    this.#send(reading);
  }
}
