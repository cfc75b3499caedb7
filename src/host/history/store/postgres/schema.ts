/** Creates and upgrades the tables of the database. Several hosts may start at the same time. */

import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { tableStatements } from '../tables.ts';
import { type Connections, codeOf } from './connections.ts';
import { postgres } from './dialect.ts';

/**
 * Upgrade statements: the first entry creates version 1 in an empty database, the next one makes version 2 of
 * it, and so on.
 */
const versions: readonly (readonly string[])[] = [
  [
    // The record of each deployment. Its number is in all its rows.
    `create table record (id integer generated always as identity primary key,
       deployment text collate "C" not null unique)`,
    // The epoch is part of a key, so that locks distinguish a takeover from a renewal (leases.ts).
    `create table lease (deployment text collate "C" primary key, epoch bigint not null, holder text not null,
       expires_at timestamptz not null, unique (deployment, epoch))`,
    ...tableStatements(postgres(0)),
    `create table chain (record integer, endpoint bigint, day bigint, looks bigint not null, "before" text not null,
       hash text not null, dropped smallint not null, primary key (record, endpoint, day))`,
    'create table shared_content (record integer, up_to bigint, primary key (record, up_to))',
    'create index log_item on log (record, item, at)',
    'create index note_time on note (record, deployment, from_at)',
    `create unique index note_request on note (record, deployment, request_key)
       where request_key is not null`,
  ],
  [
    // Number of its newest transaction, and the order of its subjects in the newest responses, by kind.
    `alter table record add column revision bigint not null default 0,
       add column orders jsonb not null default '{}'`,
    // Hosts that miss an entry load the record, so it need not survive a crash of the server (journal.ts).
    `create unlogged table journal (record integer, revision bigint, at timestamptz not null default clock_timestamp(),
       change text, primary key (record, revision))`,
    // It grows with each change of the two tables below, and orders changes by their commit.
    `create table access_version (id boolean primary key default true check (id), version bigint not null)`,
    'insert into access_version (version) values (0)',
    // Digests of tokens and keys: nobody can use what is stored. Times are epoch milliseconds.
    `create table session (digest text collate "C" primary key, note text not null, begun_at bigint not null,
       is_over boolean not null, version bigint not null)`,
    'create index session_version on session (version)',
    `create table wall_link (name text collate "C" primary key, digest text not null unique, added_at text not null,
       groups text[] not null)`,
    'create table webhook_reported (deployment text collate "C" primary key, state text not null)',
    `create table webhook_message (seq bigint generated always as identity primary key, id text not null unique,
       target text collate "C" not null, deployment text collate "C" not null, message text not null,
       claimed_until timestamptz)`,
    'create index webhook_message_target on webhook_message (target, seq)',
  ],
];

/** Lowest version of PostgreSQL that is supported, as in `server_version_num`. */
const leastServer = 150_000;

/** Codes of errors if two hosts create the same table at the same time. */
const raced: ReadonlySet<string | null> = new Set(['23505', '40001', '40P01', '42P07']);
const [mostTries, pause] = [5, 200];

interface Found {
  readonly server: number;
  readonly encoding: string;
  /** Whether there is a table `schema_version`. */
  readonly isKnown: boolean;
}

/** @throws Error if the server cannot store a history record. */
async function inspect(client: PoolClient): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select current_setting('server_version_num')::integer as server, getdatabaseencoding() as encoding,
       to_regclass('schema_version') is not null as "isKnown"`,
  );
  const [found] = rows;
  if (!found || found.server < leastServer) throw new Error('PostgreSQL 15 or newer is needed');
  if (found.encoding !== 'UTF8') throw new Error(`its encoding is ${found.encoding}; UTF8 is needed`);
  return found;
}

async function versionIn(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from schema_version');
  return rows[0]?.version ?? 0;
}

async function upgrade(client: PoolClient): Promise<number> {
  await client.query('create table if not exists schema_version (version integer not null)');
  // Other hosts wait here until this transaction ends.
  await client.query('lock table schema_version in share row exclusive mode');
  const version = await versionIn(client);
  if (version >= versions.length) return version;
  // oxlint-disable-next-line no-await-in-loop -- each statement needs the one before
  for (const sql of versions.slice(version).flat()) await client.query(sql);
  await client.query('delete from schema_version');
  await client.query('insert into schema_version values ($1)', [versions.length]);
  return versions.length;
}

/**
 * Creates the tables, or upgrades them. Tables of a newer version stay as they are.
 * @returns whether they are of a newer version.
 * @throws StoreFailure
 */
export async function prepareSchema(connections: Connections): Promise<'ready' | 'newer'> {
  for (let tries = 1; ; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- tried again if another host was faster
      const version = await connections.transact({}, async (client) => {
        const { isKnown } = await inspect(client);
        const known = isKnown ? await versionIn(client) : 0;
        return known >= versions.length ? known : upgrade(client);
      });
      return version > versions.length ? 'newer' : 'ready';
    } catch (cause) {
      if (tries === mostTries || !raced.has(codeOf(cause))) throw cause;
      // oxlint-disable-next-line no-await-in-loop -- the other host needs a moment
      await delay(pause);
    }
  }
}
