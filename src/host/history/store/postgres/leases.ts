/**
 * Leases: at any time one host at most may record a deployment. A lease is a row with an epoch, which grows
 * with each takeover. Each transaction with polls checks the epoch, so a host that lost its lease writes
 * nothing, whatever it believes. All times of the rows are of the server's clock: those of hosts may differ.
 */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Connections } from './connections.ts';

/** Milliseconds after which a lease that is not renewed is free. */
export const leaseMilliseconds = 6_000;

/** Milliseconds by which a host stops to trust its lease earlier than the server gives it away. */
const doubt = 1_000;

const term = `interval '${leaseMilliseconds} milliseconds'`;

/** A lease that this host took. */
export class Lease {
  readonly deployment: string;
  readonly epoch: number;
  #trustedUntil: number;
  #isRevoked = false;

  /** @param attemptedAt - when the attempt to take it began, on the monotonic clock. */
  constructor(deployment: string, epoch: number, attemptedAt: number) {
    this.deployment = deployment;
    this.epoch = epoch;
    this.#trustedUntil = trustedUntil(attemptedAt);
  }

  /** Whether no other host can have taken the lease. @param now - on the monotonic clock. */
  isTrusted(now: number = performance.now()): boolean {
    return !this.#isRevoked && now < this.#trustedUntil;
  }

  /** Stops to trust it for good, for example because a write may have failed or not. */
  revoke(): void {
    this.#isRevoked = true;
  }

  /** Notes that it was renewed. @param attemptedAt - when the attempt began, on the monotonic clock. */
  renewed(attemptedAt: number): void {
    this.#trustedUntil = trustedUntil(attemptedAt);
  }
}

/** The server may have processed the attempt at its begin, so trust runs from there. */
function trustedUntil(attemptedAt: number): number {
  return attemptedAt + leaseMilliseconds - doubt;
}

/** A deployment whose lease this host does not have. */
export interface LeaseState {
  readonly deployment: string;
  /** Whether no host records it. */
  readonly isFree: boolean;
  /** Number of its record; `null` before the first host recorded it. */
  readonly record: number | null;
  /** Number of the newest transaction of the record. */
  readonly revision: number;
}

interface Taken {
  readonly deployment: string;
  /** A bigint, which the driver returns as text. */
  readonly epoch: string;
}

/** Returns a name of this run of the host, for people who read the table. No other run has it. */
export function holderName(): string {
  return `${hostname()} ${process.pid} ${randomUUID()}`;
}

export class Leases {
  readonly #connections: Pick<Connections, 'use' | 'transact'>;
  readonly #holder: string;

  /** @param holder - as {@link holderName}. */
  constructor(connections: Pick<Connections, 'use' | 'transact'>, holder: string) {
    this.#connections = connections;
    this.#holder = holder;
  }

  /** Renews leases. @returns those that another host has taken meanwhile. @throws StoreFailure */
  async renew(held: readonly Lease[]): Promise<readonly Lease[]> {
    if (held.length === 0) return [];
    const attemptedAt = performance.now();
    const sql = `update lease set expires_at = clock_timestamp() + ${term}
      from unnest($1::text[], $2::bigint[]) as held (deployment, epoch)
      where lease.deployment = held.deployment and lease.epoch = held.epoch and holder = $3
      returning lease.deployment`;
    const values = [held.map(({ deployment }) => deployment), held.map(({ epoch }) => epoch), this.#holder];
    const { rows } = await this.#connections.use((client) => client.query<Taken>(sql, values));
    const renewed = new Set(rows.map(({ deployment }) => deployment));
    for (const lease of held) if (renewed.has(lease.deployment)) lease.renewed(attemptedAt);
    return held.filter(({ deployment }) => !renewed.has(deployment));
  }

  /** Reads who records deployments and how far their records are, in random order. @throws StoreFailure */
  async states(deployments: readonly string[]): Promise<readonly LeaseState[]> {
    if (deployments.length === 0) return [];
    // Hosts that start together then take different ones.
    const sql = `select deployment, coalesce(expires_at <= clock_timestamp(), true) as "isFree", record.id as record,
        coalesce(revision, 0)::float8 as revision
      from unnest($1::text[]) as known (deployment)
        left join lease using (deployment) left join record using (deployment) order by random()`;
    const { rows } = await this.#connections.use((client) => client.query<LeaseState>(sql, [deployments]));
    return rows;
  }

  /**
   * Takes the leases of those deployments that no host records. An attempt locks the row, which its holder
   * renews, so it should be free.
   * @throws StoreFailure
   */
  async take(deployments: readonly string[]): Promise<readonly Lease[]> {
    if (deployments.length === 0) return [];
    const attemptedAt = performance.now();
    // In order, so that two hosts do not wait for each other.
    const sql = `insert into lease (deployment, epoch, holder, expires_at)
      select deployment, 1, $1, clock_timestamp() + ${term} from unnest($2::text[]) as free (deployment) order by 1
      on conflict (deployment) do update set epoch = lease.epoch + 1, holder = excluded.holder,
        expires_at = clock_timestamp() + ${term} where lease.expires_at <= clock_timestamp()
      returning deployment, epoch`;
    // The server ends an attempt that waits too long. Otherwise it could succeed after this host gave up.
    const { rows } = await this.#connections.transact({}, (client) =>
      client.query<Taken>(sql, [this.#holder, deployments]),
    );
    return rows.map(({ deployment, epoch }) => new Lease(deployment, Number(epoch), attemptedAt));
  }

  /** Gives leases back, so that another host need not wait. @throws StoreFailure */
  async release(held: readonly Lease[]): Promise<void> {
    if (held.length === 0) return;
    const sql = `update lease set expires_at = clock_timestamp()
      from unnest($1::text[], $2::bigint[]) as held (deployment, epoch)
      where lease.deployment = held.deployment and lease.epoch = held.epoch`;
    const values = [held.map(({ deployment }) => deployment), held.map(({ epoch }) => epoch)];
    await this.#connections.use((client) => client.query(sql, values));
  }
}
