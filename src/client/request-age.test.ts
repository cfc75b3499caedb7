/**
 * The age of a list that comes through our host, and the effect of the age on the lifetime
 * (docs/operate/caches.md).
 */

import { expect, test } from 'vitest';
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

/** Opens a page that has read one status document from the host. */
async function openPage() {
  const clocks: { current: Clocks } = { current: unknownClocks };
  const read = <T>(path: EndpointPath, reader: Reader<T>, body: object, at: number, headers: Headers) =>
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
  await read('/api/v2/status', statusReader, status, start, stamp(start, 0));
  return (at: number, headers: Headers) => read('/api/v2/nodes', pageReader('node'), list, at, headers);
}

test('a copy that a cache stored for another viewer has its true age', async () => {
  const readList = await openPage();
  for (const seconds of [600, 590, 580]) {
    const at = start + 1_000_000;
    const answer = await readList(at, stamp(at - 1000 * seconds, 0));
    expect(answer.ageSeconds).toBe(seconds);
    expect(freshnessOf({ answer, failure: null }, at)).toBe('lost');
  }
});

test('a list that the host needed long to read is old, and requested again after 5 s each time', async () => {
  const readList = await openPage();
  const { lifetime } = await readList(start, { 'cache-control': 'max-age=5', ...stamp(start, 6) });
  expect(lifetime).toMatchObject({ milliseconds: 5_000, leftMilliseconds: -1_000, uncacheable: false });
});

test('a stored copy that the host received is requested again ever more rarely', async () => {
  const readList = await openPage();
  const sent = { ...stamp(start, 90), 'edgewatch-upstream-age': '90' };
  expect((await readList(start, sent)).lifetime.uncacheable).toBe(true);
});
