/** How often one address may ask. */

export interface RequestRateLimits {
  /** Requests of one address, in the long run. */
  readonly requestsPerSecond: number;
  /** So many may come together, as of many who open a page behind one address. */
  readonly requestsAtOnce: number;
}

/** Addresses that are counted at a time; beyond it the one that was first is counted anew. */
const mostAddresses = 10_000;

export class RequestRate {
  readonly #limits: RequestRateLimits;
  readonly #isExempt: (address: string) => boolean;
  /** When each address has nothing left to its account, monotonic milliseconds: each request puts that off by its share. */
  readonly #evenAt = new Map<string, number>();

  /** @param isExempt - addresses that stand for many clients. */
  constructor(limits: RequestRateLimits, isExempt: (address: string) => boolean) {
    this.#limits = limits;
    this.#isExempt = isExempt;
  }

  /** Seconds until an address may ask again; 0 where it may now, which then counts. */
  wait(address: string, now = performance.now()): number {
    const { requestsPerSecond, requestsAtOnce } = this.#limits;
    const share = 1000 / requestsPerSecond;
    const known = this.#evenAt.get(address);
    const evenAt = Math.max(known ?? 0, now);
    const early = evenAt + share - (now + requestsAtOnce * share);
    if (early > 0) return this.#isExempt(address) ? 0 : Math.ceil(early / 1000);
    if (known === undefined) this.#makeRoom(now);
    this.#evenAt.set(address, evenAt + share);
    return 0;
  }

  #makeRoom(now: number): void {
    if (this.#evenAt.size < mostAddresses) return;
    for (const [address, evenAt] of this.#evenAt) if (evenAt <= now) this.#evenAt.delete(address);
    const [first] = this.#evenAt.keys();
    if (first !== undefined && this.#evenAt.size >= mostAddresses) this.#evenAt.delete(first);
  }
}
