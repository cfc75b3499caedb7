const minute = 60_000;

export class Budget {
  readonly #most: number;
  readonly #window: number;
  /** Monotonic milliseconds of the last `most` requests. A ring: the next request replaces the oldest one. */
  readonly #sentAt: number[] = [];
  #next = 0;

  /**
   * @param most - maximum number of requests in any window.
   * @param window - length of a window in milliseconds.
   */
  constructor(most: number, window = minute) {
    this.#most = most;
    this.#window = window;
  }

  get state(): { readonly most: number; readonly spent: number } {
    const since = performance.now() - this.#window;
    return { most: this.#most, spent: this.#sentAt.filter((at) => at > since).length };
  }

  /**
   * Returns the seconds until one more request is allowed. At 0 it is allowed now, and counted.
   * @param free - number of requests that must stay free for others after this one.
   */
  wait(free = 0): number {
    const now = performance.now();
    // Together with this request, the `most - free` newest ones must not all lie inside the window. So the oldest of
    // them decides.
    const oldest = this.#sentAt[(this.#next + free) % this.#most];
    const left = oldest === undefined ? 0 : oldest + this.#window - now;
    if (left > 0) return Math.ceil(left / 1000);
    this.#sentAt[this.#next] = now;
    this.#next = (this.#next + 1) % this.#most;
    return 0;
  }
}
