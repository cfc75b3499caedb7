/**
 * The age of a list that comes through our host, and the effect of the age on the lifetime
 * (docs/operate/caches.md).
 */

import { describe, expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import { freshnessOf } from '#domain/answer/freshness.ts';
import { type Clocks, unknownClocks } from '#domain/answer/service-clock.ts';
import { pageReader } from './list-reader.ts';
import { type Reader, request } from './request.ts';
import { statusReader } from './status-reader.ts';

const start = Date.UTC(2026, 10, 27, 3);
const list = { object: 'list', data: [], pagination: { limit: 100, count: 0, has_more: false } };
const status = { status: 'operational', version: 'v2', region: 'x', updated_at: null, components: [] };
const stamp = (time: number, age: number) => ({
  'edgewatch-served': new Date(time).toISOString(),
  'edgewatch-age': String(age),
});

type Headers = Readonly<Record<string, string>>;

function reader() {
  const clocks: { current: Clocks } = { current: unknownClocks };
  return <T>(path: EndpointPath, reader: Reader<T>, body: object, at: number, headers: Headers) =>
    request({
      baseUrl: 'http://host.test',
      path,
      reader,
      pollMilliseconds: 10_000,
      clocks,
      now: () => at,
      random: () => 0,
      transport: async () => ({
        response: Response.json(body, { headers: { 'cache-control': 'public, max-age=60', ...headers } }),
      }),
    });
}

/**
 * Opens a page that has read one status document from the host.
 * @param ahead - milliseconds by which the clock of the viewer is ahead.
 */
async function openPage(ahead = 0) {
  const read = reader();
  const readStatus = (at: number, headers: Headers) =>
    read('/api/v2/status', statusReader, status, at, headers);
  await readStatus(start + ahead, { 'cache-control': 'no-store', ...stamp(start, 0) });
  const readList = (at: number, headers: Headers) =>
    read('/api/v2/nodes', pageReader('node'), list, at, headers);
  return { readStatus, readList };
}

test('a copy that a cache stored for another viewer has its true age', async () => {
  const { readList } = await openPage();
  for (const seconds of [600, 590, 580]) {
    const at = start + 1_000_000;
    const answer = await readList(at, stamp(at - 1000 * seconds, 0));
    expect(answer.ageSeconds).toBe(seconds);
    expect(freshnessOf({ answer, failure: null }, at)).toBe('lost');
  }
});

test('a list that the host needed long to read is old, and requested again after 5 s each time', async () => {
  const { readList } = await openPage();
  const { lifetime } = await readList(start, { 'cache-control': 'max-age=5', ...stamp(start, 6) });
  expect(lifetime).toMatchObject({ milliseconds: 5_000, leftMilliseconds: -1_000, uncacheable: false });
});

test('a stored copy that the host received is requested again ever more rarely', async () => {
  const { readList } = await openPage();
  const sent = { ...stamp(start, 90), 'edgewatch-upstream-age': '90' };
  expect((await readList(start, sent)).lifetime.uncacheable).toBe(true);
});

describe('a status that caches may share (`sharedCache`)', () => {
  const dated = (time: number, age: number, others: Headers = {}) => ({
    'cache-control': 'public, max-age=0, s-maxage=2',
    'edgewatch-date': new Date(time - 1000 * age).toUTCString(),
    ...stamp(time, age),
    ...others,
  });
  const at = start + 1_000_000;

  test.each([
    ['2 s', 2],
    ['60 s, against its headers', 60],
  ])('that a cache without Age kept for %s is so much older', async (_name, seconds) => {
    const { readStatus } = await openPage();
    const answer = await readStatus(at, dated(at - 1000 * seconds, 4));
    expect(answer.ageSeconds).toBe(seconds + 4);
    expect(freshnessOf({ answer, failure: null }, at)).toBe(seconds < 10 ? 'fresh' : 'lost');
  });

  test.each([3600, -3600])(
    'is dated by the host alone, if the clock of the viewer is %i s ahead',
    async (ahead) => {
      const { readStatus } = await openPage(1000 * ahead);
      const time = at + 1000 * ahead;
      expect((await readStatus(time, dated(at - 60_000, 4))).ageSeconds).toBe(64);
    },
  );

  test('has the age that the host states and that of the cache, before the clock of the host is known', async () => {
    const read = reader();
    const { ageSeconds } = await read('/api/v2/status', statusReader, status, at, dated(at, 5, { age: '2' }));
    expect(ageSeconds).toBe(7);
  });

  test('makes no list younger if its copy is old', async () => {
    const { readStatus, readList } = await openPage();
    await readStatus(at, dated(at - 50_000, 0));
    expect((await readList(at + 1_000, stamp(at - 49_000, 0))).ageSeconds).toBe(50);
  });

  test('states the time of the service, which no cache replaces', async () => {
    const { readStatus } = await openPage();
    const { servedAt } = await readStatus(at, dated(at, 5, { date: new Date(at).toUTCString() }));
    expect(servedAt).toBe(at - 5_000);
  });
});
