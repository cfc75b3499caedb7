import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { totalBytes } from '#client/body.ts';
import { endpointPaths } from '#contract/endpoints.ts';
import { defaultVerdictSettings } from '#contract/host.ts';
import { createDemo } from '#service/demo.ts';
import { answering, proxyTo } from '#testing/upstream.ts';
import { SharedCache } from '../gateway/cache/shared-cache.ts';
import { createEmbeddedDeployment } from '../gateway/embedded.ts';
import { ListNotes } from '../gateway/list-notes.ts';
import { encoded, encodingFor } from './compression.ts';

const path = '/api/v2/buckets';
const browser = 'gzip, deflate, br, zstd';
const decode = { gzip: gunzipSync, br: brotliDecompressSync } as const;

/** JSON of at least `bytes` bytes. No two rows of it are alike, so that it compresses badly. */
function listOf(bytes: number): string {
  const rows: string[] = [];
  for (let length = 0; length < bytes; length += rows.at(-1)?.length ?? 0)
    rows.push(`{"id":"bkt_${String(Math.imul(rows.length, 0x9e3779b1) >>> 0).padStart(12, '0')}"}`);
  return `{"object":"list","data":[${rows.join()}]}`;
}

function upstreamOf(body: string, headers: Readonly<Record<string, string>> = {}) {
  return answering((outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body),
  );
}

const accepting = (accepted: string, init: RequestInit = {}) => ({
  ...init,
  headers: { 'accept-encoding': accepted },
});

describe('an encoding is chosen', () => {
  it.each([
    [2_000, browser, 'br'],
    [2_000, 'gzip', 'gzip'],
    [2_000, 'gzip;q=0, br;q=0', null],
    [2_000, null, null],
    [1_000_000, browser, 'gzip'],
    [1_000_000, 'br', 'br'],
    [1_023, browser, null],
  ])('for %i bytes and %s: %s', (bytes, accepted, expected) => {
    expect(encodingFor(accepted, bytes)).toBe(expected);
  });
});

describe('a proxied response', () => {
  it('of more than 1 MiB is cached in gzip, and decompressed for clients without gzip', async () => {
    const body = listOf(2_000_000);
    const upstream = await upstreamOf(body, { 'cache-control': 'max-age=60', etag: '"a"' });
    const ask = proxyTo(upstream, { maximumBodyBytes: 1e7 });
    for (const accepted of ['br', 'identity', 'gzip', 'br']) {
      const response = await ask(path, accepting(accepted));
      const isGzip = accepted === 'gzip';
      expect(response.headers.get('content-encoding')).toBe(isGzip ? 'gzip' : null);
      expect(response.headers.get('edgewatch-length')).toBe(String(body.length));
      const bytes = Buffer.from(await response.arrayBuffer());
      expect((isGzip ? gunzipSync(bytes) : bytes).toString()).toBe(body);
    }
    expect(upstream.paths).toHaveLength(1);
  });

  it.each([
    [2_000, 'br'],
    [2_000, 'gzip'],
    [2_000_000, 'gzip'],
    [500_000, 'br'],
  ] as const)('of %i bytes comes back whole from %s', async (bytes, encoding) => {
    const body = listOf(bytes);
    const ask = proxyTo(await upstreamOf(body, { etag: '"a"', vary: 'accept' }), { maximumBodyBytes: 1e7 });
    const response = await ask(path, accepting(encoding));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json',
      'edgewatch-length': String(body.length),
      etag: 'W/"a"',
      vary: 'accept, accept-encoding',
    });
    expect(totalBytes(response.headers)).toBe(body.length);
    const sent = new Uint8Array(await response.arrayBuffer());
    expect(sent.byteLength).toBeLessThan(body.length);
    expect(new TextDecoder().decode(decode[encoding](sent))).toBe(body);
  });

  it('has the same headers for HEAD and without an encoding', async () => {
    const body = listOf(500_000);
    const ask = proxyTo(await upstreamOf(body, { etag: '"a"' }));
    const [got, head] = await Promise.all([
      ask(path, accepting(browser)),
      ask(path, accepting(browser, { method: 'HEAD' })),
    ]);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(got.headers));
    expect(await head.text()).toBe('');
    const plain = await ask(path);
    expect(await plain.text()).toBe(body);
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      etag: '"a"',
      vary: 'accept-encoding',
      'edgewatch-length': String(body.length),
    });
  });

  it('is compressed once for all viewers, also if the first one leaves', async () => {
    const readings = new SharedCache(64 * 1024 ** 2);
    const body = listOf(900_000);
    const ask = proxyTo(await upstreamOf(body, { 'cache-control': 'max-age=60' }), { readings });
    const first = await ask(path, accepting('gzip'));
    const held = readings.bytes;
    await first.body?.cancel();
    const others = await Promise.all(
      [1, 2, 3].map(async () => (await ask(path, accepting('gzip'))).arrayBuffer()),
    );
    for (const other of others) expect(gunzipSync(other).toString()).toBe(body);
    // The cache counts the compressed copy once.
    expect(readings.bytes).toBe(held + (others[0]?.byteLength ?? 0));
  });
});

it('a long body is sent while it is compressed', async () => {
  const body = new TextEncoder().encode(listOf(8_000_000));
  const answer = {};
  let isComplete = false;
  const stream = await encoded(answer, body, 'gzip', () => {
    isComplete = true;
  });
  if (!(stream instanceof ReadableStream)) throw new Error('It came as a whole.');
  const reader = stream.getReader();
  const parts = [await reader.read()];
  expect(isComplete).toBe(false);
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part);
  expect(gunzipSync(Buffer.concat(parts.map(({ value }) => value ?? new Uint8Array()))).equals(body)).toBe(
    true,
  );
});

it('an embedded deployment compresses its lists and its status alike, for GET and HEAD', async () => {
  const demo = createDemo();
  const [service] = demo.deployments;
  if (!service) throw new Error('The demo has no deployment.');
  const options = { slug: 'a', words: {}, verdict: defaultVerdictSettings };
  const deployment = createEmbeddedDeployment(service, options, new ListNotes());
  for (const each of endpointPaths) {
    const ask = (init?: RequestInit) => deployment.answer(new Request(`http://h${each}`, init), each);
    const plain = await ask();
    const text = await plain.text();
    const response = await ask(accepting('gzip'));
    const sent = await response.arrayBuffer();
    expect(plain.headers.get('vary')).toBe('accept-encoding');
    if (text.length < 1024) {
      expect(response.headers.get('content-encoding')).toBeNull();
      continue;
    }
    expect(response.headers.get('content-encoding')).toBe('gzip');
    if (response.headers.get('etag') !== null) {
      expect(gunzipSync(sent).toString()).toBe(text);
      const head = await ask(accepting('gzip', { method: 'HEAD' }));
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(response.headers));
    }
    const again = await ask({ headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(response.headers.get('etag') === null ? 200 : 304);
  }
  demo.close();
});
