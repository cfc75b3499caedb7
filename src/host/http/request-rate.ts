/** How often one address may ask, and all of them together. */

export interface RequestRateLimits {
  /** Requests of one address, in the long run. */
  readonly requestsPerSecond: number;
  /** So many may come together, as of many who open a page behind one address. */
  readonly requestsAtOnce: number;
  /** Requests of all addresses, in the long run; together so many more as one may send at once. */
  readonly requestsInAll: number;
}

/** Addresses that are counted at a time; beyond it the one that was first is counted anew. */
const mostAddresses = 10_000;

/** Requests that are always free in any moment: of those who ask for too much together, who asks little is not refused. */
const fewAtOnce = 100;

interface Account {
  readonly perSecond: number;
  readonly atOnce: number;
}

/** When an account has nothing left to pay after one more request, monotonic milliseconds. */
function evenAfter(evenAt: number, { perSecond }: Account, now: number): number {
  return Math.max(evenAt, now) + 1000 / perSecond;
}

/** By how many milliseconds one more request would come too early. */
function earlyBy(evenAt: number, account: Account, now: number): number {
  return evenAfter(evenAt, account, now) - now - (account.atOnce * 1000) / account.perSecond;
}

export class RequestRate {
  readonly #own: Account;
  readonly #all: Account;
  readonly #few: Account;
  readonly #isExempt: (address: string) => boolean;
  /** When each address has nothing left to its account: each request puts that off by its share. */
  readonly #evenAt = new Map<string, number>();
  /** The same of all together. */
  #allEvenAt = 0;

  /** @param isExempt - addresses that stand for many clients. */
  constructor(
    { requestsPerSecond, requestsAtOnce, requestsInAll }: RequestRateLimits,
    isExempt: (address: string) => boolean,
  ) {
    this.#own = { perSecond: requestsPerSecond, atOnce: requestsAtOnce };
    this.#all = { perSecond: requestsInAll, atOnce: requestsAtOnce };
    this.#few = { perSecond: requestsPerSecond, atOnce: Math.min(fewAtOnce, requestsAtOnce) };
    this.#isExempt = isExempt;
  }

  /** Seconds until an address may ask again; 0 where it may now, which then counts. */
  wait(address: string, now = performance.now()): number {
    const known = this.#evenAt.get(address);
    const evenAt = known ?? 0;
    const asksMuch = earlyBy(evenAt, this.#few, now) > 0;
    const early = Math.max(
      earlyBy(evenAt, this.#own, now),
      asksMuch ? earlyBy(this.#allEvenAt, this.#all, now) : 0,
    );
    if (early > 0) return this.#isExempt(address) ? 0 : Math.ceil(early / 1000);
    if (known === undefined) this.#makeRoom(now);
    this.#evenAt.set(address, evenAfter(evenAt, this.#own, now));
    if (!this.#isExempt(address)) this.#allEvenAt = evenAfter(this.#allEvenAt, this.#all, now);
    return 0;
  }

  #makeRoom(now: number): void {
    if (this.#evenAt.size < mostAddresses) return;
    for (const [address, evenAt] of this.#evenAt) if (evenAt <= now) this.#evenAt.delete(address);
    const [first] = this.#evenAt.keys();
    if (first !== undefined && this.#evenAt.size >= mostAddresses) this.#evenAt.delete(first);
  }
}
