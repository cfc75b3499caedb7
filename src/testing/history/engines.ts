/** Test helper: the engines of the history store, so that one suite tests each of them. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { Lease, Leases } from '#host/history/store/postgres/leases.ts';
import { PostgresDatabase } from '#host/history/store/postgres/postgres-store.ts';
import type { HistoryStore } from '#host/history/store/store.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '../postgres-server.ts';
import { fileOfTest, open } from './history-file.ts';

export interface TestedEngine {
  /** Returns the place of a new record. */
  place(): string;
  /** Opens a record. The end of the test closes it. */
  open(place: string): Promise<HistoryStore>;
}

const sqlite: TestedEngine = { place: fileOfTest, open: async (place) => (await open(place)).store };

/** Takes the lease of a deployment, whoever holds it. It is trusted for ever. */
export async function leaseOf(database: PostgresDatabase, deployment: string): Promise<Lease> {
  await database.forLeases.use((client) => client.query('update lease set expires_at = clock_timestamp()'));
  const [lease] = await new Leases(database.forLeases, 'test').take([deployment]);
  if (!lease) throw new Error(`${deployment} has no lease.`);
  return new Lease(deployment, lease.epoch, Number.POSITIVE_INFINITY);
}

/** Defines tests for each engine. Those of PostgreSQL are skipped if the machine has none. */
export function describeEngines(what: string, define: (engine: TestedEngine) => void): void {
  describe(`${what}, in SQLite`, () => define(sqlite));
  describe.skipIf(!hasPostgres)(`${what}, in PostgreSQL${whyNoPostgres}`, () => {
    let server: PostgresServer;
    let database: PostgresDatabase;
    beforeAll(async () => {
      server = await PostgresServer.start();
      database = new PostgresDatabase(server.url());
      await database.prepare();
    });
    afterAll(async () => {
      await database.close();
      await server.remove();
    });
    // All records are in one database, and their rows have the same ids.
    const open = async (place: string) => database.open(await leaseOf(database, place));
    define({ place: () => `record-${randomUUID()}`, open });
  });
}
