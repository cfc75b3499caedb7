/** Limits wrong guesses of the password: ten per address in a quarter of an hour. */

import { isIPv6 } from 'node:net';

export const mostWrong = 10;
/** Length of the window in which wrong guesses are counted, in milliseconds from the first one. */
export const wrongWindow = 15 * 60_000;

/** Maximum number of client addresses whose guesses are counted. The oldest are dropped first. */
const mostAddresses = 10_000;

/**
 * Returns the key under which the guesses of an address are counted. For IPv6 it is the /64 network: one
 * customer has 2^64 addresses of it.
 */
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
   * Counts a guess as wrong until it is known to be right, so that simultaneous guesses gain nothing.
   * @param now - epoch milliseconds.
   * @returns `left`: number of guesses left. Without `left`, the address is blocked until `until` (epoch
   * milliseconds).
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

  /** Takes back the last guess that {@link take} counted, because it was not wrong. */
  giveBack(address: string): void {
    const counted = this.#counted.get(ownerOf(address));
    if (counted && counted.wrong > 0) counted.wrong -= 1;
  }

  /** Returns the end of an address's block in epoch milliseconds; `null` if the address is not blocked. */
  blockedUntil(address: string, now: number): number | null {
    const counted = this.#counted.get(ownerOf(address));
    return counted && counted.until > now && counted.wrong >= mostWrong ? counted.until : null;
  }
}
