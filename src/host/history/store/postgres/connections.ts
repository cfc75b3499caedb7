/** Connections to one PostgreSQL database. Each wait has a limit: a network that fails may say nothing. */

import { setMaxListeners } from 'node:events';
import { Pool, type PoolClient, type QueryResult } from 'pg';
import { Semaphore } from '#client/semaphore.ts';
import { StoreFailure } from '../store.ts';
import { readAddress } from './address.ts';

/** Maximum milliseconds until a connection is open, and until a client of the pool is free. */
const connectMilliseconds = 3_000;

/** Seconds after which a connection is replaced, so that it does not stay with a server that was demoted. */
const longestLife = 600;

const idleMilliseconds = 30_000;

/** Maximum milliseconds to begin a transaction: an idle connection may be dead, and no error reports it. */
const beginMilliseconds = 3_500;

/**
 * Maximum milliseconds between two statements of a transaction that writes. A host that stands still in one must not
 * keep its locks: another host waits for them.
 */
const idleInTransaction = 2_000;

export interface ConnectionLimits {
  /** Maximum number of connections. */
  readonly most: number;
  /** Maximum milliseconds of one statement. */
  readonly milliseconds: number;
}

export interface Transaction {
  /** SQL after `begin`, such as `read only`. */
  readonly mode?: string;
  /** Query that must find a row. Otherwise nothing is done: another host may write. */
  readonly guard?: string;
}

export class Connections {
  #url: string;
  /** `null` until the files that the address names can be read. */
  #pool: Pool | null = null;
  /** What the address and its files say, as text to compare. */
  #address = '';
  readonly #limits: ConnectionLimits;
  /** Work waits here as long as necessary. In the pool it would fail after the time for a new connection. */
  readonly #slots: Semaphore;
  readonly #closing = new AbortController();

  constructor(url: string, limits: ConnectionLimits) {
    this.#url = url;
    this.#limits = limits;
    this.#slots = new Semaphore(limits.most);
    setMaxListeners(0, this.#closing.signal);
  }

  /** Uses another address from now on, such as one with a new password. */
  readdress(url: string): void {
    if (url === this.#url) return;
    this.#url = url;
    this.#leavePool();
  }

  #leavePool(): void {
    void this.#pool?.end();
    this.#pool = null;
  }

  /** Reads the address here. The pool would do so where an unreadable file ends the process. */
  #openPool(): Pool {
    const { most, milliseconds } = this.#limits;
    const address = readAddress(this.#url);
    this.#address = JSON.stringify(address);
    const pool = new Pool({
      application_name: 'edgewatch',
      ...address,
      max: most,
      connectionTimeoutMillis: connectMilliseconds,
      // The server may not answer at all. Its own limit ends the statement there.
      query_timeout: milliseconds + 500,
      idleTimeoutMillis: idleMilliseconds,
      maxLifetimeSeconds: longestLife,
      keepAlive: true,
    });
    // Without a listener, a connection that the server ends would end the process. The query on it still gets the error.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  async #connect(): Promise<PoolClient> {
    const pool = (this.#pool ??= this.#openPool());
    try {
      return await pool.connect();
    } catch (cause) {
      if (pool === this.#pool && !this.#closing.signal.aborted && this.#isReplaced()) this.#leavePool();
      throw cause;
    }
  }

  /** Whether a file of the address, such as that of an authority, has another content now. */
  #isReplaced(): boolean {
    try {
      return JSON.stringify(readAddress(this.#url)) !== this.#address;
    } catch {
      return false;
    }
  }

  /**
   * Runs work with a connection. A connection on which anything failed is closed: its statement may still run,
   * or its server may have become read-only (25006).
   * @throws StoreFailure
   */
  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let free: () => void = () => undefined;
    try {
      free = await this.#slots.take(this.#closing.signal);
      const client = await this.#connect();
      try {
        const result = await work(client);
        client.release();
        return result;
      } catch (cause) {
        client.release(true);
        throw cause;
      }
    } catch (cause) {
      throw failureOf(cause);
    } finally {
      free();
    }
  }

  /** Runs work in one transaction. @throws StoreFailure if it is not known to be committed. */
  transact<T>({ mode = '', guard }: Transaction, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const { milliseconds } = this.#limits;
    // Not as parameters of the connection: a pooler between host and server refuses them.
    // Reading keeps nobody waiting, and a host may work between two pages of rows.
    const idle = mode.includes('read only') ? milliseconds : idleInTransaction;
    const limits = `set local statement_timeout = ${milliseconds}; set local lock_timeout = ${milliseconds};
      set local idle_in_transaction_session_timeout = ${idle}`;
    return this.use(async (client) => {
      // One message, so one wait for the network.
      const text = [`begin ${mode}`, limits, ...(guard ? [guard] : [])].join('; ');
      // The driver has limits of single queries; its types do not.
      const begin = { text, query_timeout: beginMilliseconds };
      const begun = await client.query(begin);
      if (guard && lastOf(begun)?.rowCount !== 1)
        throw new StoreFailure('lost', 'Another host records this deployment.');
      const result = await work(client);
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
      return result;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the host stops'));
    await this.#pool?.end();
  }
}

/** Returns the result of the last of several statements. The driver's types know one statement only. */
function lastOf(results: QueryResult | readonly QueryResult[]): QueryResult | undefined {
  return 'at' in results ? results.at(-1) : results;
}

function failureOf(cause: unknown): StoreFailure {
  if (cause instanceof StoreFailure) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreFailure('broken', `The database cannot be used: ${why}`, { cause });
}

/** Returns the code of an error of the server (SQLSTATE); `null` for other errors. */
export function codeOf(cause: unknown): string | null {
  const error = cause instanceof StoreFailure ? cause.cause : cause;
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
