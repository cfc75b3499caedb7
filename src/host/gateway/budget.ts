/** How many requests an upstream is sent in a time. */

const minute = 60_000;

export const defaultBudget = 240;

export class Budget {
  readonly #most: number;
  readonly #window: number;
  /** When the last so many were sent, monotonic milliseconds: a ring, in which the next one takes the place of the oldest. */
  readonly #sentAt: number[] = [];
  #next = 0;

  /** @param window - milliseconds. In any time of this length `most` requests are allowed. */
  constructor(most: number, window = minute) {
    this.#most = most;
    this.#window = window;
  }

  /** The limit, and the requests of the last window. */
  get state(): { readonly most: number; readonly spent: number } {
    const since = performance.now() - this.#window;
    return { most: this.#most, spent: this.#sentAt.filter((at) => at > since).length };
  }

  /**
   * Seconds until one more request may be sent. At 0 it may be sent now, and is counted.
   *
   * @param free - requests that must stay free for others after this one.
   */
  wait(free = 0): number {
    const now = performance.now();
    // The last requests whose number, with this one, reaches the limit: the oldest of them has to be outside the window.
    const oldest = this.#sentAt[(this.#next + free) % this.#most];
    const left = oldest === undefined ? 0 : oldest + this.#window - now;
    if (left > 0) return Math.ceil(left / 1000);
    this.#sentAt[this.#next] = now;
    this.#next = (this.#next + 1) % this.#most;
    return 0;
  }
}
