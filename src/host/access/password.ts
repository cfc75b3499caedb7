/** Hashes passwords for the configuration, and checks guesses against the hash (scrypt, RFC 7914). */

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { type Cost, parsePasswordLine, withMemory } from '../configuration/password-line.ts';

/** Cost of scrypt for new passwords: the minimum that OWASP recommends. A guess takes 32 MiB of memory. */
const recommendedCost: Cost = { N: 2 ** 15, r: 8, p: 3 };

const saltBytes = 16;
const hashBytes = 32;

/** Maximum length of a password in characters. A longer one costs work and adds no strength. */
export const longestPassword = 1_000;

/**
 * Computes the scrypt hash of a password, normalised to NFC: keyboards may encode the same letters as other
 * code points (RFC 8265).
 */
function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/**
 * Hashes a password.
 * @returns the line for the configuration, with cost, salt and hash.
 */
export async function passwordLine(password: string, cost = recommendedCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, withMemory(cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(':');
}

/**
 * Maximum number of guesses checked at a time. Each takes one of four threads that also compress responses.
 */
const mostAtWork = 2;

/** Maximum number of guesses that wait to be checked. Each check takes a fifth of a second. */
const mostWaiting = 20;

/** Checks guesses in the thread pool, so that responses are not delayed. */
export class PasswordCheck {
  #atWork = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * Checks a guess against the configured line.
   * @returns `null` if too many guesses wait already.
   */
  async isRight(line: string, guess: string): Promise<boolean | null> {
    if (guess.length > longestPassword) return false;
    if (this.#atWork >= mostAtWork) {
      if (this.#waiting.length >= mostWaiting) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#atWork += 1;
    try {
      const { options, salt, hash } = parsePasswordLine(line);
      return timingSafeEqual(await derive(guess, salt, options), hash);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atWork -= 1;
    }
  }
}
