import type { OutgoingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, json, lasting, list, nodes, pass, status, tag } from '#testing/shared-cache.ts';
import { answering, problemOf, proxyTo } from '#testing/upstream.ts';

beforeEach(() => {
  // Only this clock is fake, so that the network has real timers.
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('A65 a 304', () => {
  /** A list that the upstream confirms by a 304 with `headers`, from the second request on. */
  async function renewedBy(headers: OutgoingHttpHeaders, first: OutgoingHttpHeaders = {}) {
    const upstream = await answering((outgoing) => {
      if (outgoing.req.url === status) outgoing.writeHead(200, json).end('{}');
      else if (outgoing.req.headers['if-none-match'] === undefined)
        outgoing.writeHead(200, { ...json, ...lasting, ...tag, ...first }).end(list);
      else outgoing.writeHead(304, headers).end();
    });
    const ask = proxyTo(upstream);
    await ask(nodes);
    pass(60);
    await ask(status);
    const renewed = await ask(nodes);
    return { ask, listRequests: () => upstream.requests.filter(({ url }) => url === nodes), renewed };
  }

  it('renews the lifetime and the date', async () => {
    const { ask, listRequests, renewed } = await renewedBy({
      ...tag,
      'cache-control': 'max-age=600',
      date: at(9),
    });
    expect(await renewed.text()).toBe(list);
    expect(renewed.headers.get('cache-control')).toBe('max-age=600');
    pass(599);
    const later = await ask(nodes);
    expect(later.headers.get('age')).toBe('599');
    expect(Date.parse(later.headers.get('date') ?? '')).toBeGreaterThan(Date.now());
    expect(listRequests()).toHaveLength(2);
    pass(1);
    await ask(nodes);
    expect(listRequests()).toHaveLength(3);
  });

  it('with an Age comes from a cache: the list is requested without a tag', async () => {
    const { listRequests, renewed } = await renewedBy({ ...tag, age: '7' });
    expect(await renewed.text()).toBe(list);
    expect(listRequests().map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
      undefined,
    ]);
  });

  it('without a tag renews the cached list', async () => {
    const { listRequests, renewed } = await renewedBy({});
    expect(renewed.status).toBe(200);
    expect(listRequests()).toHaveLength(2);
  });

  it('with another tag renews nothing: the complete list is requested', async () => {
    const { listRequests, renewed } = await renewedBy({ etag: '"b"' });
    expect(await renewed.text()).toBe(list);
    expect(listRequests().map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
      undefined,
    ]);
  });

  it('to an unconditional request is a failure', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(304, tag).end());
    expect(await problemOf(await proxyTo(upstream)(nodes))).toMatchObject({ kind: 'protocol' });
  });

  it('with no-store removes the list from the cache', async () => {
    const { ask, listRequests } = await renewedBy({ ...tag, 'cache-control': 'no-store' });
    await ask(nodes);
    expect(listRequests()[2]?.headers['if-none-match']).toBeUndefined();
  });
});

describe('without a good status response no 304 is trusted', () => {
  it.each<[string, number | null]>([
    ['a status that fails', 500],
    ['a status that is never requested', null],
  ])('%s', async (_, code) => {
    const upstream = await answering((outgoing) => {
      if (outgoing.req.url === status) outgoing.writeHead(code ?? 200, json).end('{}');
      else outgoing.writeHead(200, { ...json, ...lasting, ...tag }).end(list);
    });
    const ask = proxyTo(upstream);
    await ask(nodes);
    pass(60);
    if (code !== null) await ask(status);
    await ask(nodes);
    expect(upstream.requests.map(({ headers }) => headers['if-none-match'] ?? null)).not.toContain('"a"');
  });
});

