import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { describeFlaw } from '#contract/json/flaw.ts';
import { answering, problemOf, proxyTo } from '#testing/upstream.ts';

const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';
const json = { 'content-type': 'application/json' };

describe('the response of an upstream', () => {
  it.each([
    ['identity', (text: string) => text],
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('in encoding %s is served byte for byte, unencoded', async (encoding, encode) => {
    const body = `\uFEFF${list} `;
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, 'content-encoding': encoding }).end(encode(body)),
    );
    const response = await proxyTo(upstream)('/api/v2/buckets');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new TextEncoder().encode(body));
  });

  it('H11 is served with the listed headers only', async () => {
    const upstream = await answering((outgoing) =>
      outgoing
        .writeHead(200, {
          'content-type': 'application/json; charset=iso-8859-1',
          'cache-control': 'public, max-age=60',
          age: '7',
          date: 'Sat, 21 Nov 2026 06:00:00 GMT',
          etag: '"a"',
          'set-cookie': ['a=1', 'b=2'],
          'clear-site-data': '"*"',
          refresh: '0;url=http://evil.test/',
          link: '<http://evil.test/>; rel=preload',
          'service-worker-allowed': '/',
          'www-authenticate': 'Basic',
          'access-control-allow-origin': '*',
          'content-disposition': 'attachment',
          'content-security-policy': "default-src 'unsafe-inline'",
          'x-anything': 'x',
        })
        .end(list),
    );
    const { headers } = await proxyTo(upstream)('/api/v2/buckets');
    expect(Object.fromEntries(headers)).toEqual({
      'edgewatch-length': String(list.length),
      'edgewatch-served': expect.stringMatching(/^\d{4}-.*Z$/),
      'edgewatch-age': '7',
      'edgewatch-upstream-age': '7',
      vary: 'accept-encoding',
      'content-type': 'application/json',
      'cache-control': 'public, max-age=60',
      age: '7',
      date: 'Sat, 21 Nov 2026 06:00:00 GMT',
      etag: '"a"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.any(String),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    [404, 'http'],
    [405, 'http'],
    [410, 'http'],
    [429, 'http'],
    [500, 'http'],
    [503, 'http'],
    [401, 'refused'],
    [403, 'refused'],
  ])('keeps its status %i, as a failure of kind %s', async (status, kind) => {
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(status, { 'retry-after': '7', 'www-authenticate': 'Basic', allow: 'GET' }).end('<h1>'),
    );
    const response = await proxyTo(upstream)('/api/v2/buckets');
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('allow')).toBe('GET');
    expect(response.headers.get('www-authenticate')).toBeNull();
    expect(await problemOf(response)).toMatchObject({ status, kind });
  });

  it.each([301, 302, 303, 307, 308])(
    'H8 that redirects (%i) is a 502, and the redirect is not followed',
    async (status) => {
      const trap = await answering((outgoing) => outgoing.writeHead(200, json).end(list));
      const location = `${trap.baseUrl}/login?token=secret`;
      const upstream = await answering((outgoing) => outgoing.writeHead(status, { location }).end());
      const logged: string[] = [];
      const ask = proxyTo(upstream, { report: (line) => logged.push(line) });
      const response = await ask('/api/v2/buckets');
      expect(response.status).toBe(502);
      expect(response.headers.get('location')).toBeNull();
      const problem = await problemOf(response);
      expect(problem).toMatchObject({ kind: 'redirect' });
      expect(JSON.stringify(problem)).not.toContain('127.0.0.1');
      expect(logged).toEqual([expect.stringContaining(`(to "${trap.baseUrl}/login")`)]);
      expect(trap.paths).toEqual([]);
    },
  );

  it.each([
    ['EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.7:443'],
    ['UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error (attempted address: 10.0.0.7:443, timeout: 10000ms)'],
    ['ETIMEDOUT', 'read ETIMEDOUT'],
  ])(
    'shows viewers neither address nor code of %s, but the id of the log line that has both',
    async (code, message) => {
      const logged: string[] = [];
      const resolve = () => Promise.reject(Object.assign(new Error(message), { code }));
      const ask = proxyTo({ baseUrl: 'http://edge.test' }, { resolve, report: (line) => logged.push(line) });
      const problem = await problemOf(await ask('/api/v2/buckets'));
      const text = JSON.stringify(problem);
      expect(text).not.toMatch(/10\.0\.0\.7|edge\.test|E[A-Z]{4}|UND_ERR/);
      const id = /urn:uuid:([\w-]+)/.exec(text)?.[1] ?? 'no id';
      expect(logged).toEqual([expect.stringContaining(id)]);
      expect(logged[0]).toContain(message);
      expect(await problemOf(await ask('/api/v2/buckets'))).toEqual(problem);
      expect(logged).toHaveLength(1);
    },
  );

  it.each<[string, string, (outgoing: ServerResponse) => void]>([
    [
      'a web page',
      'not-json',
      (out) => out.writeHead(200, { 'content-type': 'text/html' }).end('<title>Log in</title>'),
    ],
    ['a page that says it is JSON', 'not-json', (out) => out.writeHead(200, json).end('<html>')],
    ['nothing', 'not-json', (out) => out.writeHead(200, json).end()],
    ['half a document', 'not-json', (out) => out.writeHead(200, json).end(list.slice(0, 40))],
    ['two documents', 'not-json', (out) => out.writeHead(200, json).end(list + list)],
    ['NaN', 'not-json', (out) => out.writeHead(200, json).end('{"data":NaN}')],
    [
      '200,000 levels',
      'contract',
      (out) => out.writeHead(200, json).end('['.repeat(200_000) + ']'.repeat(200_000)),
    ],
    ['204', 'protocol', (out) => out.writeHead(204).end()],
    ['304', 'protocol', (out) => out.writeHead(304).end()],
    ['206', 'protocol', (out) => out.writeHead(206, json).end(list)],
    [
      'a truncated gzip stream',
      'protocol',
      (out) => out.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(list).subarray(0, 40)),
    ],
    [
      'plain text called gzip',
      'protocol',
      (out) => out.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(list),
    ],
    [
      'an unknown encoding',
      'protocol',
      (out) => out.writeHead(200, { ...json, 'content-encoding': 'zstd' }).end(list),
    ],
    [
      'stacked encodings',
      'protocol',
      (out) => out.writeHead(200, { ...json, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync(list))),
    ],
    ['no HTTP', 'protocol', (out) => out.socket?.end('SSH-2.0-OpenSSH\r\n')],
    [
      'both lengths',
      'protocol',
      (out) => out.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`),
    ],
    [
      'more headers than one reads',
      'protocol',
      (out) => out.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n{}`),
    ],
    ['a reset', 'unreachable', (out) => out.socket?.resetAndDestroy()],
    [
      'a body shorter than promised',
      'unreachable',
      (out) => out.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{}'),
    ],
    [
      'a reset in mid-body',
      'unreachable',
      (out) => {
        out
          .writeHead(200, { ...json, 'content-length': '1000' })
          .write('{', () => out.socket?.resetAndDestroy());
      },
    ],
  ])('is a 502 if it is %s (%s)', async (_name, kind, answer) => {
    const response = await proxyTo(await answering(answer))('/api/v2/buckets');
    expect(response.status).toBe(502);
    expect(await problemOf(response)).toMatchObject({ kind });
  });

  it.each([
    ['{"a":1,\n "b" 2}', 'unexpected at line 2, character 6'],
    ['\uFEFF["é🛰" 1]', 'unexpected at line 1, character 8'],
    ['{"a":[1,\n', 'ends too early, at line 2, character 1'],
    [' \n', 'ends too early, at line 1, character 1'],
    [list + list, `unexpected at line 1, character ${list.length + 1}`],
  ])('with the body %j is reported with the position of its fault', async (body, place) => {
    const upstream = await answering((out) => out.writeHead(200, json).end(body));
    expect(await problemOf(await proxyTo(upstream)('/api/v2/buckets'))).toMatchObject({ detail: place });
    if (body.trim() !== '') expect(describeFlaw(body.replace('\uFEFF', ''))).toBe(place);
  });

  it('that is a web page is reported with the title of the page', async () => {
    const upstream = await answering((out) =>
      out.writeHead(200, { 'content-type': 'text/html' }).end('<title> Log in </title>'),
    );
    const response = await proxyTo(upstream)('/api/v2/buckets');
    expect(await problemOf(response)).toMatchObject({
      title: 'the response is a web page, not this API',
      detail: 'a page titled “Log in”',
    });
  });

  it('that is a web page is read only at its beginning, for any stated length', async () => {
    const upstream = await answering((out) => {
      out.writeHead(200, { 'content-type': 'text/html', 'content-length': '9999999999' });
      out.write(`<title>Log in</title>${' '.repeat(100_000)}`);
    });
    const response = await proxyTo(upstream)('/api/v2/buckets');
    expect(await problemOf(response)).toMatchObject({ detail: 'a page titled “Log in”' });
  });

  it('is a 502 if nothing listens', async () => {
    const response = await proxyTo({ baseUrl: 'http://127.0.0.1:9' })('/api/v2/buckets');
    expect(response.status).toBe(502);
    expect(await problemOf(response)).toMatchObject({
      kind: 'unreachable',
      reason: 'connection-refused',
      title: 'the connection is refused, because nothing listens at the address of the base URL',
    });
  });

  it('is a 504 after the timeout, also if it arrives slowly', async () => {
    const silent = await answering(() => undefined);
    const dripping = await answering((outgoing) => {
      outgoing.writeHead(200, json);
      const drip = setInterval(() => outgoing.write(' '), 5);
      outgoing.on('close', () => clearInterval(drip));
    });
    for (const upstream of [silent, dripping]) {
      const response = await proxyTo(upstream, { timeoutMilliseconds: 60 })('/api/v2/buckets');
      expect(response.status).toBe(504);
      expect(await problemOf(response)).toMatchObject({ kind: 'timeout', title: 'no response within 0.06 s' });
    }
  });

  it.each([
    [
      'declared',
      (out: ServerResponse) => out.writeHead(200, { ...json, 'content-length': '9999999999' }).flushHeaders(),
    ],
    [
      'endless',
      (out: ServerResponse) => {
        const pour = () => {
          while (!out.destroyed && out.write(' '.repeat(64 * 1024)));
          if (!out.destroyed) out.once('drain', pour);
        };
        out.writeHead(200, json);
        pour();
      },
    ],
    [
      'a gzip bomb',
      (out: ServerResponse) =>
        out
          .writeHead(200, { ...json, 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(20 * 1024 * 1024, 32))),
    ],
    [
      'a brotli bomb',
      (out: ServerResponse) =>
        out
          .writeHead(200, { ...json, 'content-encoding': 'br' })
          .end(brotliCompressSync(Buffer.alloc(20 * 1024 * 1024, 32))),
    ],
  ])('is cut at the size limit after decompression: %s', async (_name, answer) => {
    const upstream = await answering((outgoing) => {
      answer(outgoing);
    });
    const response = await proxyTo(upstream)('/api/v2/buckets');
    expect(response.status).toBe(502);
    expect(await problemOf(response)).toMatchObject({
      kind: 'too-large',
      title: 'the response is larger than 1 MiB',
    });
  });
});

