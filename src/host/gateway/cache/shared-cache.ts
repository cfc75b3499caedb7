/**
 * What upstreams answered, in memory, for all who may have it: a shared cache for the whole host (docs/understand/host-api.md), which
 * begins empty. An outcome comes here whole and checked.
 */

import { isAbsentStatus } from '#contract/failure.ts';
import { retryPause } from '#domain/answer/lifetime.ts';
import { SingleFlight } from '../single-flight.ts';
import type { Unchanged, UpstreamAnswer, UpstreamFailure, UpstreamOutcome } from '../upstream.ts';
import { Forced } from './forced.ts';
import { renewedHeaders, termsOf } from './rules.ts';
import { type Moment, Store, since, thisMoment } from './store.ts';

/** How an outcome is kept; nothing of it where it is handed out to nobody else. */
export interface Keeping {
  /** Milliseconds from its receipt for which it is handed out. */
  readonly freshMilliseconds: number;
  /** Milliseconds from its receipt after which it leaves memory. */
  readonly keptMilliseconds: number;
  readonly mayServeOld: boolean;
  /** Stale copies in a row, this one included (`Terms.isStaleCopy`). */
  readonly staleRun: number;
}

/** @param earlier - how the outcome before this one is kept. */
export type Keep = (outcome: UpstreamOutcome, earlier: Keeping | null) => Keeping | null;

interface Question {
  /** Whose share of the memory its answer takes. */
  readonly owner: string;
  /** Equal for all who may have the same answer. */
  readonly key: string;
  /** @param etag - of what is held, where it may still be the same. */
  readonly ask: (etag: string | null, signal: AbortSignal) => Promise<UpstreamOutcome | Unchanged>;
  readonly keep: Keep;
  /** Whether the reading in hand will not do. */
  readonly anew?: boolean;
  /** Aborts once whoever asks has left; made only for those who wait. */
  readonly leaving?: () => AbortSignal;
}

interface Reading extends Keeping {
  readonly outcome: UpstreamOutcome;
  /** Its `Age` is that at this moment. */
  readonly receivedAt: Moment;
}

/** An outcome and for how long it has been here, in seconds. */
export interface CachedOutcome {
  readonly outcome: UpstreamOutcome;
  readonly heldSeconds: number;
  /** Why the last good answer is handed out in place of a newer one; `null` where it is none. */
  readonly inPlaceOf: UpstreamFailure | null;
}

/** What a reading takes besides its body; a short one keeps all of a block alive that it shares. */
const entryBytes = 8 * 1024;

export class SharedCache {
  readonly #readings: Store<Reading>;
  readonly #flights = new SingleFlight<CachedOutcome>();
  readonly #forced = new Forced();

  /** @param room - bytes of memory. */
  constructor(room: number) {
    this.#readings = new Store(room);
  }

  /** Estimate of the memory taken. */
  get bytes(): number {
    return this.#readings.bytes;
  }

  /** The reading in hand, at once, else what `ask` says; everybody who asks meanwhile gets the same. */
  read(question: Question): CachedOutcome | Promise<CachedOutcome> {
    const { key, anew = false, leaving } = question;
    const held = this.#readings.use(key);
    // After a sleep its timer may be yet to come.
    const fresh = held && since(held.receivedAt) < held.freshMilliseconds ? held : null;
    if (fresh && !anew) return handedOut(fresh);
    const wait = anew && !this.#flights.has(key) ? this.#forced.wait(key) : 0;
    if (wait > 0) return fresh ? handedOut(fresh) : asked(forcedTooOften(wait));
    return this.#flights.run(key, (cancel) => this.#ask(question, held ?? null, cancel), leaving?.());
  }

  /** Counts what is kept beside an outcome for as long as that is held. */
  addBytes(key: string, outcome: UpstreamOutcome, bytes: number): void {
    const reading = this.#readings.get(key);
    if (reading?.outcome === outcome) this.#readings.addBytes(key, reading, bytes);
  }

  /** Lets go of all that was answered to somebody. */
  forget(owner: string): void {
    this.#readings.dropAll(owner);
  }

