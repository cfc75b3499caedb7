/**
 * Caches upstream responses in memory, for all viewers of the host (docs/understand/host-api.md). The cache
 * is empty at the start. Every cached outcome is complete and checked.
 */

import { isAbsentStatus } from '#contract/failure.ts';
import { retryPause } from '#domain/answer/lifetime.ts';
import { SingleFlight } from '#host/net/single-flight.ts';
import type { Unchanged, UpstreamFailure, UpstreamOutcome, UpstreamResponse } from '../upstream.ts';
import { Forced } from './forced.ts';
import { renewedHeaders, termsOf } from './rules.ts';
import { type Moment, Store, since, thisMoment } from './store.ts';

/** How long a response or failure is cached. */
export interface CachePeriod {
  /** Milliseconds from receipt for which the outcome is served. */
  readonly freshMilliseconds: number;
  /** Milliseconds from receipt after which the outcome is dropped. */
  readonly cachedMilliseconds: number;
  readonly mayServeOld: boolean;
  /** Number of consecutive stale copies, including this one (`Terms.isStaleCopy`). */
  readonly staleRun: number;
}

/**
 * Decides how long an outcome is cached; `null` if it must not be shared.
 * @param earlier - the period of the outcome before this one.
 */
export type CachePolicy = (outcome: UpstreamOutcome, earlier: CachePeriod | null) => CachePeriod | null;

interface CacheRequest {
  readonly owner: string;
  /** Cache key, equal for all viewers who may share a response. */
  readonly key: string;
  /**
   * Sends the request to the service.
   * @param etag - tag of the cached response, for a conditional request; `null` without one.
   */
  readonly ask: (etag: string | null, signal: AbortSignal) => Promise<UpstreamOutcome | Unchanged>;
  readonly policy: CachePolicy;
  readonly isForced?: boolean;
  /** Returns a signal that aborts when the viewer disconnects. Called only if the request has to wait. */
  readonly leaving?: () => AbortSignal;
}

interface Reading extends CachePeriod {
  readonly outcome: UpstreamOutcome;
  /** Time of receipt of `outcome`. Its `Age` header is the age at this time. */
  readonly receivedAt: Moment;
}

export interface CachedOutcome {
  readonly outcome: UpstreamOutcome;
  readonly cachedSeconds: number;
  /** The failure that a stale response replaces; `null` for any other response. */
  readonly inPlaceOf: UpstreamFailure | null;
}

/**
 * Memory that an entry takes besides its body, in bytes. A short body may keep a shared block of this size in
 * memory.
 */
const entryBytes = 8 * 1024;

export class SharedCache {
  readonly #readings: Store<Reading>;
  readonly #flights = new SingleFlight<CachedOutcome>();
  readonly #forced = new Forced();

  /** @param room - maximum bytes of memory. */
  constructor(room: number) {
    this.#readings = new Store(room);
  }

  get bytes(): number {
    return this.#readings.bytes;
  }

  /** Returns a fresh cached outcome at once. Otherwise sends one request for all viewers who wait. */
  read(request: CacheRequest): CachedOutcome | Promise<CachedOutcome> {
    const { key, isForced = false, leaving } = request;
    const cached = this.#readings.use(key);
    // After sleep the expiry timer may be late.
    const fresh = cached && since(cached.receivedAt) < cached.freshMilliseconds ? cached : null;
    if (fresh && !isForced) return fromCache(fresh);
    const wait = isForced && !this.#flights.has(key) ? this.#forced.wait(key) : 0;
    if (wait > 0) return fresh ? fromCache(fresh) : fromUpstream(forcedTooOften(wait));
    return this.#flights.run(key, (cancel) => this.#request(request, cached ?? null, cancel), leaving?.());
  }

  /** Adds `bytes`, the size of a compressed copy, to the counted size of a cached outcome. */
  addBytes(key: string, outcome: UpstreamOutcome, bytes: number): void {
    const reading = this.#readings.get(key);
    if (reading?.outcome === outcome) this.#readings.addBytes(key, reading, bytes);
  }

  forget(owner: string): void {
    this.#readings.dropAll(owner);
  }

