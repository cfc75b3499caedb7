/** A deployment with buckets in many regions that limits the rows of a response. It counts its requests. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from '../support/programs.ts';

export interface ClampedOrder {
  readonly regions: number;
  readonly buckets: number;
  readonly clamp: number;
  readonly lifetimeSeconds: number;
}

export interface ClampedReport {
  readonly origin: string;
  /** Query strings of all bucket requests since the last message to this process, in order. */
  readonly searches: readonly string[];
}

const defaultLimit = 100;
let origin = '';
let searches: string[] = [];

function codeAt(index: number): string {
  const letter = (value: number) => String.fromCharCode(97 + (value % 26));
  return `r${letter(index)}${letter(Math.floor(index / 26))}${index % 10}`;
}

function listOf(rows: readonly object[], limit: number): object {
  const data = rows.slice(0, limit);
  return {
    object: 'list',
    data,
    pagination: { limit, count: data.length, has_more: data.length < rows.length },
  };
}

async function serve({ regions, buckets, clamp, lifetimeSeconds }: ClampedOrder): Promise<void> {
  const regionRows = Array.from({ length: regions }, (_, index) => ({
    code: codeAt(index),
    name: `City ${index}`,
    zone: 'eu-west',
    country: 'DE',
    status: 'operational',
  }));
  const bucketRows = Array.from({ length: buckets }, (_, index) => ({
    id: `bkt_${index.toString(36).padStart(14, '0')}`,
    created_at: '2025-01-01T08:00:00Z',
    name: `crate-${index}`,
    region: codeAt(index % regions),
    objects: index,
    bytes: Math.imul(index, 0x9e3779b1) >>> 0,
  }));
  const byRegion = new Map(
    regionRows.map(({ code }, index) => [code, bucketRows.filter((_, row) => row % regions === index)]),
  );
  const answer = (response: ServerResponse, maximumAge: number, body: object) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'cache-control': maximumAge > 0 ? `public, max-age=${maximumAge}` : 'no-store',
      })
      .end(JSON.stringify(body));
  const server = createServer((request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/api/v2/buckets') {
      searches.push(search);
      const region = searchParams.get('region');
      const limit = Math.min(clamp, Number(searchParams.get('limit') ?? defaultLimit));
      const rows = region === null ? bucketRows : (byRegion.get(region) ?? []);
      answer(response, lifetimeSeconds, listOf(rows, limit));
    } else if (pathname === '/api/v2/regions') answer(response, 300, listOf(regionRows, regions));
    else if (pathname === '/api/v2/status')
      answer(response, 0, {
        status: 'operational',
        version: 'v2',
        region: 'City 1',
        components: [{ name: 'API', status: 'operational' }],
        updated_at: new Date().toISOString(),
      });
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
}

answerMessages(async (order: ClampedOrder | { readonly since: 'last' }): Promise<ClampedReport> => {
  if ('clamp' in order) await serve(order);
  const report = { origin, searches };
  searches = [];
  return report;
});