  async #ask(question: Question, held: Reading | null, signal: AbortSignal): Promise<CachedOutcome> {
    const known = held?.outcome.kind === 'answer' ? held.outcome : null;
    const etag = known?.headers['etag'] ?? null;
    let said = await question.ask(etag, signal);
    if (said.kind === 'unchanged' && known) said = renewed(known, said) ?? said;
    // It speaks of another answer than the one that was asked about.
    if (said.kind === 'unchanged') said = await question.ask(null, signal);
    if (said.kind === 'unchanged') return asked(strayNotModified);
    this.#keep(question, said);
    if (said.kind === 'failure' && held?.mayServeOld === true && isOutage(said))
      return { ...handedOut(held), inPlaceOf: said };
    return asked(said);
  }

  #keep({ owner, key, keep }: Question, outcome: UpstreamOutcome): void {
    const keeping = keep(outcome, this.#readings.get(key) ?? null);
    if (keeping) {
      const bytes = entryBytes + (outcome.kind === 'answer' ? outcome.body.bytes.byteLength : 0);
      const reading = { outcome, receivedAt: thisMoment(), ...keeping };
      this.#readings.put(key, reading, { owner, bytes, milliseconds: keeping.keptMilliseconds });
    } else if (outcome.kind === 'answer' || endsAnswers(outcome)) this.#readings.drop(key);
  }
}

function handedOut({ outcome, receivedAt }: Reading): CachedOutcome {
  return { outcome, heldSeconds: since(receivedAt) / 1000, inPlaceOf: null };
}

function asked(outcome: UpstreamOutcome): CachedOutcome {
  return { outcome, heldSeconds: 0, inPlaceOf: null };
}

function renewed(known: UpstreamAnswer, { headers }: Unchanged): UpstreamAnswer | null {
  const all = renewedHeaders(known.headers, headers);
  return all && { ...known, headers: all };
}

/** Whether a service said that it answers this no more, or not to this host: then no earlier answer counts. */
function endsAnswers({ status }: UpstreamFailure): boolean {
  return isAbsentStatus(status) || status === 401 || status === 403;
}

/** Whether a failure says nothing of what was asked for: the service could not be reached, or could not answer now. */
function isOutage(failure: UpstreamFailure): boolean {
  const { failure: kind, status, isOwn = false } = failure;
  if (isOwn) return false;
  if (kind === 'unreachable' || kind === 'timeout' || kind === 'tls') return true;
  return kind === 'http' && !endsAnswers(failure) && status !== null && (status === 429 || status >= 500);
}

function forcedTooOften(seconds: number): UpstreamFailure {
  return {
    kind: 'failure',
    failure: 'http',
    summary: 'this was asked for anew a moment ago',
    detail: 'One address of a service is asked past what is held once in 5 s.',
    isOwn: true,
    status: 429,
    headers: { 'retry-after': String(seconds) },
  };
}

const strayNotModified: UpstreamFailure = {
  kind: 'failure',
  failure: 'protocol',
  summary: 'HTTP 304 where only 200 carries an answer',
  detail: null,
  status: 304,
  headers: {},
};

/** Milliseconds for which a list is kept after its lifetime. */
const longestKept = 24 * 3_600_000;

/** A list is handed out for the lifetime that its answer states, and kept beyond where it may be. */
export const listKeep: Keep = (outcome, earlier) => {
  if (outcome.kind === 'failure') return null;
  const { isStaleCopy, mayKeep, mayServeOld, ...terms } = termsOf(
    outcome.headers,
    Date.now(),
    outcome.transferSeconds,
  );
  const staleRun = isStaleCopy ? (earlier?.staleRun ?? 0) + 1 : 0;
  const freshMilliseconds = isStaleCopy ? 1000 * retryPause(staleRun - 1) : terms.freshMilliseconds;
  if (freshMilliseconds === 0 && !mayKeep) return null;
  const keptMilliseconds = mayKeep ? freshMilliseconds + longestKept : freshMilliseconds;
  return { freshMilliseconds, keptMilliseconds, mayServeOld, staleRun };
};

/**
 * A status document is held for one poll period, whatever its headers say: the host is the poller. So is that the
 * endpoint is not offered, for which of the two versions to ask follows from it; of one that had answered this may be a
 * stray word, so it is asked again whenever somebody asks. Other failures are never held.
 */
export function statusKeep(periodMilliseconds: number): Keep {
  const forPeriod = {
    freshMilliseconds: periodMilliseconds,
    keptMilliseconds: periodMilliseconds,
    mayServeOld: false,
    staleRun: 0,
  };
  let answered = false;
  return (outcome) => {
    answered ||= outcome.kind === 'answer';
    const isAbsent = outcome.kind === 'failure' && isAbsentStatus(outcome.status) && !answered;
    return outcome.kind === 'answer' || isAbsent ? forPeriod : null;
  };
}
