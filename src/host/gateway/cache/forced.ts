/** Minimum milliseconds between two forced requests for one address. A forced request bypasses the cache. */
const pause = 5_000;

const mostAddresses = 1_000;

export class Forced {
  readonly #at = new Map<string, number>();

  /** Returns the seconds until a forced request for `key` is allowed. At 0 it is allowed now, and counted. */
  wait(key: string): number {
    const now = performance.now();
    const left = (this.#at.get(key) ?? Number.NEGATIVE_INFINITY) + pause - now;
    if (left > 0) return Math.ceil(left / 1000);
    this.#at.delete(key);
    const [oldest] = this.#at.keys();
    if (oldest !== undefined && this.#at.size >= mostAddresses) this.#at.delete(oldest);
    this.#at.set(key, now);
    return 0;
  }
}
