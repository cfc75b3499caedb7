import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { historyKey } from '../keys.ts';
import { refreshHistory } from './refresh.ts';
import { withoutOwnTimer } from './timing.ts';

const minute = 60_000;

/** Queries on screen by slug, name and pause. Their requests are recorded. */
async function shown(queries: readonly (readonly [slug: string, name: string, pause: number])[]) {
  const client = new QueryClient();
  const parameters: string[] = [];
  for (const [slug, name, pause] of queries) {
    const queryKey = historyKey(slug, name, '');
    const queryFn = async () => {
      parameters.push(`${slug} ${name}`);
      return { value: name, failure: null, dueAt: 0 };
    };
    const observer = new QueryObserver(client, { queryKey, queryFn, ...withoutOwnTimer(pause) });
    observer.subscribe(() => undefined);
    // oxlint-disable-next-line no-await-in-loop
    await observer.fetchOptimistic({ queryKey, queryFn, ...withoutOwnTimer(pause) });
  }
  parameters.length = 0;
  return { client, asked: parameters };
}

test('nothing is requested before it is due', async () => {
  const { client, asked: parameters } = await shown([['edge', 'since', minute]]);
  refreshHistory(client, Date.now() + minute / 2);
  expect(parameters).toEqual([]);
});

test('each deployment requests its most overdue query', async () => {
  const { client, asked: parameters } = await shown([
    ['edge', 'strips', 2 * minute],
    ['edge', 'since', minute],
    ['storage', 'strips', 2 * minute],
  ]);
  refreshHistory(client, Date.now() + 3 * minute);
  expect(parameters.toSorted()).toEqual(['edge since', 'storage strips']);
});

test('a query for all deployments replaces the requests of each deployment', async () => {
  const { client, asked: parameters } = await shown([
    ['', 'states', minute],
    ['edge', 'since', minute],
  ]);
  refreshHistory(client, Date.now() + 2 * minute);
  expect(parameters).toEqual([' states']);
});

test('a full page makes at most three requests a minute and omits none', async () => {
  const names = ['strips', 'components', 'sight', 'changes', 'since', 'levels'];
  const { client, asked: parameters } = await shown([
    ['', 'states', 2 * minute],
    ...names.map((name) => ['edge', name, name === 'since' ? minute : 2 * minute] as const),
  ]);
  const begin = Date.now();
  const cache = client.getQueryCache();
  for (let at = 20_000; at <= 20 * minute; at += 20_000) {
    const before = parameters.length;
    refreshHistory(client, begin + at);
    // oxlint-disable-next-line no-await-in-loop
    await Promise.resolve();
    expect(parameters.length - before).toBeLessThanOrEqual(1);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 0));
    const [slug = '', name = ''] = parameters.length > before ? (parameters.at(-1) ?? '').split(' ') : [];
    cache.find({ queryKey: historyKey(slug, name, '') })?.setState({ dataUpdatedAt: begin + at });
  }
  expect(new Set(parameters).size).toBe(7);
  expect(parameters.length).toBeLessThanOrEqual(60);
});
