import { describe, expect, test } from 'vitest';
import { observedComponents } from '#contract/resources.ts';
import { createServiceApp } from '../app.ts';
import type { SqlRow } from '../sql/database.ts';
import { openLibsql } from '../sql/libsql.ts';
import { openStore } from '../store.ts';
import { fleetSize, makeEvents } from './fleet.ts';
import { loadFleet } from './load.ts';
import { countAt } from './rhythm.ts';
import { createSimulator, stepMilliseconds } from './simulator.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const whole = 1_000_000;

async function livingFleet(scale = 1) {
  const database = openLibsql(':memory:');
  const store = await openStore(database);
  const options = { seed: 3, scale, start };
  await loadFleet(store, options);
  const simulator = createSimulator(store, options);
  return {
    database,
    store,
    simulator,
    advance: (seconds: number) => simulator.advance(start + seconds * 1_000),
  };
}

async function ids(rows: Promise<{ readonly rows: readonly SqlRow[] }>): Promise<ReadonlySet<unknown>> {
  return new Set((await rows).rows.map((row) => row['id']));
}

describe('after ten simulated minutes', () => {
  test('every state was shown, a node left and returned, and each step changed the status time', async () => {
    const { store, advance } = await livingFleet(0.05);
    const app = createServiceApp({ store, city: 'Frankfurt' });
    const overall = new Set<string>();
    const counts: number[] = [];
    const times: string[] = [];
    for (let seconds = 0; seconds < 600; seconds += 10) {
      await advance(seconds);
      // The tests of the app check that the responses have these types.
      const status = (await (await app.request('/api/v2/status')).json()) as {
        status: string;
        components: unknown[];
        updated_at: string;
      };
      overall.add(status.status);
      times.push(status.updated_at);
      expect(status.components).toHaveLength(observedComponents.length);
      const nodes = (await (await app.request('/api/v2/nodes?limit=1000')).json()) as {
        pagination: { count: number };
      };
      counts.push(nodes.pagination.count);
    }
    expect([...overall].toSorted()).toEqual(
      ['degraded_performance', 'major_outage', 'operational', 'partial_outage', 'recalibrating'].toSorted(),
    );
    expect(new Set(times).size).toBe(times.length);
    const most = Math.max(...counts);
    expect(new Set(counts)).toEqual(new Set([most, most - 1]));
    expect([counts[0], counts.at(-1)]).toEqual([most, most]);
    await store.close();
  });

  test('the nodes are as before once all incidents are over', async () => {
    const { store, advance } = await livingFleet(0.05);
    const before = await store.list('node', { limit: whole });
    await advance(300);
    expect(await store.list('node', { limit: whole })).not.toEqual(before);
    await advance(560);
    expect(await store.list('node', { limit: whole })).toEqual(before);
    await store.close();
  });

  test('volumes have grown, new rows exist, cache words have changed and applications were used', async () => {
    const { database, store, advance } = await livingFleet();
    const totals = 'select sum(bytes) as bytes, sum(objects) as objects from buckets';
    const events = 'select sum(count) as count from events';
    const [oldTotals] = await database.all(totals);
    const [oldEvents] = await database.all(events);
    const oldAssets = await store.list('asset', { limit: whole });
    const oldBuckets = await ids(store.list('bucket', { limit: whole }));
    await advance(600);
    const [newTotals] = await database.all(totals);
    const [newEvents] = await database.all(events);
    expect(Number(newTotals?.['bytes'])).toBeGreaterThan(Number(oldTotals?.['bytes']));
    expect(Number(newTotals?.['objects'])).toBeGreaterThan(Number(oldTotals?.['objects']));
    expect(Number(newEvents?.['count'])).toBeGreaterThan(Number(oldEvents?.['count']));
    const newBuckets = await ids(store.list('bucket', { limit: whole }));
    expect(newBuckets.size - oldBuckets.size).toBe(40);
    const words = new Map(oldAssets.rows.map((row) => [row['id'], row['cache_status']]));
    const changed = (await store.list('asset', { limit: whole })).rows.filter(
      (row) => words.has(row['id']) && words.get(row['id']) !== row['cache_status'],
    );
    expect(changed.length).toBeGreaterThan(50);
    const used = await database.all('select id from applications where last_used_at > ?', [start]);
    expect(used.length).toBeGreaterThan(10);
    const idle = await database.all('select id from applications where last_used_at < ?', [
      start - 90 * 86_400_000,
    ]);
    expect(idle.length).toBeGreaterThanOrEqual(3);
    await store.close();
  });
});

