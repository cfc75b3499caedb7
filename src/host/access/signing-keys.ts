/**
 * Keys that sessions are signed with, in the folder of data: sessions outlive a restart without a database. A new key takes
 * over every week; the one before stays for as long as a session that it signed.
 */

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readKept, writeKept } from '../data/kept-file.ts';

/** Milliseconds for which a session lasts. */
export const sessionMilliseconds = 7 * 24 * 60 * 60_000;

/** Milliseconds for which a key signs. */
const signsFor = sessionMilliseconds;

const form = z.array(
  z.strictObject({ id: z.string().min(1), secret: z.string().length(43), madeAt: z.number() }),
);

export type SigningKey = z.output<typeof form>[number];

export class SigningKeys {
  readonly #file: string | null;
  readonly #report: (line: string) => void;
  #keys: readonly SigningKey[] = [];

  /** @param file - `null` where nothing is kept: sessions then end with the process. */
  constructor(file: string | null, report: (line: string) => void) {
    this.#file = file;
    this.#report = report;
    if (file === null) return;
    try {
      const kept = readKept(file);
      if (kept !== null) this.#keys = form.parse(kept);
    } catch {
      report(`${file} cannot be read: all sessions have ended.`);
    }
  }

  /**
   * The key to sign with.
   *
   * @param now - epoch milliseconds.
   */
  current(now: number): SigningKey {
    const newest = this.#keys.at(-1);
    // One from the future was made by a clock that was wrong.
    if (newest && newest.madeAt <= now && now - newest.madeAt < signsFor) return newest;
    const made = {
      id: randomBytes(6).toString('base64url'),
      secret: randomBytes(32).toString('base64url'),
      madeAt: now,
    };
    const longest = signsFor + sessionMilliseconds;
    this.#keys = [...this.#keys.filter(({ madeAt }) => madeAt <= now && now - madeAt < longest), made];
    this.#keep();
    return made;
  }

  find(id: string): SigningKey | undefined {
    return this.#keys.find((key) => key.id === id);
  }

  #keep(): void {
    if (this.#file === null) return;
    try {
      writeKept(this.#file, this.#keys);
    } catch {
      this.#report(`${this.#file} cannot be written: sessions end with this process.`);
    }
  }
}
