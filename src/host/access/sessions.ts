/** Sessions of those who gave the password: signed, not stored. What is stored is which of them were ended before their time. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readKept, writeKept } from '../data/kept-file.ts';
import { type SigningKeys, sessionMilliseconds } from './signing-keys.ts';

/** Of the ended ones that are remembered; past that, all that began before the newest of the older half are over. */
const mostEnded = 10_000;

const form = z.strictObject({
  /** Epoch milliseconds: sessions begun until then are over. */
  endedUntil: z.number(),
  /** Ids with when they began. */
  ended: z.array(z.tuple([z.string(), z.number()])),
});

interface Session {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly begunAt: number;
}

const written = /^([\w-]{8})\.([\w-]{22})\.([0-9a-z]{1,9})\.([\w-]{43})$/;

export interface SessionsOptions {
  readonly keys: SigningKeys;
  /** `null` where nothing is kept. */
  readonly file: string | null;
  readonly report: (line: string) => void;
}

export class Sessions {
  readonly #options: SessionsOptions;
  #endedUntil = 0;
  #ended = new Map<string, number>();

  constructor(options: SessionsOptions) {
    this.#options = options;
    const { file, report } = options;
    if (file === null) return;
    try {
      const kept = readKept(file);
      if (kept === null) return;
      const { endedUntil, ended } = form.parse(kept);
      this.#endedUntil = endedUntil;
      this.#ended = new Map(ended);
    } catch {
      // Which of them were ended is not known any more.
      this.#endedUntil = Date.now();
      report(`${file} cannot be read: all sessions have ended.`);
    }
  }

  /**
   * Begins a session.
   *
   * @param password - the line that the password was checked against: with another one no session holds any more.
   * @param now - epoch milliseconds.
   * @returns what its holder shows.
   */
  begin(password: string, now: number): string {
    const { id: key, secret } = this.#options.keys.current(now);
    const id = randomBytes(16).toString('base64url');
    // One that begins in the very millisecond up to which all are over is not.
    const begun = Math.max(now, this.#endedUntil + 1).toString(36);
    return `${key}.${id}.${begun}.${this.#mark(secret, `${key}.${id}.${begun}`, password).toString('base64url')}`;
  }

  holds(token: string, password: string, now: number): boolean {
    return this.#read(token, password, now) !== null;
  }

  /** Ends a session for good: whoever has a copy of it has nothing. */
  end(token: string, password: string, now: number): void {
    const session = this.#read(token, password, now);
    if (!session) return;
    this.#ended.set(session.id, session.begunAt);
    const living = [...this.#ended].filter(([, begunAt]) => now - begunAt < sessionMilliseconds);
    if (living.length > mostEnded) {
      const byAge = living.toSorted(([, a], [, b]) => a - b);
      const older = byAge.splice(0, mostEnded / 2);
      this.#endedUntil = Math.max(this.#endedUntil, older.at(-1)?.[1] ?? 0);
      this.#ended = new Map(byAge);
    } else this.#ended = new Map(living);
    this.#keep();
  }

  #read(token: string, password: string, now: number): Session | null {
    const [, key = '', id = '', begun = '', mark = ''] = written.exec(token) ?? [];
    const known = this.#options.keys.find(key);
    if (!known) return null;
    const expected = this.#mark(known.secret, `${key}.${id}.${begun}`, password);
    if (!timingSafeEqual(Buffer.from(mark, 'base64url'), expected)) return null;
    const begunAt = Number.parseInt(begun, 36);
    const isOver = now - begunAt >= sessionMilliseconds || begunAt <= this.#endedUntil || this.#ended.has(id);
    return isOver ? null : { id, begunAt };
  }

  #mark(secret: string, text: string, password: string): Buffer {
    return createHmac('sha256', Buffer.from(secret, 'base64url'))
      .update(`edgewatch session\n${text}\n${password}`)
      .digest();
  }

  #keep(): void {
    const { file, report } = this.#options;
    if (file === null) return;
    try {
      writeKept(file, { endedUntil: this.#endedUntil, ended: [...this.#ended] });
    } catch {
      report(`${file} cannot be written: a session that was ended is over until Edgewatch is started again.`);
    }
  }
}
