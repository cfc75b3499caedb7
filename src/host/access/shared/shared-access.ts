/**
 * Sessions and wall links in the database that several hosts share. Each host has a copy in memory, and follows the
 * database. A digest of the session token is stored, so a reader of the database cannot use a session.
 */

import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SharedDatabase } from '#host/history/store/postgres/shared-database.ts';
import { StoreFailure } from '#host/history/store/store.ts';
import type { SharedState } from '../access-state.ts';
import type { SessionStore } from '../sessions.ts';
import { sessionMilliseconds } from '../signing-keys.ts';
import { digestOf, keyForm, type WallLink, wallLinkForm } from '../wall-links.ts';

/** Milliseconds between two polls of the database. A session or link that ended elsewhere ends here within it. */
const tick = 2_000;

/** Minimum milliseconds between two polls for unknown sessions, which anybody can send. */
const shortestPause = 100;

/**
 * Milliseconds for which known sessions and links are valid after the last response of the database: a shift. Beyond
 * it, too much may have ended elsewhere.
 */
const trustMilliseconds = 12 * 60 * 60_000;

const cleaningMilliseconds = 60 * 60_000;

const changesForm = z.object({
  version: z.coerce.number(),
  sessions: z.array(
    z.object({ digest: z.string(), note: z.string(), begunAt: z.number(), isOver: z.boolean() }),
  ),
  /** `null`: nothing has changed. */
  links: z.array(wallLinkForm).nullable(),
});

const changesSql = `select version,
  (select coalesce(json_agg(json_build_object(
     'digest', digest, 'note', note, 'begunAt', begun_at, 'isOver', is_over)), '[]')
   from session where session.version > $1 and not (is_over and $1 < 0)) as sessions,
  case when version > $1 then (select coalesce(json_agg(json_build_object(
     'name', name, 'digest', digest, 'addedAt', added_at, 'groups', groups)), '[]') from wall_link) end as links
  from access_version`;

/** The row stays locked until the commit. Changes are therefore visible in the order of their versions. */
export const nextVersion = 'with next as (update access_version set version = version + 1 returning version)';

/** Version before all others: everything is loaded. */
const unknown = -1;

interface KnownSession {
  readonly note: string;
  /** Epoch milliseconds. */
  readonly begunAt: number;
}

/** The credential is part of the digest: a change of it ends the session, and the database knows neither. */
function sessionDigest(token: string, credential: string): string {
  return createHash('sha256').update(`${token}\n${credential}`).digest('base64url');
}

export interface SharedAccessOptions {
  readonly database: SharedDatabase;
  readonly report: (line: string) => void;
  /** Returns the time in monotonic milliseconds. */
  readonly monotonic?: () => number;
}

export class SharedAccess implements SessionStore, SharedState {
  readonly #database: SharedDatabase;
  readonly #report: (line: string) => void;
  readonly #monotonic: () => number;
  readonly #sessions = new Map<string, KnownSession>();
  /** Digests of sessions that ended here, until the database confirms it. */
  readonly #ended = new Set<string>();
  /** Those of them that the database does not know yet. */
  readonly #unwritten = new Set<string>();
  #links: ReadonlyMap<string, WallLink> = new Map();
  #version = unknown;
  /** When the last successful poll began, on the monotonic clock. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #polledAt = Number.NEGATIVE_INFINITY;
  #cleanedAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  #poll: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor({ database, report, monotonic = () => performance.now() }: SharedAccessOptions) {
    this.#database = database;
    this.#report = report;
    this.#monotonic = monotonic;
  }

  /** Polls the database from now on. Resolves after the first poll, also if it failed. */
  async start(): Promise<void> {
    await this.#pollNow();
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.start(), tick);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  get isResponding(): boolean {
    return !this.#hasFailed;
  }

  refresh(): Promise<void> {
    // A database that does not respond would only delay the response to the viewer.
    if (this.#hasFailed) return Promise.resolve();
    this.#waiting ??= this.#pollAfterPause();
    return this.#waiting;
  }

  async begin(credential: string, now: number, note = ''): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const digest = sessionDigest(token, credential);
    const sql = `${nextVersion} insert into session (digest, note, begun_at, is_over, version)
      select $1, $2, $3, false, version from next`;
    await this.#database
      .use((client) => client.query(sql, [digest, note, now]))
      .catch((cause: unknown) => {
        this.#failed(cause);
        throw cause;
      });
    await this.#pollNow();
    return token;
  }

