/**
 * Sessions of viewers who logged in with the password. A session is a signed token, valid for 7 days
 * (signing-keys.ts), and is not stored. Only sessions that ended early are stored.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readStored, writeStored } from '../data/stored-file.ts';
import { type SigningKeys, sessionMilliseconds } from './signing-keys.ts';

/**
 * Maximum number of stored ended sessions. Beyond it the older half is dropped, and one time replaces it: all
 * sessions begun until then are over.
 */
const mostEnded = 10_000;

const form = z.strictObject({
  /** Epoch milliseconds: sessions begun until then are over. */
  endedUntil: z.number(),
  ended: z.array(z.tuple([z.string(), z.number()])),
});

interface Session {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly begunAt: number;
}

const tokenForm = /^([\w-]{8})\.([\w-]{22})\.([0-9a-z]{1,9})\.([\w-]{43})$/;

export interface SessionsOptions {
  readonly keys: SigningKeys;
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
      const stored = readStored(file);
      if (stored === null) return;
      const { endedUntil, ended } = form.parse(stored);
      this.#endedUntil = endedUntil;
      this.#ended = new Map(ended);
    } catch {
      // The ended sessions are unknown, so all sessions end.
      this.#endedUntil = Date.now();
      report(`${file} cannot be read: all sessions have ended.`);
    }
  }

  /**
   * Begins a session.
   * @param password - the configured line that the password was checked against. A change of that line ends
   * the session.
   * @param now - epoch milliseconds.
   * @returns the session token.
   */
  begin(password: string, now: number): string {
    const { id: key, secret } = this.#options.keys.current(now);
    const id = randomBytes(16).toString('base64url');
    // The start must be later than `endedUntil`, or the session would be over at once.
    const begunText = Math.max(now, this.#endedUntil + 1).toString(36);
    return `${key}.${id}.${begunText}.${this.#mark(secret, `${key}.${id}.${begunText}`, password).toString('base64url')}`;
  }

  isValid(token: string, password: string, now: number): boolean {
    return this.#read(token, password, now) !== null;
  }

  /** Ends a session for good, also for a copy of its token. */
  end(token: string, password: string, now: number): void {
    const session = this.#read(token, password, now);
    if (!session) return;
    this.#ended.set(session.id, session.begunAt);
    const unexpired = [...this.#ended].filter(([, begunAt]) => now - begunAt < sessionMilliseconds);
    if (unexpired.length > mostEnded) {
      const byAge = unexpired.toSorted(([, a], [, b]) => a - b);
      const older = byAge.splice(0, mostEnded / 2);
      this.#endedUntil = Math.max(this.#endedUntil, older.at(-1)?.[1] ?? 0);
      this.#ended = new Map(byAge);
    } else this.#ended = new Map(unexpired);
    this.#store();
  }

  #read(token: string, password: string, now: number): Session | null {
    const [, key = '', id = '', begunText = '', mark = ''] = tokenForm.exec(token) ?? [];
    const known = this.#options.keys.find(key);
    if (!known) return null;
    const expected = this.#mark(known.secret, `${key}.${id}.${begunText}`, password);
    if (!timingSafeEqual(Buffer.from(mark, 'base64url'), expected)) return null;
    const begunAt = Number.parseInt(begunText, 36);
    const isOver = now - begunAt >= sessionMilliseconds || begunAt <= this.#endedUntil || this.#ended.has(id);
    return isOver ? null : { id, begunAt };
  }

  #mark(secret: string, text: string, password: string): Buffer {
    return createHmac('sha256', Buffer.from(secret, 'base64url'))
      .update(`edgewatch session\n${text}\n${password}`)
      .digest();
  }

  #store(): void {
    const { file, report } = this.#options;
    if (file === null) return;
    try {
      writeStored(file, { endedUntil: this.#endedUntil, ended: [...this.#ended] });
    } catch {
      report(`${file} cannot be written: ended sessions may return after a restart of Edgewatch.`);
    }
  }
}
