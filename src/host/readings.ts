/**
 * The newest reading of each status document, for at most one poll period: the host asks once per
 * period however many people look. Held in memory only, for the documents are `no-store` (part 8).
 */

import { isAbsentStatus } from '../contract/failure.ts';
import type { UpstreamOutcome } from './upstream.ts';

interface Reading {
  readonly outcome: UpstreamOutcome;
  /** Monotonic milliseconds at which the question was asked. */
  readonly askedAt: number;
  readonly expiry: NodeJS.Timeout;
}

/** An outcome and for how long it has been here, in seconds. */
export interface AgedOutcome {
  readonly outcome: UpstreamOutcome;
  readonly heldSeconds: number;
}

export class StatusReadings {
  readonly #readings = new Map<string, Reading>();
  readonly #answered = new Set<string>();
  readonly #periodMilliseconds: number;

  constructor(periodMilliseconds: number) {
    this.#periodMilliseconds = periodMilliseconds;
  }

  /** The reading in hand, else what `ask` says; failures are handed out but not held. */
  async read(path: string, ask: () => Promise<UpstreamOutcome>): Promise<AgedOutcome> {
    const askedAt = performance.now();
    const held = this.#readings.get(path);
    // After a sleep its timer may be yet to come.
    const heldFor = held ? askedAt - held.askedAt : Number.POSITIVE_INFINITY;
    if (held && heldFor < this.#periodMilliseconds)
      return { outcome: held.outcome, heldSeconds: heldFor / 1000 };
    const outcome = await ask();
    const left = this.#periodMilliseconds - (performance.now() - askedAt);
    if (outcome.kind === 'answer') this.#answered.add(path);
    if (this.#isHeld(path, outcome) && left > 0) this.#hold(path, outcome, askedAt, left);
    return { outcome, heldSeconds: 0 };
  }

  #hold(path: string, outcome: UpstreamOutcome, askedAt: number, left: number): void {
    const former = this.#readings.get(path);
    if (former) {
      // Everyone who waited for one answer comes by here; the first has put it down.
      if (former.outcome === outcome) return;
      clearTimeout(former.expiry);
    }
    const expiry = setTimeout(() => this.#readings.delete(path), left);
    expiry.unref();
    this.#readings.set(path, { outcome, askedAt, expiry });
  }

  /**
   * Answers, and that the endpoint is not offered: which of the two versions to ask follows from it. Of one that had
   * answered this may be a stray word, so it is asked again whenever somebody asks.
   */
  #isHeld(path: string, outcome: UpstreamOutcome): boolean {
    return outcome.kind === 'answer' || (isAbsentStatus(outcome.status) && !this.#answered.has(path));
  }
}
