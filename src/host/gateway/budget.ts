/** How many requests a minute an upstream is sent. */

const minute = 60_000;

export const defaultBudget = 240;

export class Budget {
  readonly #most: number;
  /** When the last so many were sent, monotonic milliseconds: a ring, in which the next one takes the place of the oldest. */
  readonly #sentAt: number[] = [];
  #next = 0;

  /** @param most - in any minute. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Requests a minute, and those of the last one. */
  get state(): { readonly most: number; readonly spent: number } {
    const since = performance.now() - minute;
    return { most: this.#most, spent: this.#sentAt.filter((at) => at > since).length };
  }

  /**
   * Seconds until one more request may be sent. At 0 it may be sent now, and is counted.
   *
   * @param free - requests a minute that must stay free for others after this one.
   */
  wait(free = 0): number {
    const now = performance.now();
    // The last requests whose number, with this one, reaches the limit: the oldest of them has to be a minute old.
    const oldest = this.#sentAt[(this.#next + free) % this.#most];
    if (oldest !== undefined && now - oldest < minute) return Math.ceil((oldest + minute - now) / 1000);
    this.#sentAt[this.#next] = now;
    this.#next = (this.#next + 1) % this.#most;
    return 0;
  }
}
