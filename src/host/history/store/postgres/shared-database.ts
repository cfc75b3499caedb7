/** The database that several hosts share, for what is no history record: sessions, wall links and messages. */

import type { PoolClient } from 'pg';
import { Connections, type Transaction } from './connections.ts';
import { prepareSchema } from './schema.ts';

const milliseconds = 2_000;

export class SharedDatabase {
  readonly #connections: Connections;
  readonly #single: Connections;
  #prepared: Promise<void> | null = null;
  /** Connection for a lease, whose renewal must not wait for others. */
  readonly forLease: Pick<Connections, 'use' | 'transact'> = {
    use: async (work) => {
      await this.#prepare();
      return this.#single.use(work);
    },
    transact: async (transaction, work) => {
      await this.#prepare();
      return this.#single.transact(transaction, work);
    },
  };

  /** Opens no connection yet. @param url - `postgres://…`, with user and password. */
  constructor(url: string) {
    this.#connections = new Connections(url, { most: 4, milliseconds });
    this.#single = new Connections(url, { most: 1, milliseconds });
  }

  /** Uses another address from now on, such as one with a new password. */
  readdress(url: string): void {
    // It may be another database, without tables.
    this.#prepared = null;
    for (const each of [this.#connections, this.#single]) each.readdress(url);
  }

  /** Runs work with a connection, after the tables exist. @throws StoreFailure */
  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    await this.#prepare();
    return this.#connections.use(work);
  }

  /** Runs work in one transaction. @throws StoreFailure if it is not known to be committed. */
  async transact<T>(transaction: Transaction, work: (client: PoolClient) => Promise<T>): Promise<T> {
    await this.#prepare();
    return this.#connections.transact(transaction, work);
  }

  async close(): Promise<void> {
    await Promise.all([this.#connections.close(), this.#single.close()]);
  }

  /** Creates the tables once. Those of a newer version are used: a host of each version runs during an upgrade. */
  #prepare(): Promise<void> {
    if (this.#prepared) return this.#prepared;
    const attempt = prepareSchema(this.#connections).then(
      () => undefined,
      (cause: unknown) => {
        if (this.#prepared === attempt) this.#prepared = null;
        throw cause;
      },
    );
    this.#prepared = attempt;
    return attempt;
  }
}
