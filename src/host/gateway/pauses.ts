/**
 * Keeps the pauses that a service requests with `Retry-After` (RFC 9110 section 10.2.3). During a pause
 * viewers get the same failure with the remaining seconds, and no request is sent. This covers reloads and
 * second screens, which do not know of the pause.
 */

import { retryAfter } from '#client/request.ts';
import { longestRetryAfter } from '#client/request-failure.ts';
import type { Unchanged, UpstreamFailure, UpstreamOutcome } from './upstream.ts';

interface Pause {
  readonly failure: UpstreamFailure;
  /** End of the pause in monotonic milliseconds. */
  readonly until: number;
}

/** Maximum number of pauses stored per deployment. The oldest are dropped first. */
const mostPauses = 1_000;

export class Pauses {
  readonly #pauses = new Map<string, Pause>();

  /**
   * Returns the failure that began the pause of `url`; without a pause, sends a new request by `ask` and
   * returns its outcome.
   */
  async requestUnlessPaused<T extends UpstreamOutcome | Unchanged>(
    url: string,
    ask: () => Promise<T>,
  ): Promise<T | UpstreamFailure> {
    const pause = this.#pauses.get(url);
    const left = pause ? Math.ceil((pause.until - performance.now()) / 1000) : 0;
    if (pause && left > 0)
      return { ...pause.failure, headers: { ...pause.failure.headers, 'retry-after': String(left) } };
    const outcome = await ask();
    this.#pauses.delete(url);
    const seconds = pauseOf(outcome);
    if (outcome.kind === 'failure' && seconds > 0) this.#begin(url, outcome, seconds);
    return outcome;
  }

  #begin(url: string, failure: UpstreamFailure, seconds: number): void {
    const [oldest] = this.#pauses.keys();
    if (oldest !== undefined && this.#pauses.size >= mostPauses) this.#pauses.delete(oldest);
    this.#pauses.set(url, { failure, until: performance.now() + seconds * 1000 });
  }
}

/** Returns the seconds of the pause that a response requests, at most 5 min; 0 if it requests none. */
function pauseOf(outcome: UpstreamOutcome | Unchanged): number {
  if (outcome.kind !== 'failure' || outcome.isOwn) return 0;
  const { 'retry-after': value = null, date = null } = outcome.headers;
  return Math.min(retryAfter(value, date, Date.now()) ?? 0, longestRetryAfter);
}
