/** Limits the rate of requests, per client address and for all addresses together. */

export interface RequestRateLimits {
  /** Maximum sustained rate of one address, in requests per second. */
  readonly requestsPerSecond: number;
  /** Maximum burst of one address, in requests: many people may open a page behind one address. */
  readonly requestsAtOnce: number;
  /** Maximum sustained requests per second of all addresses together. Their burst is that of one address. */
  readonly requestsInAll: number;
}

/** Maximum number of addresses counted at a time. Beyond it the oldest one starts again from zero. */
const mostAddresses = 10_000;

/**
 * Burst in requests that is always allowed to one address: if all addresses together exceed the limit, the
 * modest ones are not refused.
 */
const fewAtOnce = 100;

interface Account {
  readonly perSecond: number;
  readonly atOnce: number;
}

/**
 * Returns the balance time after one more request, in monotonic milliseconds: from then on the full burst is
 * allowed again (a leaky bucket).
 */
function evenAfter(evenAt: number, { perSecond }: Account, now: number): number {
  return Math.max(evenAt, now) + 1000 / perSecond;
}

/** Returns the milliseconds by which one more request would be too early; 0 or less if it is allowed. */
function earlyBy(evenAt: number, account: Account, now: number): number {
  return evenAfter(evenAt, account, now) - now - (account.atOnce * 1000) / account.perSecond;
}

export class RequestRate {
  readonly #own: Account;
  readonly #all: Account;
  readonly #modest: Account;
  readonly #isExempt: (address: string) => boolean;
  /** Balance time of each address, in monotonic milliseconds. Each request moves it later. */
  readonly #evenAt = new Map<string, number>();
  /** Balance time of all addresses together, in monotonic milliseconds. */
  #allEvenAt = 0;

  /** @param isExempt - whether an address is never refused, because it stands for many clients. */
  constructor(
    { requestsPerSecond, requestsAtOnce, requestsInAll }: RequestRateLimits,
    isExempt: (address: string) => boolean,
  ) {
    this.#own = { perSecond: requestsPerSecond, atOnce: requestsAtOnce };
    this.#all = { perSecond: requestsInAll, atOnce: requestsAtOnce };
    this.#modest = { perSecond: requestsPerSecond, atOnce: Math.min(fewAtOnce, requestsAtOnce) };
    this.#isExempt = isExempt;
  }

  /** Returns the seconds until an address may send a request. At 0 the request is allowed and counted. */
  wait(address: string, now = performance.now()): number {
    const known = this.#evenAt.get(address);
    const evenAt = known ?? 0;
    const isHeavy = earlyBy(evenAt, this.#modest, now) > 0;
    const early = Math.max(
      earlyBy(evenAt, this.#own, now),
      isHeavy ? earlyBy(this.#allEvenAt, this.#all, now) : 0,
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
