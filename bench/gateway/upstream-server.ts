/**
 * A service whose status is healthy and whose lists are slow, large or broken as ordered. It counts its
 * requests.
 */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from '../support/programs.ts';

export type ListMode = 'well' | 'long' | 'drip' | 'hang' | 'nonsense';

export interface UpstreamOrder {
  readonly lists: ListMode;
  /** Lifetime of lists, seconds. */
  readonly lifetime: number;
}

export interface UpstreamAnswer {
  readonly origin: string;
  /** Requests since the last order, by path without query. */
  readonly counts: Readonly<Record<string, number>>;
}

const status =
  '{"status":"operational","version":"v1","region":"Graz","components":[{"name":"API","status":"operational"}]}';

function listOf(bytes: number): Buffer {
  const rows: string[] = [];
  for (let length = 0; length < bytes; length += rows.at(-1)?.length ?? 0)
    rows.push(
      `{"id":"nod_${String(Math.imul(rows.length, 0x9e3779b1) >>> 0).padStart(12, '0')}","region":"gra1","city":"Graz","zone":"eu-central","status":"operational","created_at":"2025-01-01T00:00:00Z","capacity":"25G"}`,
    );
  return Buffer.from(
    `{"object":"list","data":[${rows.join()}],"pagination":{"limit":${rows.length},"count":${rows.length},"has_more":false}}`,
  );
}

const bodies = { well: listOf(20_000), long: listOf(26_000_000) } as const;
/** An array that is valid JSON until its end: only the closing bracket is missing. */
const nonsense = Buffer.from(`[${'1,'.repeat(16 * 1024 ** 2 - 2)}`);

let mode: ListMode = 'well';
let lifetime = 60;
let counts: Record<string, number> = {};

function answerList(outgoing: ServerResponse): void {
  if (mode === 'hang') return;
  const headers = { 'content-type': 'application/json', 'cache-control': `public, max-age=${lifetime}` };
  if (mode === 'drip') {
    outgoing.writeHead(200, headers);
    const drops = setInterval(() => outgoing.write(' '), 5);
    outgoing.on('close', () => clearInterval(drops));
    return;
  }
  outgoing.writeHead(200, headers).end(mode === 'nonsense' ? nonsense : bodies[mode]);
}

const server = createServer(({ url = '' }, outgoing) => {
  const [path = ''] = url.split('?');
  counts[path] = (counts[path] ?? 0) + 1;
  if (!path.endsWith('/status')) answerList(outgoing);
  else outgoing.writeHead(200, { 'content-type': 'application/json' }).end(status);
});
const listening = new Promise<string>((resolve) => {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    resolve(`http://127.0.0.1:${port}`);
  });
});

async function applyOrder(order: UpstreamOrder): Promise<UpstreamAnswer> {
  const before = counts;
  counts = {};
  mode = order.lists;
  lifetime = order.lifetime;
  return { origin: await listening, counts: before };
}

answerMessages(applyOrder);
