import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultVerdictSettings } from '#contract/host.ts';
import { type DemoPlan, demoPlans } from '#service/demo/plans.ts';
import { answersOf } from '#testing/history/answers.ts';
import { leaseOf } from '#testing/history/engines.ts';
import { fileOfTest, open } from '#testing/history/history-file.ts';
import { added, newNote } from '#testing/history/notes.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { demoPast } from '../demo/demo-past.ts';
import { PostgresDatabase } from './postgres/postgres-store.ts';
import type { HistoryStore } from './store.ts';

const start = Date.parse('2026-11-25T14:37:21.345Z');
const retention = { rawDays: 1, hourDays: 6, spanDays: 6 };
const day = 86_400_000;

describe.skipIf(!hasPostgres)(`a record in SQLite and one in PostgreSQL${whyNoPostgres}`, () => {
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

  async function write(store: HistoryStore, plan: DemoPlan): Promise<void> {
    const fleet = { seed: 1, scale: 1, start };
    const deployments = [{ slug: 'edge', plan, words: {}, verdict: defaultVerdictSettings }];
    const past = demoPast({ fleet, deployments, pollMilliseconds: 300_000, version: '1' });
    await store.write([...past].flat());
    for (const [index, age] of [3 * day, day / 4, 0].entries()) {
      const about = { kind: 'component', key: 'API', occurrence: 1 } as const;
      const note = newNote(0, { deployment: 'edge', at: start - age, from: start - age, to: start - age });
      await added(store, index === 1 ? { ...note, ...about, requestKey: 'one' } : note);
    }
  }

  const answers = (store: HistoryStore, now: number) => answersOf(store, 'edge', now);

  // The slugs of two demo deployments: one has regions and nodes, the other has numbers.
  test.each(['edge', 'platform'])(
    'of %s answer with the same bytes, before and after retention',
    async (slug) => {
      const plan = demoPlans.find((each) => each.slug === slug);
      if (!plan) throw new Error(`The demo has no ${slug}.`);
      const { store: file } = await open(fileOfTest());
      const shared = await database.open(await leaseOf(database, slug));
      await write(file, plan);
      await write(shared, plan);
      expect(await answers(shared, start)).toEqual(await answers(file, start));
      while (await file.tidy(retention, start));
      while (await shared.tidy(retention, start));
      expect(await answers(shared, start)).toEqual(await answers(file, start));
    },
    // Two databases write and read a week, also on a busy machine.
    180_000,
  );
});
