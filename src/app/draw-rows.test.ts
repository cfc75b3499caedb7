/** Server-rendered pages of one row or region. They share the lists that the host has cached. */

import { expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import { type Deployment, defaultLimits } from '#contract/host.ts';
import type { ListAtHand } from '#domain/first-screen/first-screen.ts';
import { draw } from './draw.tsx';

const baseUrl = 'deployments/edge';
const deployment: Deployment = {
  slug: 'edge',
  name: 'Edge',
  baseUrl,
  shownUrl: 'https://edge.example',
  demo: false,
  words: {},
};

function listOf(path: EndpointPath, data: readonly object[]): ListAtHand {
  const pagination = { limit: 1000, count: data.length, has_more: false };
  const body = new TextEncoder().encode(JSON.stringify({ object: 'list', data, pagination }));
  return { list: { path, headers: { 'cache-control': 'max-age=60' }, body }, heldMilliseconds: 0 };
}

const lists = [
  listOf(
    '/api/v1/events',
    ['deleted', 'updated'].map((name) => ({ id: `evt_${name}`, name, count: 1, source: 'api' })),
  ),
  listOf(
    '/api/v2/buckets',
    [1, 2, 3].map((bytes) => ({
      id: `bkt_${bytes}`,
      name: `crate-${bytes}`,
      region: bytes < 3 ? 'nowhere' : 'elsewhere',
      objects: bytes,
      bytes,
    })),
  ),
];

async function drawn(path: string, basePath = ''): Promise<string> {
  const status = { status: 'operational', version: 'v1', region: 'Oslo', components: [] };
  const { markup } = await draw({
    config: { deployments: [deployment], pollSeconds: 10, limits: defaultLimits },
    basePath,
    path: `/edge/${path}`,
    answers: [{ url: `${baseUrl}/api/v2/status`, status: 200, headers: {}, body: JSON.stringify(status) }],
    tallies: [],
    lists,
    isPhone: false,
    withPage: true,
  });
  return markup;
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '');
}

test.each([
  ['', '/edge/buckets/bkt_3'],
  ['/ops', '/ops/edge/buckets/bkt_3'],
])('rows and all other links stay under the path of the app: "%s"', async (basePath, address) => {
  const html = await drawn('buckets', basePath);
  const addresses = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, each = '']) => each);
  expect(addresses).toContain(address);
  expect(addresses.filter((each) => !`${each}/`.startsWith(`${basePath}/`))).toEqual([]);
});

test.each(['deleted', 'updated'])('a page of an event type shows the row of its address: %s', async (name) => {
  const html = await drawn(`events/evt_${name}`);
  expect(textOf(/<h1.*?<\/h1>/.exec(html)?.[0] ?? '')).toBe(name);
});

test.each([
  ['bkt_1', '3rd'],
  ['bkt_2', '2nd'],
])('a page of a bucket shows its own figures: %s is the %s', async (id, rank) => {
  expect(textOf(await drawn(`buckets/${id}`))).toContain(rank);
});

test.each([
  ['nowhere', ['crate-1', 'crate-2']],
  ['elsewhere', ['crate-3']],
])('a page of a region shows its own buckets: %s', async (code, names) => {
  const html = textOf(await drawn(`regions/${code}`));
  expect([...new Set(html.match(/crate-\d/g))].toSorted()).toEqual(names);
});
