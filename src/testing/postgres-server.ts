/**
 * Test helper: a PostgreSQL server in a temporary folder, reached by a socket. Debian's packages have the
 * programs. It ends with the process of the test, however that ends.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

const versions = '/usr/lib/postgresql';

function programs(): string | null {
  if (!existsSync(versions)) return null;
  const [newest] = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a));
  const folder = join(versions, newest ?? '', 'bin');
  return existsSync(join(folder, 'initdb')) ? folder : null;
}

const folder = programs();

function whySkipped(): string {
  if (process.env['CI'] !== undefined) return ' (skipped: tests with PostgreSQL do not run in CI)';
  return folder === null ? ' (skipped: PostgreSQL is not installed; Debian: apt-get install postgresql)' : '';
}

/** Why tests with PostgreSQL are skipped, for their title; empty if they run. */
export const whyNoPostgres = whySkipped();
export const hasPostgres = whyNoPostgres === '';

function ownId(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
}

/** PostgreSQL refuses to run as root: it then runs as Debian's user `postgres`. */
export function owner(): { readonly uid: number; readonly gid: number } | null {
  return process.getuid?.() === 0 ? { uid: ownId('-u'), gid: ownId('-g') } : null;
}

/** Runs a command until its standard input ends, which the end of the test's process does too. */
export const untilInputEnds = '"$@" & server=$!; cat >/dev/null; kill -INT $server 2>/dev/null; wait $server';

const settings = ['listen_addresses=', 'shared_buffers=16MB'];
const unsynced = ['fsync=off', 'full_page_writes=off'];

export class PostgresServer {
  readonly folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | null = null;

  private constructor(place: string, isSynced: boolean) {
    this.folder = place;
    this.#settings = isSynced ? settings : [...settings, ...unsynced];
  }

  /** @param isSynced - whether each commit waits for the disk. Tests need not. */
  static async start({ isSynced = false } = {}): Promise<PostgresServer> {
    const place = mkdtempSync(join(tmpdir(), 'pg-'));
    chmodSync(place, 0o700);
    const user = owner();
    if (user) chownSync(place, user.uid, user.gid);
    const server = new PostgresServer(place, isSynced);
    const make = ['-D', server.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
    const program = join(folder ?? '', 'initdb');
    const { status, stderr } = spawnSync(program, [...make, '--no-sync'], { encoding: 'utf8', ...user });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    await server.run();
    return server;
  }

  get #data(): string {
    return join(this.folder, 'data');
  }

  /** Returns the address of a database. */
  url(database = 'postgres'): string {
    return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(this.folder)}`;
  }

  /** Runs the server, and waits until it accepts connections. */
  async run(): Promise<void> {
    const options = this.#settings.flatMap((each) => ['-c', each]);
    const command = [join(folder ?? '', 'postgres'), '-D', this.#data, '-k', this.folder, ...options];
    this.#process = spawn('sh', ['-c', untilInputEnds, 'sh', ...command], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: this.folder,
      ...owner(),
    });
    for (let tries = 0; ; tries += 1) {
      try {
        await this.query('postgres', 'select 1');
        return;
      } catch (cause) {
        if (tries === 300) throw cause;
        await delay(100);
      }
    }
  }

  /** Stops the server as a restart does: it ends all connections. */
  async stop(): Promise<void> {
    const ended = this.#process;
    if (!ended) return;
    this.#process = null;
    const exit = new Promise((settle) => ended.once('exit', settle));
    ended.stdin?.end();
    await exit;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async query(database: string, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.url(database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
}

/** A proxy between hosts and a server, as a network that may fail. */
export interface PostgresProxy {
  readonly url: string;
  /** Says nothing any more on open connections, as a network that is cut. */
  silence(): void;
  /** Refuses nothing, but forwards nothing on new connections either, until `restore`. */
  cut(): void;
  restore(): void;
  close(): void;
}

export async function openProxy(server: PostgresServer): Promise<PostgresProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const pairs: (readonly [Socket, Socket])[] = [];
  let isCut = false;
  const proxy = createServer((client) => {
    const upstream = connect(join(server.folder, '.s.PGSQL.5432'));
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    pairs.push([client, upstream]);
    if (isCut) return;
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((settle) => proxy.listen(join(folder, '.s.PGSQL.5432'), settle));
  const silence = () => {
    for (const [client, upstream] of pairs) {
      client.unpipe(upstream);
      upstream.unpipe(client);
    }
  };
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    silence,
    cut: () => {
      isCut = true;
      silence();
    },
    restore: () => {
      isCut = false;
    },
    close: () => {
      proxy.close();
      for (const socket of pairs.flat()) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
