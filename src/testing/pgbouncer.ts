/** Test helper: Debian's pgbouncer in front of a test's PostgreSQL, in transaction mode. */

import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { hasPostgres, owner, type PostgresServer, untilInputEnds, whyNoPostgres } from './postgres-server.ts';

const program = '/usr/sbin/pgbouncer';
const isThere = existsSync(program);

/** Why tests with pgbouncer are skipped, for their title; empty if they run. */
export const whyNoPooler =
  whyNoPostgres || (isThere ? '' : ' (skipped: pgbouncer is not installed; Debian: apt-get install pgbouncer)');
export const hasPooler = hasPostgres && isThere;

/** Maximum number of connections to each database: fewer than the hosts of a test have together. */
const poolSize = 4;

const settings = (folder: string, server: PostgresServer) => `[databases]
* = host=${server.folder} user=postgres
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
`;

export interface Pooler {
  /** Returns the address of a database. */
  readonly url: (database?: string) => string;
  readonly close: () => void;
}

/** Starts a pooler, and waits until it accepts connections. It ends with the process of the test. */
export async function startPooler(server: PostgresServer): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  chmodSync(folder, 0o700);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings(folder, server), { mode: 0o644 });
  const user = owner();
  if (user) chownSync(folder, user.uid, user.gid);
  const started = spawn('sh', ['-c', untilInputEnds, 'sh', program, '--quiet', file], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: folder,
    ...user,
  });
  const url = (database = 'postgres') =>
    `postgres://postgres@localhost:6432/${database}?host=${encodeURIComponent(folder)}`;
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: url() });
    client.on('error', () => undefined);
    try {
      // oxlint-disable-next-line no-await-in-loop -- tried until it listens
      await client.connect();
      // oxlint-disable-next-line no-await-in-loop
      await client.query('select 1');
      break;
    } catch (cause) {
      if (tries === 100) throw cause;
      // oxlint-disable-next-line no-await-in-loop
      await delay(100);
    } finally {
      void client.end().catch(() => undefined);
    }
  }
  return {
    url,
    close: () => {
      started.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
