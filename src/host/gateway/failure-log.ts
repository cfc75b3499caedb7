/** Logs the failures of a service, each with the id that viewers get. A repeated failure is logged once. */

import { randomUUID } from 'node:crypto';
import type { UpstreamFailure } from './upstream.ts';

/** Milliseconds for which the same failure of the same address keeps its id. */
const sameFor = 60_000;

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

  /**
   * Returns the id of a failure, and logs the failure unless it repeats.
   * @param address - path and query string below the base URL.
   * @param isQuiet - do not log: an endpoint that the service does not offer is no fault.
   */
  idOf(address: string, upstreamFailure: UpstreamFailure, isQuiet = false): string {
    const { failure, summary, cause, isOwn = false } = upstreamFailure;
    const words = `${failure}: ${summary}${cause === undefined ? '' : ` (${cause})`}`;
    // One reason can refuse hundreds of addresses, so the reason is logged, not the address.
    const subject = isOwn ? failure : address;
    const now = performance.now();
    const known = this.#last.get(subject);
    if (known?.words === words && now - known.at < sameFor) {
      if (isOwn) this.#last.set(subject, { ...known, at: now });
      return known.id;
    }
    const id = randomUUID();
    this.#last.delete(subject);
    const [oldest] = this.#last.keys();
    if (oldest !== undefined && this.#last.size >= mostAddresses) this.#last.delete(oldest);
    this.#last.set(subject, { words, id, at: now });
    if (!isQuiet) this.#report(`failure ${id}: ${isOwn ? '' : `${address}: `}${words}`);
    return id;
  }
}
