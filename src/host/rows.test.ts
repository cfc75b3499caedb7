/**
 * Attacks on a host by unauthenticated viewers: the table rows that no smaller test covers, under the names
 * of the rows.
 */

import { describe, expect, it } from 'vitest';
import { endpointPaths } from '#contract/endpoints.ts';
import { appOf, builtFiles, exchange, listeningHost } from '#testing/host.ts';
import { answering, proxyTo } from '#testing/upstream.ts';

const list = '{"object":"list","data":[]}';
const json = { 'content-type': 'application/json' };

function well() {
  return answering((outgoing) =>
    outgoing.writeHead(200, { ...json, 'cache-control': 'max-age=3600' }).end(list),
  );
}

/** Makes a generator of pseudo-random numbers below `most`, the same in each run (Park and Miller). */
function pseudoRandom(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

const odd = [
  '..',
  '.',
  '%2e%2e',
  '%2E.',
  '..%2f',
  '%2f',
  '%5c',
  '\\',
  '%00',
  '%c0%ae%c0%ae',
  '%252e%252e',
  '.env',
  '.git',
  'config',
  'assets',
  'main-1.js',
  'main-1.js.map',
  'files.json',
  'index.html',
  'package.json',
  'etc',
  'passwd',
  'it',
  'nodes',
  'api',
  'v2',
  'buckets',
  'status',
  'deployments',
  'history',
  'login',
  'wall',
  '',
  ' ',
  '~',
  ';',
  '%0d%0a',
  'ä',
  '*',
] as const;

describe('H1 paths', () => {
  it('10,000 made-up paths lead to no byte outside the built files and the documents', async () => {
    const upstream = await well();
    const { deployment } = proxyTo(upstream);
    const app = appOf([deployment]);
    const next = pseudoRandom(7);
    const served = new Set([...builtFiles.values()].map(({ content }) => new TextDecoder().decode(content)));
    let documents = 0;
    const wrong: string[] = [];
    for (let index = 0; index < 10_000; index += 1) {
      const path = Array.from({ length: 1 + next(5) }, () => odd[next(odd.length)]).join('/');
      const response = await app.fetch(new Request(`http://a/${path}`));
      const body = await response.text();
      if (response.status !== 200) {
        const { status } = JSON.parse(body);
        if (![404, 405].includes(response.status) || status !== response.status) wrong.push(path);
        continue;
      }
      const isDocument =
        body.startsWith('<!doctype html>') && response.headers.get('cache-control') === 'no-store';
      if (isDocument) documents += 1;
      if (!isDocument && !served.has(body) && body !== list) wrong.push(path);
    }
    expect(wrong).toEqual([]);
    expect(documents).toBeGreaterThan(100);
  });
});

describe('H2, H3 requests that reach an upstream', () => {
  it('are for ten paths, with limit and region, for any 10,000 addresses', async () => {
    const upstream = await well();
    const ask = proxyTo(upstream, { budget: 60_000 });
    const next = pseudoRandom(11);
    const edits: readonly ((text: string, at: number) => string)[] = [
      (text, at) => `${text.slice(0, at)}%2f${text.slice(at)}`,
      (text, at) => `${text.slice(0, at)}/${text.slice(at)}`,
      (text, at) => `${text.slice(0, at)}${text.charAt(at).toUpperCase()}${text.slice(at + 1)}`,
      (text, at) => text.slice(0, at) + text.slice(at + 1),
      (text) => `${text}.`,
      (text) => `${text};a=b`,
      (text, at) => `${text.slice(0, at)}%25${text.slice(at)}`,
      (text) => text,
    ];
    const queries = [
      '',
      '?limit=3',
      '?limit=007',
      '?region=fra1',
      '?limit=1&limit=2',
      '?limit[]=1',
      '?a=b',
      '?limit=-1',
      '?limit=1e3',
      '?region=FRA1',
      '?region=fra1%00',
      '?%6cimit=3',
      '?__proto__=1',
      '?',
      '?&&',
      '?limit=3&region=fra1&x',
    ];
    const wrong: string[] = [];
    for (let index = 0; index < 10_000; index += 1) {
      const path = endpointPaths[next(endpointPaths.length)] ?? '';
      const edit = edits[next(edits.length)];
      const target = `${edit?.(path, 1 + next(path.length - 1)) ?? path}${queries[next(queries.length)]}`;
      const { status } = await ask(target);
      if (![200, 400, 404].includes(status)) wrong.push(`${status} ${target}`);
    }
    expect(wrong).toEqual([]);
    const asked = upstream.paths.map((path) => new URL(path, 'http://a'));
    expect(new Set(asked.map(({ pathname }) => pathname)).size).toBeLessThanOrEqual(10);
    for (const { pathname, search } of asked) {
      expect(endpointPaths).toContain(pathname);
      expect(search).toMatch(/^(?:\?(?:limit=[1-9]\d{0,6})?&?(?:region=[a-z]{3}\d)?)?$/);
    }
  });

  it('carry nothing of a query of 100 kB', async () => {
    const upstream = await well();
    const port = await listeningHost([proxyTo(upstream).deployment]);
    const answer = await exchange(
      port,
      `GET /api/v2/buckets?${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(upstream.requests).toHaveLength(0);
  });
});

describe('H4 methods', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND'])(
    '%s is 405 with Allow, everywhere, and reaches no upstream',
    async (method) => {
      const upstream = await well();
      const port = await listeningHost([proxyTo(upstream).deployment]);
      for (const path of [
        '/',
        '/it',
        '/api/v2/buckets',
        '/deployments/it/api/v2/status',
        '/healthz',
        '/assets/main-1.js',
      ]) {
        const answer = await exchange(
          port,
          `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        );
        expect(answer, path).toMatch(/^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n/);
      }
      expect(upstream.requests).toHaveLength(0);
    },
  );

  it('in a header are ignored', async () => {
    const upstream = await well();
    const port = await listeningHost([proxyTo(upstream).deployment]);
    const answer = await exchange(
      port,
      'GET /api/v2/buckets HTTP/1.1\r\nHost: a\r\nX-HTTP-Method-Override: DELETE\r\nX-HTTP-Method: PUT\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(upstream.requests.map(({ method }) => method)).toEqual(['GET']);
  });
});

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Length of the body that the head of a response states.
 *
 * @throws Error if neither a length nor chunks mark the end.
 */
function lengthOfBody(head: string, rest: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  // HTTP/1.0
  if (/\r\nconnection: close/i.test(head) && !/chunked/i.test(head)) return rest.length;
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) throw new Error(`no length: ${head}`);
  const end = rest.indexOf('0\r\n\r\n');
  if (end === -1) throw new Error(`no end: ${head}`);
  return end + 5;
}

