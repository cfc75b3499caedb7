/**
 * Sessions of viewers who logged in with the password or at the identity provider. A session is a signed token,
 * valid for 7 days (signing-keys.ts), and is not stored. Only sessions that ended early are stored.
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
  readonly note: string;
}

const tokenForm = /^(([\w-]{8})\.([\w-]{22})\.([0-9a-z]{1,9})(?:\.([\w-]{1,2000}))?)\.([\w-]{43})$/;

/** Where sessions are stored: in the data folder, or in the database (shared/shared-access.ts). */
export interface SessionStore {
  /**
   * Begins a session.
   * @param credential - what the viewer was checked against, such as the configured password line. A change of it
   * ends the session.
   * @param now - epoch milliseconds.
   * @param note - facts about the viewer that {@link noteOf} returns: at most 2,000 characters of base64url.
   * @returns the session token.
   * @throws StoreFailure if the database does not store it.
   */
  begin(credential: string, now: number, note?: string): Promise<string>;
  /** Returns the note of a valid session; `null` if the token is not valid. */
  noteOf(token: string, credential: string, now: number): string | null;
  /** Ends a session for good, also for a copy of its token. */
  end(token: string, credential: string, now: number): Promise<void>;
}

export interface SessionsOptions {
  readonly keys: SigningKeys;
  readonly file: string | null;
  readonly report: (line: string) => void;
}

export class Sessions implements SessionStore {
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

  async begin(credential: string, now: number, note = ''): Promise<string> {
    const { id: key, secret } = this.#options.keys.current(now);
    const id = randomBytes(16).toString('base64url');
    // The start must be later than `endedUntil`, or the session would be over at once.
    const begunText = Math.max(now, this.#endedUntil + 1).toString(36);
    const text = `${key}.${id}.${begunText}${note === '' ? '' : `.${note}`}`;
    return `${text}.${this.#mark(secret, text, credential).toString('base64url')}`;
  }

  noteOf(token: string, credential: string, now: number): string | null {
    return this.#read(token, credential, now)?.note ?? null;
  }

  async end(token: string, credential: string, now: number): Promise<void> {
    const session = this.#read(token, credential, now);
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

  #read(token: string, credential: string, now: number): Session | null {
    const [, text = '', key = '', id = '', begunText = '', note = '', mark = ''] = tokenForm.exec(token) ?? [];
    const known = this.#options.keys.find(key);
    if (!known) return null;
    const expected = this.#mark(known.secret, text, credential);
    if (!timingSafeEqual(Buffer.from(mark, 'base64url'), expected)) return null;
    const begunAt = Number.parseInt(begunText, 36);
    const isOver = now - begunAt >= sessionMilliseconds || begunAt <= this.#endedUntil || this.#ended.has(id);
    return isOver ? null : { id, begunAt, note };
  }

  #mark(secret: string, text: string, credential: string): Buffer {
    return createHmac('sha256', Buffer.from(secret, 'base64url'))
      .update(`edgewatch session\n${text}\n${credential}`)
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