it('the host does not send a tag after a status response came through a cache', async () => {
  const upstream = await answering((outgoing) => {
    if (outgoing.req.url === status) outgoing.writeHead(200, { ...json, via: '1.1 front' }).end('{}');
    else outgoing.writeHead(200, { ...json, ...lasting, ...tag }).end(list);
  });
  const ask = proxyTo(upstream);
  await ask(status);
  await ask(nodes);
  pass(60);
  await ask(status);
  await ask(nodes);
  expect(upstream.requests.map((request) => request.headers['if-none-match'] ?? null)).not.toContain('"a"');
});

it('the host does not send a tag to a server that names itself a cache', async () => {
  const upstream = await answering((outgoing) => {
    if (outgoing.req.url === status) outgoing.writeHead(200, json).end('{}');
    else outgoing.writeHead(200, { ...json, ...lasting, ...tag, server: 'ATS/9.2.9' }).end(list);
  });
  const ask = proxyTo(upstream);
  await ask(status);
  const { headers } = await ask(nodes);
  pass(60);
  await ask(status);
  await ask(nodes);
  expect(upstream.requests.map((request) => request.headers['if-none-match'] ?? null)).not.toContain('"a"');
  expect(headers.get('server')).toBeNull();
});

it('a changed list replaces the cached one', async () => {
  let version = 1;
  const upstream = await answering((outgoing) =>
    outgoing.writeHead(200, { ...json, ...lasting, etag: `"${version}"` }).end(`[${version}]`),
  );
  const ask = proxyTo(upstream);
  await ask(nodes);
  version = 2;
  pass(60);
  for (let viewer = 0; viewer < 2; viewer += 1) expect(await (await ask(nodes)).text()).toBe('[2]');
  expect(upstream.requests).toHaveLength(2);
});

describe('a served list', () => {
  it.each([
    ['public, max-age=60', 'public, max-age=60'],
    ['max-age=31536000, immutable', 'max-age=3600'],
    ['s-maxage=99999999, max-age="7200"', 's-maxage=3600, max-age=3600'],
    ['max-age=60, stale-while-revalidate=600, stale-if-error=600', 'max-age=60'],
    ['max-age=1.5', 'max-age=1.5'],
    ['surprise="a, max-age=7200", max-age=5', 'surprise="a, max-age=7200", max-age=5'],
  ])('with Cache-Control %s is served with %s', async (sent, expected) => {
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, 'cache-control': sent }).end(list),
    );
    expect((await proxyTo(upstream)(nodes)).headers.get('cache-control')).toBe(expected);
  });

  it.each(['"a"', 'W/"a"', '"x", W/"a"', '*'])('becomes a 304 for a viewer that sends %s', async (has) => {
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, ...lasting, ...tag }).end(list),
    );
    const ask = proxyTo(upstream);
    await ask(nodes);
    pass(30);
    const second = await ask(nodes, { headers: { 'if-none-match': has } });
    expect([second.status, await second.text()]).toEqual([304, '']);
    expect(Object.fromEntries(second.headers)).toMatchObject({ ...lasting, ...tag, age: '30' });
    const other = await ask(nodes, { headers: { 'if-none-match': '"b"' } });
    expect([other.status, await other.text()]).toEqual([200, list]);
    expect(upstream.requests).toHaveLength(1);
  });

  it('becomes a 304 with Age 0, so that no cache keeps the Age of the response that it confirms', async () => {
    let age = '50';
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, ...lasting, ...tag, ...(age !== '' && { age }) }).end(list),
    );
    const ask = proxyTo(upstream);
    expect((await ask(nodes)).headers.get('age')).toBe('50');
    pass(60);
    age = '';
    const { status, headers } = await ask(nodes, { headers: { 'if-none-match': '"a"' } });
    expect([status, headers.get('age'), headers.get('edgewatch-age')]).toEqual([304, '0', '0']);
  });

  it('is complete for a viewer that sends the tag of a status', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, { ...json, ...tag }).end('{}'));
    const answer = await proxyTo(upstream)('/api/v2/status', { headers: { 'if-none-match': '"a"' } });
    expect(answer.status).toBe(200);
  });
});