/**
 * Splits the bytes of a connection into responses.
 *
 * @throws Error if they are not complete responses.
 */
function answersIn(received: string): readonly Answer[] {
  const responses: Answer[] = [];
  let rest = received;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end === -1 || !(status >= 200)) throw new Error(`no answer: ${rest.slice(0, 100)}`);
    const length = lengthOfBody(head, rest.slice(end + 4));
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) throw new Error(`half an answer: ${head}`);
    responses.push({ status, head, body });
    rest = rest.slice(end + 4 + length);
  }
  return responses;
}

describe('H5 5,000 mutated requests', () => {
  const bases = [
    'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /api/v2/buckets?limit=5 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nAccept-Encoding: identity\r\n\r\n',
    'POST /api/v2/buckets HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    'HEAD /config.json HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n',
  ];
  const pieces = [
    '\r\n',
    '\n',
    '\r',
    ' ',
    '\t',
    ':',
    '\0',
    '\x7f',
    '\xff',
    'Host: b\r\n',
    'Content-Length: 3\r\n',
    'Content-Length: 0\r\n',
    'Content-Length: +5\r\n',
    'Content-Length: 5, 6\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: identity\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Transfer-Encoding: xchunked\r\n',
    ' folded\r\n',
    'HTTP/1.0',
    'HTTP/2.0',
    'HTTP/1.1',
    '0\r\n\r\n',
    'ffffffffffffffff\r\n',
    ';ext=1',
    '%00',
    '..',
    '//',
    'x'.repeat(20_000),
    'Expect: 100-continue\r\n',
    'Upgrade: h2c\r\n',
    'Connection: close\r\n',
    'Connection: upgrade\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  ] as const;
  const canary = 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Canary: 1\r\nConnection: close\r\n\r\n';

  it('cause no partial response, none after a closing one, and at most one per request', async () => {
    const upstream = await well();
    const port = await listeningHost([proxyTo(upstream, { budget: 60_000 }).deployment]);
    const next = pseudoRandom(23);
    const statuses = new Map<number, number>();
    const one = async () => {
      let bytes = bases[next(bases.length)] ?? '';
      for (let edits = 1 + next(3); edits > 0; edits -= 1) {
        const at = next(bytes.length);
        const piece = pieces[next(pieces.length)] ?? '';
        bytes = bytes.slice(0, at) + piece + bytes.slice(at + next(4));
      }
      const received = await exchange(port, bytes + canary);
      // 100 is not a final response. A response to HEAD states a length but has no body, so it cannot be
      // split off.
      const responses = received.replace(/HTTP\/1\.1 100 Continue\r\n\r\n/g, '');
      const isHead = responses !== '' && /HEAD /.test(bytes);
      if (isHead) return;
      const answers = answersIn(responses);
      const heads = (bytes + canary).split(/HTTP\/\d\.\d/).length;
      expect(answers.length, JSON.stringify(bytes)).toBeLessThanOrEqual(heads);
      answers.forEach(({ head, status }, index) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const isLast = /\r\nconnection: close/i.test(head);
        expect(isLast && index < answers.length - 1, JSON.stringify(bytes)).toBe(false);
      });
    };
    for (let round = 0; round < 50; round += 1) await Promise.all(Array.from({ length: 100 }, one));
    for (const status of [200, 400, 405, 431]) expect(statuses.get(status), String(status)).toBeGreaterThan(10);
    for (const status of statuses.keys())
      expect([200, 400, 404, 405, 408, 413, 417, 421, 431, 505]).toContain(status);
    // No request reached a path that is not documented.
    expect(upstream.paths.every((path) => endpointPaths.some((each) => path.startsWith(each)))).toBe(true);
  }, 120_000);
});

