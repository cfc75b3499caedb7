/** The password for all: its line in the configuration, and whether a guess is it (scrypt, RFC 7914). */

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { SettingsError } from '../configuration/base-url.ts';

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** The minimum that OWASP recommends, at 32 MiB a guess. */
const recommendedCost: Cost = { N: 2 ** 15, r: 8, p: 3 };

/** The lowest cost that a line may have. */
export const leastCost: Cost = { N: 2 ** 14, r: 8, p: 1 };

const saltBytes = 16;
const hashBytes = 32;

/** Characters; the rest of a longer one would cost work and add nothing. */
export const longestPassword = 1_000;

interface PasswordLine {
  readonly options: ScryptOptions;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** The same letters may be typed as other code points (RFC 8265). */
function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function withMemory({ N, r, p }: Cost): ScryptOptions {
  return { N, r, p, maxmem: 256 * N * r };
}

/** The line for the configuration. */
export async function passwordLine(password: string, cost = recommendedCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, withMemory(cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(':');
}

const form = /^scrypt:(\d{1,7}):(\d{1,2}):(\d{1,2}):([\w-]{22}):([\w-]{43})$/;

/** @throws SettingsError where it is no such line, or one of a cost that is none or too much. */
export function parsePasswordLine(line: string): PasswordLine {
  const [, n = '', blocks = '', lanes = '', salt = '', hash = ''] = form.exec(line) ?? [];
  const [N, r, p] = [Number(n), Number(blocks), Number(lanes)];
  const isSound =
    Number.isInteger(Math.log2(N)) &&
    N >= leastCost.N &&
    N <= 2 ** 17 &&
    r >= leastCost.r &&
    r <= 16 &&
    p >= leastCost.p &&
    p <= 16;
  if (!isSound) throw new SettingsError('this is not the line that edgewatch password prints');
  return {
    options: withMemory({ N, r, p }),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

/** Guesses that are worked on at a time: each takes one of the four threads that also compress answers. */
const mostAtWork = 2;

/** Guesses that wait for that; each is a fifth of a second. */
const mostWaiting = 20;

/** Checks guesses in threads of their own, so that answers are not kept waiting by them. */
export class PasswordCheck {
  #atWork = 0;
  readonly #waiting: (() => void)[] = [];

  /** @returns `null` where too many wait already. */
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