test('event counts follow the clock, whenever a type was updated last', async () => {
  const { store, advance } = await livingFleet();
  await advance(600);
  const rhythms = new Map(
    Array.from(makeEvents({ seed: 3, scale: 1, start }), ({ id, rhythm }) => [id, rhythm]),
  );
  const counts = (await store.list('event', { limit: whole })).rows.map((row) => {
    const rhythm = rhythms.get(String(row['id']));
    if (!rhythm) throw new Error('An event type of no fleet.');
    const [least, most] = [countAt(rhythm, start), countAt(rhythm, start + 600_000)];
    return { count: Number(row['count']), least, most };
  });
  expect(counts.filter(({ count, least, most }) => count < least || count > most)).toEqual([]);
  const caughtUp = counts.filter(({ count, least, most }) => count - least >= (most - least) / 2);
  expect(caughtUp.length).toBeGreaterThan(counts.length * 0.9);
  await store.close();
});

test('the same steps give the same rows, in one call or one by one', async () => {
  const [once, often] = [await livingFleet(0.1), await livingFleet(0.1)];
  await once.advance(240);
  for (let seconds = 0; seconds <= 240; seconds += 1) await often.advance(seconds);
  for (const resource of ['bucket', 'asset', 'application', 'event', 'node', 'region'] as const)
    expect(await often.store.list(resource, { limit: whole })).toEqual(
      await once.store.list(resource, { limit: whole }),
    );
  expect(await often.store.status()).toEqual(await once.store.status());
  await Promise.all([once.store.close(), often.store.close()]);
});

test('a clock that stops or goes back changes nothing', async () => {
  const { store, simulator, advance } = await livingFleet(0.01);
  await advance(30);
  const revision = store.revision('bucket');
  await advance(30);
  await simulator.advance(start - 1_000);
  expect(store.revision('bucket')).toBe(revision);
  await store.close();
});

test('after a sleep the fleet is up to date at once, without catching up', async () => {
  const { store, advance } = await livingFleet(0.01);
  await advance(30);
  const revision = store.revision('bucket');
  await advance(8 * 3_600);
  expect(store.revision('bucket') - revision).toBe(1);
  expect((await store.status()).updatedAt).toBe(start + 8 * 3_600_000);
  await store.close();
});

test('a stopped simulator takes no further step', async () => {
  const { store, simulator, advance } = await livingFleet(0.01);
  await simulator.stop();
  const revision = store.revision('status');
  await advance(60);
  expect(store.revision('status')).toBe(revision);
  await store.close();
});

test('the demo stays bounded: at most a tenth more rows, then new rows replace old ones', async () => {
  const { database, store, simulator } = await livingFleet(0.01);
  const steps = (3 * 3_600_000) / stepMilliseconds;
  for (let step = 0; step <= steps; step += 100) await simulator.advance(start + step * stepMilliseconds);
  const [buckets] = await database.all('select count(*) as rows from buckets');
  const [assets] = await database.all('select count(*) as rows from assets');
  expect(Number(buckets?.['rows'])).toBeLessThanOrEqual(40 + fleetSize.buckets / 10);
  expect(Number(assets?.['rows'])).toBe(60 + fleetSize.assets / 10);
  await store.close();
});
