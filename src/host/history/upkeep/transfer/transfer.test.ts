import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultVerdictSettings } from '#contract/host.ts';
import { runHistory } from '#host/cli/history-commands.ts';
import type { HistoryCommand } from '#host/configuration/command-line.ts';
import { demoPast } from '#host/history/demo/demo-past.ts';
import { Leases } from '#host/history/store/postgres/leases.ts';
import { PostgresDatabase } from '#host/history/store/postgres/postgres-store.ts';
import { demoPlans } from '#service/demo/plans.ts';
import { answersOf } from '#testing/history/answers.ts';
import { leaseOf } from '#testing/history/engines.ts';
import { fileOfTest, open } from '#testing/history/history-file.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';

const start = Date.parse('2026-11-25T14:37:21.345Z');
const slugs = ['edge', 'platform'];

async function reported(command: HistoryCommand) {
  const output = new PassThrough();
  const problems: string[] = [];
  const [code, out] = await Promise.all([
    runHistory(command, output, (line) => problems.push(line)).finally(() => output.end()),
    text(output),
  ]);
  return { code, lines: out.split('\n').filter((line) => line !== ''), problems };
}

describe.skipIf(!hasPostgres)(`edgewatch history copy${whyNoPostgres}`, () => {
  let server: PostgresServer;
  let database: PostgresDatabase;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    await server.query('postgres', 'drop schema public cascade; create schema public');
    database = new PostgresDatabase(server.url());
    await database.prepare();
    return () => database.close();
  });

  /** Writes the generated week of two deployments. @returns the data folder. */
  async function folderWithHistory(): Promise<string> {
    const file = fileOfTest();
    const { store } = await open(file);
    const deployments = slugs.flatMap((slug) => {
      const plan = demoPlans.find((each) => each.slug === slug);
      return plan ? [{ slug, plan, words: {}, verdict: defaultVerdictSettings }] : [];
    });
    const past = { fleet: { seed: 1, scale: 1, start }, pollMilliseconds: 300_000, version: '1' };
    for (const rows of demoPast({ ...past, deployments })) await store.write(rows);
    await store.close();
    return dirname(file);
  }

  const copyIn = (data: string, direction: 'to-database' | 'to-folder') =>
    reported({ kind: 'history', verb: 'copy', data, database: server.url(), direction });

  const answersIn = async (folder: string) => {
    const { store } = await open(join(folder, 'history.db'));
    return Promise.all(slugs.map((slug) => answersOf(store, slug, start)));
  };

  const answersInDatabase = () =>
    Promise.all(
      slugs.map(async (slug) => answersOf(await database.open(await leaseOf(database, slug)), slug, start)),
    );

  test('a database answers as the data folder did, and a repetition writes what is new', async () => {
    const folder = await folderWithHistory();
    const first = await copyIn(folder, 'to-database');
    expect(first).toMatchObject({ code: 0, problems: [] });
    expect(first.lines).toEqual(
      slugs.map((slug) =>
        expect.stringMatching(`^${slug}: (\\d+) rows are equal, \\1 of them new or changed\\. SHA-256 `),
      ),
    );
    expect(await answersInDatabase()).toEqual(await answersIn(folder));
    // Hosts that follow the records load them again.
    const revisions = await server.query('postgres', 'select revision::integer from record');
    expect(revisions).toEqual([{ revision: 1 }, { revision: 1 }]);
  });

  test('an interrupted copy is completed', async () => {
    const folder = await folderWithHistory();
    const { lines } = await copyIn(folder, 'to-database');
    await server.query(
      'postgres',
      'delete from span where subject % 2 = 1; delete from hour; update sight set looks = 0',
    );
    const again = await copyIn(folder, 'to-database');
    expect(again).toMatchObject({ code: 0, problems: [] });
    const digests = (all: readonly string[]) => all.map((line) => line.split('SHA-256 ')[1]);
    expect(digests(again.lines)).toEqual(digests(lines));
    const nothing = await copyIn(folder, 'to-database');
    expect(nothing.lines).toEqual(slugs.map(() => expect.stringContaining(', 0 of them new or changed.')));
  });

  test('a deployment that a host records is not overwritten', async () => {
    const folder = await folderWithHistory();
    const [lease] = await new Leases(database.forLeases, 'a host').take(['edge']);
    expect(lease).toBeDefined();
    expect(await copyIn(folder, 'to-database')).toEqual({
      code: 2,
      lines: [],
      problems: ['A host records edge in the database. Stop it, wait 10 seconds, and copy again.'],
    });
  });

  test('another history of the same deployment is not overwritten', async () => {
    const folder = await folderWithHistory();
    const other = await database.open(await leaseOf(database, 'edge'));
    const run = { table: 'run', id: 1, version: '1', startedAt: start, endedAt: null, endedHow: null } as const;
    await other.write([run]);
    await server.query('postgres', 'update lease set expires_at = clock_timestamp()');
    const { code, problems } = await copyIn(folder, 'to-database');
    expect({ code, problems }).toEqual({
      code: 2,
      problems: [expect.stringMatching(/^The database has another history of edge, which stays as it is\./)],
    });
    expect(await server.query('postgres', 'select count(*)::integer as runs from run')).toEqual([{ runs: 1 }]);
  });

  test('a new data folder answers as the database did, and is intact', async () => {
    const folder = dirname(fileOfTest());
    const nothing = { code: 2, lines: [], problems: ['The database has no history.'] };
    expect(await copyIn(folder, 'to-folder')).toEqual(nothing);
    await copyIn(await folderWithHistory(), 'to-database');
    expect(await copyIn(folder, 'to-folder')).toMatchObject({ code: 0, problems: [] });
    const { code } = await reported({ kind: 'history', verb: 'verify', data: folder, json: false });
    expect(code).toBe(0);
    // One file has one series of ids for all deployments.
    const withoutIds = (answers: readonly ReadonlyMap<string, string>[]) =>
      answers.map((each) =>
        [...each].map((entry) => entry.join(' ').replaceAll(/"(?:id|hash)":"?[^",}]+/g, '"id":"')),
      );
    const [copied, stored] = [await answersIn(folder), await answersInDatabase()];
    expect(copied[0]).toEqual(stored[0]);
    expect(withoutIds(copied)).toEqual(withoutIds(stored));
    expect(await copyIn(folder, 'to-folder')).toMatchObject({
      code: 2,
      problems: [expect.stringContaining('exists and is not overwritten')],
    });
  });
});