  async #request(request: CacheRequest, stored: Reading | null, signal: AbortSignal): Promise<CachedOutcome> {
    const known = stored?.outcome.kind === 'answer' ? stored.outcome : null;
    const etag = known?.headers['etag'] ?? null;
    let received = await request.ask(etag, signal);
    if (received.kind === 'unchanged' && known) received = renewed(known, received) ?? received;
    if (received.kind === 'unchanged') received = await request.ask(null, signal);
    if (received.kind === 'unchanged') return fromUpstream(strayNotModified);
    this.#keep(request, received);
    if (received.kind === 'failure' && stored?.mayServeOld === true && isOutage(received))
      return { ...fromCache(stored), inPlaceOf: received };
    return fromUpstream(received);
  }

  #keep({ owner, key, policy: keep }: CacheRequest, outcome: UpstreamOutcome): void {
    const keeping = keep(outcome, this.#readings.get(key) ?? null);
    if (keeping) {
      const bytes = entryBytes + (outcome.kind === 'answer' ? outcome.body.bytes.byteLength : 0);
      const reading = { outcome, receivedAt: thisMoment(), ...keeping };
      this.#readings.put(key, reading, { owner, bytes, milliseconds: keeping.cachedMilliseconds });
    } else if (outcome.kind === 'answer' || endsAnswers(outcome)) this.#readings.drop(key);
  }
}

function fromCache({ outcome, receivedAt }: Reading): CachedOutcome {
  return { outcome, cachedSeconds: since(receivedAt) / 1000, inPlaceOf: null };
}

function fromUpstream(outcome: UpstreamOutcome): CachedOutcome {
  return { outcome, cachedSeconds: 0, inPlaceOf: null };
}

function renewed(known: UpstreamResponse, { headers }: Unchanged): UpstreamResponse | null {
  const all = renewedHeaders(known.headers, headers);
  return all && { ...known, headers: all };
}

/**
 * Returns whether the service no longer offers this endpoint, or refuses this host. Cached responses must
 * then be dropped.
 */
function endsAnswers({ status }: UpstreamFailure): boolean {
  return isAbsentStatus(status) || status === 401 || status === 403;
}

/** Returns whether the failure is an outage: the service could not be reached, or cannot respond now. */
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
    summary: 'this was requested from the service a moment ago',
    detail: 'A forced request for one URL of a service is sent at most once in 5 s.',
    isOwn: true,
    status: 429,
    headers: { 'retry-after': String(seconds) },
  };
}

const strayNotModified: UpstreamFailure = {
  kind: 'failure',
  failure: 'protocol',
  summary: 'HTTP 304, but only 200 is accepted',
  detail: null,
  status: 304,
  headers: {},
};

/** Maximum milliseconds for which a list stays in memory after its lifetime. */
const longestCached = 24 * 3_600_000;

/**
 * Storage policy of lists. A list is served for its stated lifetime. It stays longer if it may be revalidated
 * or served stale.
 */
export const listPolicy: CachePolicy = (outcome, earlier) => {
  if (outcome.kind === 'failure') return null;
  const { isStaleCopy, mayKeep, mayServeOld, ...terms } = termsOf(
    outcome.headers,
    Date.now(),
    outcome.transferSeconds,
  );
  const staleRun = isStaleCopy ? (earlier?.staleRun ?? 0) + 1 : 0;
  const freshMilliseconds = isStaleCopy ? 1000 * retryPause(staleRun - 1) : terms.freshMilliseconds;
  if (freshMilliseconds === 0 && !mayKeep) return null;
  const cachedMilliseconds = mayKeep ? freshMilliseconds + longestCached : freshMilliseconds;
  return { freshMilliseconds, cachedMilliseconds, mayServeOld, staleRun };
};

/**
 * Returns the storage policy of status endpoints. A status document is cached for one poll period, whatever
 * its headers say: the host does the polling.
 * The absence of a status endpoint is cached likewise, because it decides which API version is polled. After
 * a good response an absence may be a passing fault and is not cached. Other failures are never cached.
 */
export function statusPolicy(periodMilliseconds: number): CachePolicy {
  const forPeriod = {
    freshMilliseconds: periodMilliseconds,
    cachedMilliseconds: periodMilliseconds,
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
