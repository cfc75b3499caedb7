import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultVerdictSettings } from '#contract/host.ts';
import { type DemoPlan, demoPlans } from '#service/demo/plans.ts';
import { leaseOf } from '#testing/history/engines.ts';
import { fileOfTest, open } from '#testing/history/history-file.ts';
import { added, newNote } from '#testing/history/notes.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { demoPast } from '../demo/demo-past.ts';
import { recall } from '../history-store.ts';
import { respond } from '../responses/respond.ts';
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

  const window = `from=${new Date(start - 7 * day).toISOString()}&to=${new Date(start).toISOString()}`;
  const questions = [
    '',
    `/sight?${window}`,
    `/spans?${window}`,
    '/since',
    `/strips?kind=component&${window}`,
    `/strips?kind=node&${window}`,
    `/changes?${window}&limit=1000`,
    `/levels?${window}`,
    `/growth?name=events&${window}`,
    `/growth?name=totals/capacity&${window}`,
    '/report?month=2026-11',
    `/handover?from=${new Date(start - day).toISOString()}&to=${new Date(start).toISOString()}`,
    `/notes?${window}`,
  ];

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

  async function answers(store: HistoryStore, now: number) {
    const { present: known, spans } = await recall(store);
    const recorder = { recording: true, reason: null, notice: null, retention };
    const deployment = { slug: 'edge', name: 'Edge', demo: false, observe: 'all', words: {} } as const;
    const more = { verdict: defaultVerdictSettings, pollSeconds: 60, planned: [] };
    const all = {
      deployments: [{ ...deployment, ...more }],
      of: () => ({ recorder, known, spans, store, now }),
    };
    const common = { ifNoneMatch: null, acceptEncoding: null, isPublic: true, visible: null };
    const texts = new Map<string, string>();
    const past = [2 * day, day / 8].flatMap((age) =>
      known
        .endpoints('edge')
        .filter(({ path }) => !path.endsWith('/assets'))
        .map(({ path }) => `/at/${new Date(start - age).toISOString()}${path}`),
    );
    for (const question of [...questions, ...past]) {
      const [path = '', search = ''] = question.split('?');
      const { status, body } = await respond({ path: `/edge${path}`, search: `?${search}`, ...common }, all);
      expect({ question, status }).toEqual({ question, status: 200 });
      texts.set(question, new TextDecoder().decode(body ?? new Uint8Array()));
    }
    return texts;
  }

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
  );
});
