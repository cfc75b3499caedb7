/** How often somebody may be wrong: ten times an address and quarter of an hour. */

import { isIPv6 } from 'node:net';

export const mostWrong = 10;
/** Milliseconds from the first wrong guess on. */
export const wrongWindow = 15 * 60_000;

/** Addresses that are remembered; the longest known go first. */
const mostAddresses = 10_000;

/** A network gives each of its customers 2^64 addresses of IPv6, which are one here. */
function ownerOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = (address.split('%', 1)[0] ?? '').split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const missing = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

interface Counted {
  readonly until: number;
  wrong: number;
}

export class Guesses {
  readonly #counted = new Map<string, Counted>();

  /**
   * Counts a guess as wrong until it is known to be right: many that are sent at once are no way around.
   *
   * @param now - epoch milliseconds.
   * @returns how many are left after it, or until when none is.
   */
  take(
    address: string,
    now: number,
  ): { readonly left: number; readonly until: number } | { readonly until: number } {
    const owner = ownerOf(address);
    const known = this.#counted.get(owner);
    const counted = known && known.until > now ? known : { until: now + wrongWindow, wrong: 0 };
    if (counted.wrong >= mostWrong) return { until: counted.until };
    counted.wrong += 1;
    if (counted !== known) {
      this.#counted.delete(owner);
      const [oldest] = this.#counted.keys();
      if (oldest !== undefined && this.#counted.size >= mostAddresses) this.#counted.delete(oldest);
      this.#counted.set(owner, counted);
    }
    return { left: mostWrong - counted.wrong, until: counted.until };
  }

  /** That the last one counted was not wrong. */
  giveBack(address: string): void {
    const counted = this.#counted.get(ownerOf(address));
    if (counted && counted.wrong > 0) counted.wrong -= 1;
  }

  /** Until when nobody at an address may guess, epoch milliseconds; `null` where they may. */
  blockedUntil(address: string, now: number): number | null {
    const counted = this.#counted.get(ownerOf(address));
    return counted && counted.until > now && counted.wrong >= mostWrong ? counted.until : null;
  }
}
