/** Stores reported states and pending messages in the database that several hosts share. */

import type { PoolClient } from 'pg';
import type { Lease } from '#host/history/store/postgres/leases.ts';
import type { SharedDatabase } from '#host/history/store/postgres/shared-database.ts';
import type { Message } from '../message.ts';
import { mostPending, type Reported, type TargetFilter } from '../queue.ts';
import { messageOf, reportedOf, reportedToJson } from '../queue-file.ts';
import { leaseName } from './message-lease.ts';

/** Milliseconds after which a claim ends, unless it is renewed. An attempt to send takes 10 s at most. */
export const claimMilliseconds = 20_000;

/** Maximum number of messages of one target that are claimed at the same time. */
const mostClaimed = 20;

const term = `interval '${claimMilliseconds} milliseconds'`;

/**
 * Claims the oldest messages of each target, and renews the claims of this host. If another host has a claim, the
 * target waits: its messages keep their order.
 */
const claimSql = `with due as materialized (
    select due.seq from unnest($1::text[]) as wanted (target) cross join lateral (
      select seq from webhook_message where target = wanted.target
        and (claimed_until is null or claimed_until <= clock_timestamp() or id = any($2))
      order by seq limit ${mostClaimed} for update skip locked) as due
    where not exists (select from webhook_message as other where other.target = wanted.target
      and other.claimed_until > clock_timestamp() and other.id <> all($2)))
  update webhook_message set claimed_until = clock_timestamp() + ${term}
    from due where webhook_message.seq = due.seq
    returning webhook_message.seq, target, message`;

const limitSql = `delete from webhook_message where seq in (
  select seq from (select seq, row_number() over (partition by target order by seq desc) as place
    from webhook_message where target = any($1)) as ranked where place > ${mostPending})`;

const storeSql = `insert into webhook_message (id, target, deployment, message)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])`;

const reportSql = `insert into webhook_reported (deployment, state) values ($1, $2)
  on conflict (deployment) do update set state = excluded.state`;

/** Pending messages to one target about one deployment. */
export interface Waiting {
  readonly target: string;
  readonly deployment: string;
  readonly count: number;
}

export type Pending = ReadonlyMap<string, readonly Message[]>;

/** Methods with a lease change nothing, and throw a StoreFailure, if another host has taken it. */
export class SharedMessages {
  readonly #database: SharedDatabase;

  constructor(database: SharedDatabase) {
    this.#database = database;
  }

  /** Returns the last reported states by slug. @throws StoreFailure */
  async reported(): Promise<ReadonlyMap<string, Reported>> {
    const sql = 'select deployment, state from webhook_reported';
    const { rows } = await this.#database.use((client) =>
      client.query<{ deployment: string; state: string }>(sql),
    );
    return new Map(
      rows.map(({ deployment, state }) => [
        deployment,
        reportedOf(JSON.parse(state), `reported.${deployment}`),
      ]),
    );
  }

  /** Stores a reported state together with the messages about it. @throws StoreFailure */
  async store(lease: Lease, slug: string, state: Reported, pending: Pending): Promise<void> {
    const added = [...pending].flatMap(([target, own]) => own.map((message) => ({ target, message })));
    const columns = [
      added.map(({ message }) => message.id),
      added.map(({ target }) => target),
      added.map(({ message }) => message.deployment),
      added.map(({ message }) => JSON.stringify(message)),
    ];
    await this.#withLease(lease, async (client) => {
      await client.query(reportSql, [slug, JSON.stringify(reportedToJson(state))]);
      if (added.length === 0) return;
      await client.query(storeSql, columns);
      await client.query(limitSql, [[...pending.keys()]]);
    });
  }

  /**
   * Claims messages for this host.
   * @param held - ids of the messages that it has claimed already.
   * @throws StoreFailure
   */
  async claim(lease: Lease, targets: readonly string[], held: readonly string[]): Promise<Pending> {
    const { rows } = await this.#withLease(lease, (client) =>
      client.query<{ seq: string; target: string; message: string }>(claimSql, [targets, held]),
    );
    const claimed = new Map<string, Message[]>();
    for (const { target, message } of rows.toSorted((a, b) => Number(a.seq) - Number(b.seq)))
      claimed.set(target, [...(claimed.get(target) ?? []), messageOf(JSON.parse(message), 'message')]);
    return claimed;
  }

  /** Removes messages that a target accepted, also without the lease: they must not be sent again. @throws StoreFailure */
  async delivered(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const sql = 'delete from webhook_message where id = any($1)';
    await this.#database.use((client) => client.query(sql, [ids]));
  }

  /** Ends claims, so that another host need not wait. @throws StoreFailure */
  async release(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const sql = 'update webhook_message set claimed_until = null where id = any($1)';
    await this.#database.use((client) => client.query(sql, [ids]));
  }

  /** Removes what is about other targets or deployments. @throws StoreFailure */
  async retain(lease: Lease, slugs: readonly string[], targets: readonly TargetFilter[]): Promise<void> {
    const pairs = targets.flatMap(({ id, deployments }) =>
      slugs.filter((slug) => deployments === null || deployments.has(slug)).map((slug) => [id, slug] as const),
    );
    const sql = `delete from webhook_message where not exists (
      select from unnest($1::text[], $2::text[]) as meant (target, deployment)
      where meant.target = webhook_message.target and meant.deployment = webhook_message.deployment)`;
    await this.#withLease(lease, async (client) => {
      await client.query(sql, [pairs.map(([id]) => id), pairs.map(([, slug]) => slug)]);
      await client.query('delete from webhook_reported where deployment <> all($1)', [slugs]);
    });
  }

  /** Counts the pending messages by target and deployment. @throws StoreFailure */
  async waiting(): Promise<readonly Waiting[]> {
    const sql = `select target, deployment, count(*)::integer as count from webhook_message
      group by target, deployment`;
    return (await this.#database.use((client) => client.query<Waiting>(sql))).rows;
  }

  #withLease<T>({ epoch }: Lease, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const guard = `select from lease where deployment = '${leaseName}' and epoch = ${epoch} for key share`;
    return this.#database.transact({ guard }, work);
  }
}
