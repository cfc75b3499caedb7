/** Failures of an upstream for the operator, each with the id that viewers are told; what repeats is told once. */

import { randomUUID } from 'node:crypto';
import type { UpstreamFailure } from './upstream.ts';

/** Milliseconds for which the same failure of the same address is the same occurrence. */
const sameFor = 60_000;

/** Addresses that are remembered; the oldest go first. */
const mostAddresses = 1_000;

interface Occurrence {
  readonly words: string;
  readonly id: string;
  /** Monotonic milliseconds. */
  readonly at: number;
}

export class FailureLog {
  readonly #report: (line: string) => void;
  readonly #last = new Map<string, Occurrence>();

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** The id of a failure, under which it is told; `address` is what was asked, below the base URL. */
  idOf(address: string, { failure, summary, cause }: UpstreamFailure): string {
    const words = `${failure}: ${summary}${cause === undefined ? '' : ` (${cause})`}`;
    const now = performance.now();
    const known = this.#last.get(address);
    if (known?.words === words && now - known.at < sameFor) return known.id;
    const id = randomUUID();
    this.#last.delete(address);
    const [oldest] = this.#last.keys();
    if (oldest !== undefined && this.#last.size >= mostAddresses) this.#last.delete(oldest);
    this.#last.set(address, { words, id, at: now });
    this.#report(`failure ${id}: ${address}: ${words}`);
    return id;
  }
}
