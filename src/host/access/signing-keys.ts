/**
 * Keys that sign sessions, stored in the data folder: sessions survive a restart without a database. A new
 * key is made every week. The previous one stays until its last session ends.
 */

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readStored, writeStored } from '../data/stored-file.ts';

/** Maximum duration of a session in milliseconds. */
export const sessionMilliseconds = 7 * 24 * 60 * 60_000;
export const sessionSeconds = sessionMilliseconds / 1000;

/** Time for which a key signs new sessions, in milliseconds. */
const signsFor = sessionMilliseconds;

const form = z.array(
  z.strictObject({ id: z.string().min(1), secret: z.string().length(43), madeAt: z.number() }),
);

export type SigningKey = z.output<typeof form>[number];

export class SigningKeys {
  readonly #file: string | null;
  readonly #report: (line: string) => void;
  #keys: readonly SigningKey[] = [];

  /**
   * @param file - path of the stored keys; `null` if nothing is stored: sessions then end with the process.
   */
  constructor(file: string | null, report: (line: string) => void) {
    this.#file = file;
    this.#report = report;
    if (file === null) return;
    try {
      const stored = readStored(file);
      if (stored !== null) this.#keys = form.parse(stored);
    } catch {
      report(`${file} cannot be read: all sessions have ended.`);
    }
  }

  /**
   * Returns the key that signs new sessions, and makes a new one if it is due.
   * @param now - epoch milliseconds.
   */
  current(now: number): SigningKey {
    const newest = this.#keys.at(-1);
    // A key from the future was made by a wrong clock.
    if (newest && newest.madeAt <= now && now - newest.madeAt < signsFor) return newest;
    const made = {
      id: randomBytes(6).toString('base64url'),
      secret: randomBytes(32).toString('base64url'),
      madeAt: now,
    };
    const longest = signsFor + sessionMilliseconds;
    this.#keys = [...this.#keys.filter(({ madeAt }) => madeAt <= now && now - madeAt < longest), made];
    this.#store();
    return made;
  }

  find(id: string): SigningKey | undefined {
    return this.#keys.find((key) => key.id === id);
  }

  #store(): void {
    if (this.#file === null) return;
    try {
      writeStored(this.#file, this.#keys);
    } catch {
      this.#report(`${this.#file} cannot be written: sessions end with this process.`);
    }
  }
}