it('H6 names that clients give the host appear in none of its documents', async () => {
  const port = await listeningHost([proxyTo(await well()).deployment]);
  for (const path of ['/', '/it', '/config.json', '/openapi.json']) {
    const answer = await exchange(
      port,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Prefix: /evil.test\r\nForwarded: host=evil.test\r\nX-Original-URL: /evil.test\r\nConnection: close\r\n\r\n`,
    );
    expect(answer, path).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer, path).not.toContain('evil.test');
  }
});

it('H16 a deployment whose lists all hang delays no other deployment', async () => {
  const hanging = await answering(() => undefined);
  const sick = proxyTo(hanging, { slug: 'sick' });
  const ask = proxyTo(await well(), { slug: 'well' });
  const leaving = new AbortController();
  const waiting = Array.from({ length: 20 }, (_, index) =>
    sick(`/api/v2/buckets?limit=${index + 1}`, { signal: leaving.signal }),
  );
  await expect.poll(() => hanging.requests.length).toBe(6);
  for (const path of ['/api/v2/buckets', '/api/v2/status']) expect((await ask(path)).status).toBe(200);
  leaving.abort();
  await Promise.all(waiting);
  expect(hanging.requests).toHaveLength(6);
});

it('H24 the health check sends no upstream requests', async () => {
  const upstream = await well();
  const app = appOf([proxyTo(upstream).deployment]);
  for (const path of ['/healthz', '/readyz', '/config.json', '/openapi.json'])
    expect((await app.fetch(new Request(`http://a${path}`))).status).toBe(200);
  expect(upstream.requests).toHaveLength(0);
});
