/** Parses the line with a password hash that `edgewatch password` prints for the configuration. */

import type { ScryptOptions } from 'node:crypto';
import { SettingsError } from '../net/settings-error.ts';

export interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

export const leastCost: Cost = { N: 2 ** 14, r: 8, p: 1 };

interface PasswordLine {
  readonly options: ScryptOptions;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export function withMemory({ N, r, p }: Cost): ScryptOptions {
  return { N, r, p, maxmem: 256 * N * r };
}

const form = /^scrypt:(\d{1,7}):(\d{1,2}):(\d{1,2}):([\w-]{22}):([\w-]{43})$/;

/**
 * Parses a password line into salt, hash and scrypt options.
 * @throws SettingsError if the line has another form, or its cost is too low or too high.
 */
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
  if (!isSound) throw new SettingsError('this is not a line that edgewatch password printed');
  return {
    options: withMemory({ N, r, p }),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