describe('a status document', () => {
  const status = '{"status":"operational","components":[]}';

  it('is requested once per poll period, and served with its age and no-store', async () => {
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, 'cache-control': 'public, max-age=3600', age: '30' }).end(status),
    );
    const ask = proxyTo(upstream);
    for (const response of [await ask('/api/v2/status'), await ask('/api/v2/status')]) {
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('age')).toBe('30');
      expect(await response.text()).toBe(status);
    }
    await ask('/api/v1/status');
    expect(upstream.paths).toEqual(['/api/v2/status', '/api/v1/status']);
  });

  it('is requested again at once after a failure', async () => {
    let failing = true;
    const upstream = await answering((outgoing) => {
      outgoing.writeHead(failing ? 503 : 200, json).end(status);
      failing = false;
    });
    const ask = proxyTo(upstream);
    expect((await ask('/api/v2/status')).status).toBe(503);
    expect((await ask('/api/v2/status')).status).toBe(200);
  });

  it('takes no parameters', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, json).end(status));
    expect((await proxyTo(upstream)('/api/v2/status?limit=1')).status).toBe(400);
    expect(upstream.paths).toEqual([]);
  });
});

it('an absent endpoint is logged as a failure only if it responded before', async () => {
  const state = { isThere: false };
  const upstream = await answering((outgoing) =>
    state.isThere
      ? outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}')
      : outgoing.writeHead(404).end(),
  );
  const lines: string[] = [];
  const ask = proxyTo(upstream, { report: (line) => lines.push(line) });
  expect((await ask('/api/v1/assets')).status).toBe(404);
  expect(lines).toEqual([]);
  state.isThere = true;
  expect((await ask('/api/v1/assets?limit=1')).status).toBe(200);
  state.isThere = false;
  expect((await ask('/api/v1/assets?limit=2')).status).toBe(404);
  expect(lines).toEqual([
    expect.stringMatching(/^it: failure .*: \/api\/v1\/assets\?limit=2: http: HTTP 404$/),
  ]);
});
