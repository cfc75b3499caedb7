/**
 * Serves a deployment with any number of buckets in one response, and the page of the peer (the compared data
 * grid).
 */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from '../support/programs.ts';
import { type ListOrder, type ListOrigin, replacedBase } from './list-origin.ts';

/** Lifetimes of lists, seconds. */
const lifetime = 60;
const shortLifetime = 15;

const words = ['media', 'logs', 'backup', 'crate', 'archive', 'static', 'dump'];
const zones = ['eu-central', 'eu-west', 'eu-south', 'ap-southeast', 'na-east'];
const regions = Array.from({ length: 60 }, (_, index) => ({
  code: `r${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}${index % 10}`,
  name: `City ${index}`,
  zone: zones[index % zones.length],
  country: 'DE',
  status: 'operational',
}));

/** Returns a generator of pseudo-random numbers that are the same in every run. */
function sequence(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function bucketList(count: number): Buffer {
  const next = sequence();
  const two = (value: number) => String(1 + value).padStart(2, '0');
  const parts: Buffer[] = [Buffer.from('{"object":"list","data":[')];
  let items: string[] = [];
  for (let row = 0; row < count; row += 1) {
    const id =
      (Math.imul(row, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0') + row.toString(36).padStart(7, '0');
    const region = regions[Math.floor(next() * regions.length)]?.code;
    items.push(
      `${row > 0 ? ',' : ''}{"id":"bkt_${id}","created_at":"2025-${two(row % 12)}-${two(row % 28)}T08:00:00Z","name":"${words[row % 7]}-${words[Math.floor(row / 7) % 7]}-${row}","region":"${region}","objects":${Math.floor(next() * 1e6)},"bytes":${Math.floor(next() * 1e12)}}`,
    );
    if (items.length < 10_000 && row < count - 1) continue;
    parts.push(Buffer.from(items.join('')));
    items = [];
  }
  parts.push(Buffer.from(`],"pagination":{"limit":${count},"count":${count},"has_more":false}}`));
  return Buffer.concat(parts);
}

async function serve({ count, files }: ListOrder): Promise<ListOrigin> {
  const list = bucketList(count);
  const answer = (response: ServerResponse, type: string, maximumAge: number, body: Buffer | string) =>
    response
      .writeHead(200, {
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        // `private` keeps the list out of the host's shared cache, so the host reads and checks it for each
        // visit.
        'cache-control': maximumAge > 0 ? `private, max-age=${maximumAge}` : 'no-store',
      })
      .end(body);
  const json = 'application/json';
  const status = () =>
    JSON.stringify({
      status: 'operational',
      version: 'v2',
      region: 'City 1',
      components: [{ name: 'API', status: 'operational' }],
      updated_at: new Date().toISOString(),
    });
  const regionList = JSON.stringify({
    object: 'list',
    data: regions,
    pagination: { limit: regions.length, count: regions.length, has_more: false },
  });
  const server = createServer((request, response) => {
    const { pathname: asked } = new URL(request.url ?? '/', 'http://localhost');
    const isReplaced = asked.startsWith(`${replacedBase}/`);
    const pathname = isReplaced ? asked.slice(replacedBase.length) : asked;
    const file = files.find(({ path }) => path === pathname);
    if (file) answer(response, file.type, 0, file.content);
    else if (pathname === '/api/v2/buckets')
      answer(response, json, isReplaced ? shortLifetime : lifetime, list);
    else if (pathname === '/api/v2/regions') answer(response, json, 300, regionList);
    else if (pathname === '/api/v2/status') answer(response, json, 0, status());
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, bytes: list.byteLength };
}

answerMessages(serve);
