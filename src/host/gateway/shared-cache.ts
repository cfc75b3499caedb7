/**
 * What upstreams answered, in memory, while it may be handed to others: a shared store for the whole host
 * (docs/host.md), which begins empty. An outcome comes here whole and checked, and never leaves it stale.
 */

import { isAbsentStatus } from '#contract/failure.ts';
import type { UpstreamOutcome } from './upstream.ts';

/** Milliseconds from the question for which an outcome may be handed out; 0 where it may not. */
export type Holding = (outcome: UpstreamOutcome) => number;

interface Question {
  /** Equal for all who may have the same answer. */
  readonly key: string;
  readonly ask: () => Promise<UpstreamOutcome>;
  readonly holding: Holding;
  /** Whether the reading in hand will not do. */
  readonly anew?: boolean;
}

/** By both clocks, milliseconds: the steady one may stand still while the machine sleeps, the other be set back. */
interface Moment {
  readonly steady: number;
  readonly wall: number;
}

function thisMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** Elapsed milliseconds: the larger of both clocks. */
function since(moment: Moment): number {
  const now = thisMoment();
  return Math.max(now.steady - moment.steady, now.wall - moment.wall);
}

interface Reading {
  readonly outcome: UpstreamOutcome;
  readonly askedAt: Moment;
  /** For which it is held. */
  readonly milliseconds: number;
  bytes: number;
  readonly expiry: NodeJS.Timeout;
}

/** An outcome and for how long it has been here, in seconds. */
export interface CachedOutcome {
  readonly outcome: UpstreamOutcome;
  readonly heldSeconds: number;
}

/** What a reading takes besides its body; a short one keeps all of a block alive that it shares. */
const entryBytes = 8 * 1024;

export class SharedCache {
  readonly #readings = new Map<string, Reading>();
  readonly #room: number;
  #bytes = 0;

  /** @param room - bytes of memory; one answer gets half of it at most, and where it ends the oldest go first. */
  constructor(room: number) {
    this.#room = room;
  }

  /** Estimate of the memory taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The reading in hand, else what `ask` says. */
  async read({ key, ask, holding, anew = false }: Question): Promise<CachedOutcome> {
    const held = this.#readings.get(key);
    const age = held ? since(held.askedAt) : 0;
    // After a sleep its timer may be yet to come.
    if (held && age < held.milliseconds && !anew) return { outcome: held.outcome, heldSeconds: age / 1000 };
    const askedAt = thisMoment();
    const outcome = await ask();
    // Everyone who waited for one answer comes by here; the first has put it down.
    if (this.#readings.get(key)?.outcome !== outcome) this.#hold(key, outcome, askedAt, holding(outcome));
    return { outcome, heldSeconds: 0 };
  }

  /** Counts what is kept beside an outcome for as long as that is held. */
  addBytes(key: string, outcome: UpstreamOutcome, bytes: number): void {
    const reading = this.#readings.get(key);
    if (reading?.outcome !== outcome) return;
    reading.bytes += bytes;
    this.#bytes += bytes;
    this.#makeRoom();
  }

  #hold(key: string, outcome: UpstreamOutcome, askedAt: Moment, milliseconds: number): void {
    const bytes = entryBytes + (outcome.kind === 'answer' ? outcome.body.byteLength : 0);
    const left = milliseconds - since(askedAt);
    if (left <= 0 || bytes > this.#room / 2) return;
    this.#drop(key);
    const expiry = setTimeout(() => this.#drop(key), left);
    expiry.unref();
    this.#readings.set(key, { outcome, askedAt, milliseconds, bytes, expiry });
    this.#bytes += bytes;
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const oldest of this.#readings.keys()) {
      if (this.#bytes <= this.#room) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const reading = this.#readings.get(key);
    if (!reading) return;
    clearTimeout(reading.expiry);
    this.#readings.delete(key);
    this.#bytes -= reading.bytes;
  }
}

/**
 * A status document is held for one poll period, whatever its headers say: the host is the poller. So is that the
 * endpoint is not offered, for which of the two versions to ask follows from it; of one that had answered this may be a
 * stray word, so it is asked again whenever somebody asks. Other failures are never held.
 */
export function statusHolding(periodMilliseconds: number): Holding {
  let answered = false;
  return (outcome) => {
    answered ||= outcome.kind === 'answer';
    const isAbsent = outcome.kind === 'failure' && isAbsentStatus(outcome.status) && !answered;
    return outcome.kind === 'answer' || isAbsent ? periodMilliseconds : 0;
  };
}
