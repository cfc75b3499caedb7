/** Connections to one PostgreSQL database. Each wait has a limit: a network that fails may say nothing. */

import { Pool, type PoolClient } from 'pg';
import { StoreFailure } from '../store.ts';

/** Maximum milliseconds until a connection is open, and until a client of the pool is free. */
const connectMilliseconds = 3_000;

/** Seconds after which a connection is replaced, so that it does not stay with a server that was demoted. */
const longestLife = 600;

const idleMilliseconds = 30_000;

export interface ConnectionLimits {
  /** Maximum number of connections. */
  readonly most: number;
  /** Maximum milliseconds of one statement, and of a pause between two statements of a transaction. */
  readonly milliseconds: number;
}

export class Connections {
  readonly #pool: Pool;
  readonly #limits: string;

  constructor(url: string, { most, milliseconds }: ConnectionLimits) {
    this.#pool = new Pool({
      connectionString: url,
      max: most,
      connectionTimeoutMillis: connectMilliseconds,
      // The server may not answer at all. Its own limit ends the statement there.
      query_timeout: milliseconds + 500,
      idleTimeoutMillis: idleMilliseconds,
      maxLifetimeSeconds: longestLife,
      keepAlive: true,
      application_name: 'edgewatch',
    });
    // Without a listener, a connection that the server ends would end the process. Whoever uses it gets the error.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    // Not as parameters of the connection: a pooler between host and server refuses them.
    this.#limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
      .map((name) => `set local ${name} = ${milliseconds}`)
      .join('; ');
  }

  /**
   * Runs work with a connection. A connection on which anything failed is closed: its statement may still run,
   * or its server may have become read-only (25006).
   * @throws StoreFailure
   */
  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      const client = await this.#pool.connect();
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
    }
  }

  /**
   * Runs work in one transaction.
   * @param mode - such as `read only`.
   * @throws StoreFailure if it is not known to be committed.
   */
  transact<T>(mode: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.use(async (client) => {
      await client.query(`begin ${mode}; ${this.#limits}`);
      const result = await work(client);
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
      return result;
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

const diskFull = '53100';

function failureOf(cause: unknown): StoreFailure {
  if (cause instanceof StoreFailure) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  const fault = codeOf(cause) === diskFull ? 'disk-full' : 'broken';
  return new StoreFailure(fault, `The history database cannot be used: ${why}`, { cause });
}

/** Returns the code of an error of the server (SQLSTATE); `null` for other errors. */
export function codeOf(cause: unknown): string | null {
  const error = cause instanceof StoreFailure ? cause.cause : cause;
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
