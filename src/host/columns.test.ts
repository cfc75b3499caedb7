/** A long list on its way from an upstream to a page: in columns where that says the same, and as it was sent otherwise. */

import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { pageReader } from '../client/list-reader.ts';
import { columnsRequest, plainRequest } from '../client/plain-request.ts';
import { request } from '../client/request.ts';
import { bodyBytesHeader, columnsMediaType } from '../contract/host.ts';
import { PackedReader, readWhole } from '../domain/columns/read-list.ts';
import type { ToThread } from './check-messages.ts';
import { Checks } from './checks.ts';
import { answering, proxyTo, TestThread } from './test-upstream.ts';

const path = '/api/v2/buckets';
const rows = 9_000;

function listOf(count: number, name = (row: number) => `"crate ${row}"`): string {
  const items = Array.from(
    { length: count },
    (_, row) =>
      `{"id":"bkt_${String(row).padStart(14, '0')}","created_at":"2025-01-02T08:00:00Z","name":${name(row)},"region":"fra1","objects":${row},"bytes":${row * 7}}`,
  );
  return `{"object":"list","data":[${items.join(',')}],"pagination":{"limit":${count},"count":${count},"has_more":false}}`;
}

const long = listOf(rows);

function sending(body: string, headers = {}) {
  return (outgoing: ServerResponse) =>
    outgoing.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
}

/** A proxy to an upstream that says nothing else. */
async function proxyOf(body: string, headers = {}) {
  const upstream = await answering(sending(body, headers));
  return { ask: proxyTo(upstream, { maximumBodyBytes: 8 * 1024 * 1024 }), upstream };
}

describe('a long list', () => {
  it('comes in columns to a page, with the size that it was sent in', async () => {
    const { ask } = await proxyOf(long, { 'cache-control': 'public, max-age=60', vary: 'accept-encoding' });
    const response = await ask(path, columnsRequest);
    expect(response.headers.get('content-type')).toBe(columnsMediaType);
    expect(response.headers.get('vary')).toBe('accept-encoding, accept');
    expect(response.headers.get(bodyBytesHeader)).toBe(String(long.length));
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(long.length / 2);
    const reader = new PackedReader('bucket', path, {});
    reader.take(bytes);
    expect(reader.end()).toStrictEqual(readWhole('bucket', path, long, {}));
  });

  it('comes byte for byte to everybody else, whoever asked first', async () => {
    const { ask, upstream } = await proxyOf(long, { 'cache-control': 'public, max-age=60' });
    await ask(path, columnsRequest);
    const response = await ask(path, plainRequest);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(long);
    expect((await ask(path, columnsRequest)).headers.get('content-type')).toBe(columnsMediaType);
    expect(upstream.paths).toHaveLength(1);
  });

  it.each([
    ['of a row has no name', listOf(rows, (row) => (row === rows - 1 ? 'null' : '"crate"'))],
    ['of rows that came without being asked for', listOf(rows), '?region=iad1'],
    ['is no list of this API', `{"object":"list","data":[${'1,'.repeat(600_000)}1]}`],
  ])('comes byte for byte where something is to be said: %s', async (_what, body, search = '') => {
    const { ask } = await proxyOf(body);
    const response = await ask(path + search, columnsRequest);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(body);
  });

  it.each([
    ['ends within a row', long.slice(0, -200)],
    ['ends after its rows', long.slice(0, -3)],
    ['goes on after its end', `${long}]`],
    ['breaks off its rows', long.replace('"crate 8000"', 'crate')],
  ])('that is no JSON is a failure: it %s', async (_what, body) => {
    const { ask } = await proxyOf(body);
    const response = await ask(path, columnsRequest);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ kind: 'not-json' });
  });

  it('is asked for anew, as it was sent, by a page that has no thread for it', async () => {
    const { ask } = await proxyOf(long);
    const types: (string | null)[] = [];
    const answer = await request({
      baseUrl: 'http://host.test',
      path,
      reader: { ...pageReader('bucket'), openLarge: async () => null },
      pollMilliseconds: 10_000,
      now: () => 0,
      random: () => 0,
      transport: async (url, init) => {
        const response = await ask(new URL(url).pathname, init);
        types.push(response.headers.get('content-type'));
        return { response };
      },
    });
    expect(types).toEqual([columnsMediaType, 'application/json']);
    expect(answer.value.count).toBe(rows);
    expect(answer.bytes).toBe(long.length);
  });
});

class DyingThread extends TestThread {
  override postMessage(message: ToThread, transfer: ArrayBuffer[]): void {
    if (message.kind === 'end') this.emit('error', new Error('out of memory'));
    else super.postMessage(message, transfer);
  }
}

it.each([
  [columnsRequest, columnsMediaType],
  [plainRequest, 'application/json'],
])('a long list is checked by the host itself where its thread dies', async (asking, type) => {
  let threads = 0;
  const checks = new Checks(() => {
    threads += 1;
    return new DyingThread();
  });
  const upstream = await answering(sending(long));
  const ask = proxyTo(upstream, { maximumBodyBytes: 8 * 1024 * 1024, checks });
  for (let time = 0; time < 2; time += 1) {
    // One after the other, so that the second begins with a thread that died.
    // oxlint-disable-next-line no-await-in-loop
    const response = await ask(path, asking);
    expect(response.headers.get('content-type')).toBe(type);
  }
  expect(threads).toBe(2);
});

it('a short list comes byte for byte', async () => {
  const short = listOf(100);
  const { ask } = await proxyOf(short);
  expect(await (await ask(path, columnsRequest)).text()).toBe(short);
});
