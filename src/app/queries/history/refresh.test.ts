import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { historyKey } from '../keys.ts';
import { historyQuery } from './history.ts';
import { refreshHistory, watchHistory } from './refresh.ts';
import { every, withoutOwnTimer } from './timing.ts';

const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Queries on screen by slug, name and pause. Their requests are recorded. */
async function shown(queries: readonly (readonly [slug: string, name: string, pause: number])[]) {
  const client = new QueryClient();
  const requests: string[] = [];
  for (const [slug, name, pause] of queries) {
    const queryKey = historyKey(slug, name, '');
    const queryFn = async () => {
      requests.push(`${slug} ${name}`);
      return { value: name, failure: null, dueAt: 0 };
    };
    const observer = new QueryObserver(client, { queryKey, queryFn, ...withoutOwnTimer(pause) });
    observer.subscribe(() => undefined);
    // oxlint-disable-next-line no-await-in-loop
    await observer.fetchOptimistic({ queryKey, queryFn, ...withoutOwnTimer(pause) });
  }
  requests.length = 0;
  return { client, requests };
}

test('nothing is requested before it is due', async () => {
  const { client, requests } = await shown([['edge', 'since', minute]]);
  refreshHistory(client, Date.now() + minute / 2);
  expect(requests).toEqual([]);
});

test('data of the past are requested once', async () => {
  vi.useFakeTimers();
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    return Response.json({}, { headers: { 'cache-control': 'max-age=10' } });
  });
  const client = new QueryClient();
  const slug = 'edge@2026-11-27T03:00:00Z';
  const query = historyQuery(
    slug,
    'strips',
    () => '/strips',
    (body) => body,
  );
  const stop = new QueryObserver(client, query).subscribe(() => undefined);
  watchHistory(client);
  await vi.advanceTimersByTimeAsync(60 * minute);
  // Another test in the same process may have set a base path.
  expect(requests).toEqual([expect.stringMatching(/\/history\/edge\/strips$/)]);
  stop();
});

test('each deployment requests its most overdue query', async () => {
  const { client, requests } = await shown([
    ['edge', 'strips', 2 * minute],
    ['edge', 'since', minute],
    ['storage', 'strips', 2 * minute],
  ]);
  refreshHistory(client, Date.now() + 3 * minute);
  expect(requests.toSorted()).toEqual(['edge since', 'storage strips']);
});

test('a query for all deployments replaces the requests of each deployment', async () => {
  const { client, requests } = await shown([
    ['', 'states', minute],
    ['edge', 'since', minute],
  ]);
  refreshHistory(client, Date.now() + 2 * minute);
  expect(requests).toEqual([' states']);
});

test('a full page makes at most three requests a minute and omits none', async () => {
  const names = ['strips', 'components', 'sight', 'changes', 'since', 'levels'];
  const { client, requests } = await shown([
    ['', 'states', 2 * minute],
    ...names.map((name) => ['edge', name, name === 'since' ? minute : 2 * minute] as const),
  ]);
  const begin = Date.now();
  const cache = client.getQueryCache();
  for (let at = 20_000; at <= 20 * minute; at += 20_000) {
    const before = requests.length;
    refreshHistory(client, begin + at);
    // oxlint-disable-next-line no-await-in-loop
    await Promise.resolve();
    expect(requests.length - before).toBeLessThanOrEqual(1);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 0));
    const [slug = '', name = ''] = requests.length > before ? (requests.at(-1) ?? '').split(' ') : [];
    cache.find({ queryKey: historyKey(slug, name, '') })?.setState({ dataUpdatedAt: begin + at });
  }
  expect(new Set(requests).size).toBe(7);
  expect(requests.length).toBeLessThanOrEqual(60);
});

/** A page of eight ranges and a series, whose host is busy for some time. Its requests, in milliseconds after the start. */
async function requestsOfBusyHost(busy: number, length: number, spread: number) {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(spread);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  const begin = Date.now();
  const sent: number[] = [];
  vi.stubGlobal('fetch', async () => {
    sent.push(Date.now() - begin);
    return Date.now() - begin < busy
      ? new Response('', { status: 503, headers: { 'retry-after': '5' } })
      : Response.json('read');
  });
  const client = new QueryClient();
  const names = Array.from({ length: 8 }, (_, index) => `range ${index}`);
  const queries = [
    ...names.map((name) => historyQuery('edge', name, () => '/range', String)),
    { ...historyQuery('edge', 'series', '/series', String), ...every(minute) },
  ];
  const observers = queries.map((query) => new QueryObserver(client, query));
  for (const observer of observers) observer.subscribe(() => undefined);
  watchHistory(client);
  await vi.advanceTimersByTimeAsync(length);
  const read = observers.filter((observer) => observer.getCurrentResult().data?.value === 'read').length;
  for (const observer of observers) observer.destroy();
  vi.clearAllTimers();
  vi.restoreAllMocks();
  return { sent, read, open: queries.length };
}

test.each([0, 0.5, 0.99])(
  'a page of a busy host retries one query at a time, ever later: %f',
  async (spread) => {
    const { sent, open } = await requestsOfBusyHost(Number.POSITIVE_INFINITY, 10 * minute, spread);
    expect(sent.filter((at) => at < 5_000)).toHaveLength(open);
    const waits = sent.slice(open).map((at, index) => at - (sent[open + index - 1] ?? 0));
    // The check for retries is once a second.
    for (const [index, wait] of waits.entries()) {
      const least = Math.min(5_000 * 2 ** index, minute) * (1 + spread);
      expect(wait).toBeGreaterThanOrEqual(least - 1_000);
      expect(wait).toBeLessThanOrEqual(least + 2_000);
    }
    expect(waits.length).toBeGreaterThanOrEqual(6);
    expect(waits.length).toBeLessThanOrEqual(13);
  },
);

test('a page reads all its queries within seconds once a retry succeeds', async () => {
  const { sent, read, open } = await requestsOfBusyHost(4_000, 20_000, 0);
  expect(read).toBe(open);
  expect(sent).toHaveLength(2 * open);
  // One after the other.
  expect(new Set(sent.slice(open)).size).toBe(open);
});
