/** How often a question may be forced past the cache. */

/** Milliseconds between two forced requests for one address. */
const pause = 5_000;

/** Addresses that are remembered; the oldest go first. */
const mostAddresses = 1_000;

export class Forced {
  readonly #at = new Map<string, number>();

  /** Seconds until `key` may be forced; 0 where it may now, which then counts. */
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
