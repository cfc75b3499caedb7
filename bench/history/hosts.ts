/** Several hosts on one PostgreSQL: the cost of a poll, how far followers lag, and the queries of following. */

import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { defaultRetention } from '../../src/host/configuration/defaults.ts';
import { startRecording } from '../../src/host/history/history-store.ts';
import { SharedRecords } from '../../src/host/history/records/shared-records.ts';
import { Leases } from '../../src/host/history/store/postgres/leases.ts';
import { PostgresDatabase } from '../../src/host/history/store/postgres/postgres-store.ts';
import { answeredAt, statusObservation } from '../../src/testing/observer/polls.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '../../src/testing/postgres-server.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { quantile } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';

/** Number of polls, half of which count: the first ones prepare the server. */
const polls = 400;
const lagPolls = 100;
/** Seconds for which queries are counted, and the followed deployments. */
const [countedSeconds, followed] = [20, 20];

const path = '/api/v2/status';
const slugs = Array.from({ length: followed }, (_, index) => (index === 0 ? 'edge' : `edge-${index}`));

const reading = (at: number, word = 'operational') =>
  answeredAt(at, path, statusObservation('operational', { API: word }));

/** Measures a poll in which nothing changed, by turns with one inserted row. @returns milliseconds of each. */
async function pollsAndInserts(
  url: string,
): Promise<readonly [polled: readonly number[], inserted: readonly number[]]> {
  const database = new PostgresDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await database.prepare();
  await client.query('create table bare (at bigint primary key, word text)');
  const leases = new Leases(database.forLeases, 'bench');
  const [lease] = await leases.take(['edge']);
  if (!lease) throw new Error('The lease was not taken.');
  const { recorder } = await startRecording(await database.open(lease), { version: '1' });
  const measured: readonly [number[], number[]] = [[], []];
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  };
  let at = Date.now();
  // oxlint-disable no-await-in-loop -- by turns
  for (let turn = 0; turn < polls; turn += 1) {
    at += 10_000;
    await timed(measured[0], () => recorder.take(reading(at), at));
    await timed(measured[1], () => client.query('insert into bare values ($1, $2)', [at, 'operational']));
    if (turn % 100 === 0) await leases.renew([lease]);
  }
  // oxlint-enable no-await-in-loop
  await leases.release([lease]);
  await Promise.all([client.end(), database.close()]);
  const [polled, inserted] = measured;
  return [polled.slice(polls / 2), inserted.slice(polls / 2)];
}

function hostAt(url: string): SharedRecords {
  const records = new SharedRecords(
    url,
    {
      version: '1',
      settings: () => ({ words: new Map(), retention: defaultRetention, isObserved: () => true }),
      report: () => undefined,
      changed: () => undefined,
      breakDown: (cause) => {
        throw cause;
      },
    },
    () => undefined,
  );
  records.take(slugs);
  return records;
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const began = performance.now();
  while (!isSo()) {
    if (performance.now() - began > 60_000) throw new Error(`Not within a minute: ${what}.`);
    // oxlint-disable-next-line no-await-in-loop -- looks again
    await delay(2);
  }
}

const knownUntil = (records: SharedRecords) => records.of('edge')?.readable?.present.knownUntil('edge') ?? 0;

/** Returns the milliseconds from each poll of a host until another host knows it. */
async function lagOf(leader: SharedRecords, follower: SharedRecords): Promise<readonly number[]> {
  const lags: number[] = [];
  // oxlint-disable no-await-in-loop -- one poll after another
  for (let count = 0; count < lagPolls; count += 1) {
    await delay(Math.random() * 1_000);
    const at = Date.now();
    await leader.of('edge')?.use(async ({ recorder }) => void (await recorder.take(reading(at), at)));
    const written = performance.now();
    await until('the follower knows a poll', () => knownUntil(follower) >= at);
    lags.push(performance.now() - written);
  }
  // oxlint-enable no-await-in-loop
  return lags;
}

/** Counts the transactions of a database for some seconds. @returns their number per second. */
async function transactionsPerSecond(client: Client): Promise<number> {
  const count = async () => {
    const sql = 'select xact_commit::float8 as number from pg_stat_database where datname = current_database()';
    return (await client.query<{ number: number }>(sql)).rows[0]?.number ?? 0;
  };
  const before = await count();
  await delay(1_000 * countedSeconds);
  return ((await count()) - before) / countedSeconds;
}

async function measure(url: string) {
  const [polled, inserted] = await pollsAndInserts(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  // The clock of the first measurement ran ahead.
  await client.query('truncate record, lease, look, sight, span, endpoint, subject, run, journal');
  const leader = hostAt(url);
  await until('the first host records all', () => [...leader.all].every(({ record }) => record !== null));
  const alone = await transactionsPerSecond(client);
  const follower = hostAt(url);
  await until('the second host follows', () => [...follower.all].every(({ readable }) => readable !== null));
  const both = await transactionsPerSecond(client);
  const lags = await lagOf(leader, follower);
  await follower.close();
  await leader.close();
  await client.end();
  return { polled, inserted, queries: both - alone, lags };
}

export async function runHosts(_place: Workplace): Promise<readonly string[]> {
  if (!hasPostgres) return [`Several hosts on one PostgreSQL${whyNoPostgres}`];
  const server = await PostgresServer.start({ isSynced: true });
  try {
    const { polled, inserted, queries, lags } = await measure(server.url());
    const ratio = quantile(polled, 0.5) / quantile(inserted, 0.5);
    const lag = quantile(lags, 0.95);
    const row = (what: string, values: readonly number[]) => [
      what,
      figure(quantile(values, 0.5), 2),
      figure(quantile(values, 0.95), 2),
      '',
    ];
    return [
      drawTable({
        title: `Several hosts on one PostgreSQL that syncs each commit, ${followed} deployments`,
        headings: ['', 'p50 ms', 'p95 ms', 'goal'],
        rows: [
          row('one row inserted and committed', inserted),
          row('a poll without a change, written', polled),
          ['ratio', figure(ratio, 2), '', `at most 1.5: ${judge(ratio, 'at most', 1.5)}`],
          row('until another host knows a poll', lags).with(
            3,
            `p95 at most 1,000: ${judge(lag, 'at most', 1_000)}`,
          ),
          ['transactions of a following host per second', figure(queries, 2), '', 'few'],
        ],
        notes: ['A following host also renews and seeks leases: each tick is one to three transactions.'],
      }),
    ];
  } finally {
    await server.remove();
  }
}