  noteOf(token: string, credential: string, now: number): string | null {
    if (!keyForm.test(token) || !this.#isTrusted) return null;
    const session = this.#sessions.get(sessionDigest(token, credential));
    return session && now - session.begunAt < sessionMilliseconds ? session.note : null;
  }

  async end(token: string, credential: string, now: number): Promise<void> {
    if (this.noteOf(token, credential, now) === null) return;
    const digest = sessionDigest(token, credential);
    this.#sessions.delete(digest);
    this.#ended.add(digest);
    this.#unwritten.add(digest);
    await this.#writeEnded().catch((cause: unknown) => this.#failed(cause));
  }

  /** Finds the wall link with this key. */
  find(key: string): WallLink | null {
    if (!keyForm.test(key) || !this.#isTrusted) return null;
    return this.#links.get(digestOf(key).toString('base64url')) ?? null;
  }

  get #isTrusted(): boolean {
    return this.#monotonic() - this.#confirmedAt < trustMilliseconds;
  }

  async #pollAfterPause(): Promise<void> {
    // A poll that began before the viewer came may have missed the session.
    await this.#poll;
    const pause = this.#polledAt + shortestPause - this.#monotonic();
    if (pause > 0) await new Promise((settle) => setTimeout(settle, pause));
    this.#waiting = null;
    await this.#pollNow();
  }

  #pollNow(): Promise<void> {
    this.#poll = this.#poll.then(async () => {
      this.#polledAt = this.#monotonic();
      try {
        await this.#follow();
        if (this.#hasFailed) this.#report('The database responds again: viewers can log in.');
        this.#hasFailed = false;
      } catch (cause) {
        this.#failed(cause);
      }
    });
    return this.#poll;
  }

  async #follow(): Promise<void> {
    const began = this.#monotonic();
    await this.#writeEnded();
    await this.#clean(began);
    const { rows } = await this.#database.use((client) => client.query(changesSql, [this.#version]));
    const { version, sessions, links } = changesForm.parse(rows[0]);
    if (version < this.#version) {
      // An older backup was restored.
      this.#version = unknown;
      return this.#follow();
    }
    if (this.#version === unknown) {
      this.#sessions.clear();
      this.#compareEnded(new Set(sessions.map(({ digest }) => digest)));
    }
    this.#version = version;
    for (const { digest, note, begunAt, isOver } of sessions)
      if (isOver) {
        this.#sessions.delete(digest);
        this.#ended.delete(digest);
      } else if (!this.#ended.has(digest)) this.#sessions.set(digest, { note, begunAt });
    if (links) this.#links = new Map(links.map((link) => [link.digest, link]));
    this.#confirmedAt = began;
  }

  /** @param present - digests of all sessions that have not ended in the database. */
  #compareEnded(present: ReadonlySet<string>): void {
    // A failover or an older backup may have lost the end of a session.
    for (const digest of this.#ended)
      if (present.has(digest)) this.#unwritten.add(digest);
      else if (!this.#unwritten.has(digest)) this.#ended.delete(digest);
  }

  async #writeEnded(): Promise<void> {
    const digests = [...this.#unwritten];
    if (digests.length === 0) return;
    const sql = `${nextVersion} update session set is_over = true, version = next.version from next
      where digest = any($1)`;
    await this.#database.use((client) => client.query(sql, [digests]));
    for (const digest of digests) this.#unwritten.delete(digest);
  }

  /** Forgets sessions that are older than any session can be. */
  async #clean(now: number): Promise<void> {
    if (now - this.#cleanedAt < cleaningMilliseconds) return;
    const oldest = Date.now() - 2 * sessionMilliseconds;
    await this.#database.use((client) => client.query('delete from session where begun_at < $1', [oldest]));
    for (const [digest, { begunAt }] of this.#sessions) if (begunAt < oldest) this.#sessions.delete(digest);
    this.#cleanedAt = now;
  }

  /** Reports a failure of the database once, until it responds again. */
  #failed(cause: unknown): void {
    // An error of another kind must not end the process: known sessions stay valid for a time.
    const why = cause instanceof StoreFailure ? cause.message : String(cause);
    // The server may be another one afterwards, which had not received the last changes.
    this.#version = unknown;
    if (!this.#hasFailed) this.#report(`Nobody can log in, and no wall link can be changed: ${why}`);
    this.#hasFailed = true;
  }
}
