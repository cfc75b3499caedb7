/** A long list that a page asks the host to read: what is told of it, what is answered, and to whom it goes as it was sent. */

import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HostAsk, type HostRead, hostReadType, mostReadByHost } from '../client/held-lists/host-read.ts';
import { TestThread } from '../client/held-lists/test-thread.ts';
import { type Told, toldIn } from '../client/held-lists/told.ts';
import { unwritten, written } from '../client/held-lists/wire.ts';
import { plainRequest } from '../client/plain-request.ts';
import type { Question } from '../domain/listing.ts';
import { noLookups } from '../domain/lookups.ts';
import { ReadLists } from './read-lists.ts';
import { answering, problemOf, proxyTo } from './test-upstream.ts';

const path = '/api/v2/buckets';
const rows = 9_000;
const readRequest = { ...plainRequest, headers: { accept: `${hostReadType}, application/json` } };
const maximumBodyBytes = 64 * 1024 * 1024;

function listOf(count: number, padding = ''): string {
  const items = Array.from(
    { length: count },
    (_, row) =>
      `{"id":"bkt_${String(row).padStart(14, '0')}","created_at":"2025-01-02T08:00:00Z","name":"crate ${row}","region":"fra1","objects":${row},"bytes":${row * 7}}`,
  );
  return `{"object":"list","data":[${items.join(',')}],${padding}"pagination":{"limit":${count},"count":${count},"has_more":false}}`;
}

const long = listOf(rows);

function sending(body: string, headers = {}) {
  return (outgoing: ServerResponse) =>
    outgoing.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
}

/** A proxy to an upstream that says nothing else, and the threads that its host started. */
async function proxyOf(body: string, headers = {}, thread: new () => TestThread = TestThread) {
  const upstream = await answering(sending(body, headers));
  const threads: TestThread[] = [];
  const reported: string[] = [];
  const lists = new ReadLists(
    () => {
      const started = new thread();
      threads.push(started);
      return started;
    },
    (line) => reported.push(line),
  );
  const ask = proxyTo(upstream, { maximumBodyBytes, lists });
  return { ask, upstream, threads, reported, lists };
}

async function allTold(response: Response): Promise<Told> {
  expect(response.headers.get('content-type')).toBe(hostReadType);
  if (!response.body) throw new Error('Nothing was told.');
  return toldIn(response.body);
}

async function told(response: Response): Promise<HostRead> {
  return (await allTold(response)).read;
}

function posted(asks: unknown): RequestInit {
  const body = typeof asks === 'string' ? asks : written(asks);
  return { method: 'POST', body, headers: { 'content-length': String(body.length) } };
}

const largest: HostAsk = {
  lookups: noLookups,
  call: { name: 'rows', question: { sort: [{ field: 'bytes', descending: true }] } },
};

function asking(call: object): string {
  return written([{ lookups: noLookups, call }]);
}

function deep(levels: number): object {
  let value = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

/** Short as it is written. */
const sparse: unknown[] = [];
sparse.length = 2 ** 32 - 1;

afterEach(() => vi.useRealTimers());

describe('a long list', () => {
  it('is told of in a few words to a page that asks the host to read it', async () => {
    const { ask, upstream } = await proxyOf(long, { 'cache-control': 'public, max-age=60', etag: '"1"' });
    const response = await ask(path, readRequest);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('etag')).toBeNull();
    const { place, bytes, headers, read } = await told(response);
    expect(bytes).toBe(long.length);
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', etag: '"1"' });
    expect(headers['content-type']).toBe('application/json');
    expect(unwritten(read)).toMatchObject({
      facts: { count: rows, regions: new Map([['fra1', rows]]) },
      findings: [],
    });
    expect(await (await ask(place)).text()).toBe(long);
    expect(upstream.paths).toEqual([path]);
  });

  it('answers questions where it is told of', async () => {
    const { ask } = await proxyOf(long);
    const { place } = await told(await ask(path, readRequest));
    const sum: HostAsk = { lookups: noLookups, call: { name: 'sum', question: {}, field: 'objects' } };
    const replies: unknown = unwritten(await (await ask(place, posted([largest, sum]))).text());
    expect(replies).toMatchObject([
      { value: { count: rows, head: { rows: { 0: { name: `crate ${rows - 1}`, bytes: (rows - 1) * 7 } } } } },
      { value: { total: (rows * (rows - 1)) / 2, counted: rows, missing: 0 } },
    ]);
  });

  it('comes with the rows that the page before asked for first, and with nothing else', async () => {
    const { ask } = await proxyOf(long);
    const sum: HostAsk = { lookups: noLookups, call: { name: 'sum', question: {}, field: 'objects' } };
    const least: HostAsk = {
      lookups: noLookups,
      call: { name: 'rows', question: { sort: [{ field: 'bytes', descending: false }] } },
    };
    const first = await allTold(await ask(path, readRequest));
    expect(unwritten(first.read.foreseen)).toEqual([]);
    expect(unwritten(await first.replies)).toEqual([]);
    await ask(first.read.place, posted([largest, sum]));
    await ask(first.read.place, posted([least]));

    const second = await allTold(await ask(path, readRequest));
    expect(unwritten(second.read.foreseen)).toEqual([largest]);
    expect(unwritten(await second.replies)).toMatchObject([
      { value: { count: rows, head: { rows: { 0: { name: `crate ${rows - 1}` } } } } },
    ]);
    // This page shows the same rows, need not ask for them, and wants others for its figures.
    await ask(second.read.place, posted([least, sum]));
    const third = await told(await ask(path, readRequest));
    expect(unwritten(third.foreseen)).toEqual([largest, least]);
    await ask(third.place, posted([sum]));
    expect((await told(await ask(path, readRequest))).foreseen).toBe(third.foreseen);
  });

  it('comes with few and short questions, whatever was asked', async () => {
    const { ask } = await proxyOf(long);
    const city = { code: 'r', name: 'a long name', zone: null, country: null, status: null };
    const places = new Map(Array.from({ length: 2_000 }, (_, at) => [`r${at}`, city] as const));
    const by = (field: string) => ({ name: 'rows', question: { sort: [{ field, descending: true }] } });
    const names = Array.from({ length: 70_000 }, () => 'x').join('');
    const asked = [
      { lookups: { places, words: { [names]: 'ok' } }, call: by('bytes') },
      ...['bytes', 'objects', 'size'].flatMap((field) => [
        { lookups: noLookups, call: by(field) },
        { lookups: { ...noLookups, words: { [field]: 'ok' } }, call: by(field) },
      ]),
    ];
    const { place } = await told(await ask(path, readRequest));
    expect((await ask(place, posted(asked))).status).toBe(200);
    const { foreseen } = await told(await ask(path, readRequest));
    expect(unwritten(foreseen)).toHaveLength(4);
    expect(foreseen.length).toBeLessThan(5_000);
  });

  it.each<Question>([{ text: 'crate 1' }, { where: { region: ['fra1'] } }, { between: { objects: [1, 5] } }])(
    'does not come with what somebody searched for: %j',
    async (question) => {
      const { ask } = await proxyOf(long);
      const { place } = await told(await ask(path, readRequest));
      const search: HostAsk = { lookups: noLookups, call: { name: 'rows', question } };
      expect((await ask(place, posted([search]))).status).toBe(200);
      expect(unwritten((await told(await ask(path, readRequest))).foreseen)).toEqual([]);
    },
  );

  it('is told of no other deployment’s questions, and of none that this list cannot answer', async () => {
    const words: HostAsk = {
      lookups: noLookups,
      call: { name: 'rows', question: { sort: [{ field: 'name', descending: false }] } },
    };
    let body = long;
    const upstream = await answering((outgoing) => sending(body)(outgoing));
    const lists = new ReadLists(
      () => new TestThread(),
      () => undefined,
    );
    const ask = proxyTo(upstream, { maximumBodyBytes, lists });
    await ask((await told(await ask(path, readRequest))).place, posted([words]));
    const other = proxyTo(upstream, { slug: 'other', maximumBodyBytes, lists });
    expect(unwritten((await told(await other(path, readRequest))).foreseen)).toEqual([]);
    body = long.replace('crate 7"', 'cråte 7"');
    expect(unwritten((await told(await ask(path, readRequest))).foreseen)).toEqual([]);
  });

  it('is as old as it is to whoever is told of it later, and is read once', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    const { ask, upstream, threads } = await proxyOf(long, { 'cache-control': 'public, max-age=60', age: '5' });
    const first = await told(await ask(path, readRequest));
    vi.advanceTimersByTime(20_000);
    const second = await told(await ask(path, readRequest));
    expect([first.headers['age'], second.headers['age']]).toEqual(['5', '25']);
    expect(second.place).toBe(first.place);
    expect(upstream.paths).toHaveLength(1);
    expect(threads).toHaveLength(1);
  });

  it('is let go five minutes after it was last told of or asked, and read again for the next page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { ask, threads } = await proxyOf(long, { 'cache-control': 'public, max-age=3600' });
    const { place } = await told(await ask(path, readRequest));
    vi.advanceTimersByTime(290_000);
    expect((await ask(place)).status).toBe(200);
    vi.advanceTimersByTime(290_000);
    expect((await told(await ask(path, readRequest))).place).toBe(place);
    vi.advanceTimersByTime(290_000);
    expect((await ask(place, posted([largest]))).status).toBe(200);
    vi.advanceTimersByTime(310_000);
    expect((await ask(place)).status).toBe(404);
    expect(threads[0]?.terminated).toBe(true);
    expect((await told(await ask(path, readRequest))).place).not.toBe(place);
  });

  it.each([
    ['that asks for JSON', plainRequest],
    ['of another build', { ...plainRequest, headers: { accept: `${hostReadType}2, application/json` } }],
  ])('comes byte for byte to a page %s, whoever asked before', async (_who, init) => {
    const { ask, upstream } = await proxyOf(long, { 'cache-control': 'public, max-age=60' });
    await told(await ask(path, readRequest));
    const response = await ask(path, init);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(long);
    expect(upstream.paths).toHaveLength(1);
  });

  it.each([
    ['is short', listOf(100)],
    ['is no list', `{"object":"list","data":7,"more":"${'x'.repeat(2_000_000)}"}`],
    [
      'is longer than what a page waits for without seeing it come',
      listOf(10, `"more":"${'x'.repeat(mostReadByHost)}",`),
    ],
  ])('comes byte for byte where it %s', async (_what, body) => {
    const { ask } = await proxyOf(body);
    const response = await ask(path, readRequest);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect((await response.text()) === body).toBe(true);
  });

  it('comes byte for byte where a parameter is given', async () => {
    const { ask } = await proxyOf(long);
    expect(await (await ask(`${path}?limit=${rows}`, readRequest)).text()).toBe(long);
  });

  it.each([
    ['is no JSON', long.slice(0, -3), 'not-json'],
    [
      'is nested too deep',
      `{"object":"list","data":[],"deep":${'['.repeat(600_000)}${']'.repeat(600_000)}}`,
      'contract',
    ],
  ])('is a failure where it %s', async (_what, body, kind) => {
    const { ask } = await proxyOf(body);
    const response = await ask(path, readRequest);
    expect(response.status).toBe(502);
    expect(await problemOf(response)).toMatchObject({ kind });
  });
});

class DyingThread extends TestThread {
  override postMessage(...sent: Parameters<TestThread['postMessage']>): void {
    if (sent[0].kind === 'end') this.die();
    else super.postMessage(...sent);
  }
}

class BrokenThread extends TestThread {
  constructor() {
    super();
    throw new Error('no threads');
  }
}

it.each([
  ['dies', DyingThread, 1],
  ['does not start', BrokenThread, 0],
])(
  'a list is sent as it is where the thread %s, which is reported and not tried again at once',
  async (_what, thread, started) => {
    const { ask, threads, reported } = await proxyOf(long, {}, thread);
    for (let time = 0; time < 2; time += 1) {
      // One after the other: the second comes when it is known.
      const response = await ask(path, readRequest);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.text()).toBe(long);
    }
    expect(threads).toHaveLength(started);
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatch(/thread that reads long lists died/);
  },
);

describe('the address of a list', () => {
  it.each([
    ['no questions', 'hello'],
    ['no list of them', written({})],
    ['a question without a name', asking({ question: {} })],
    ['a question without regions', written([{ lookups: {}, call: largest.call }])],
    ['a question of another name', asking({ name: 'constructor', question: {} })],
    ['too many', written(Array.from({ length: 100 }, () => largest))],
    ['the numbers of all rows', asking({ name: 'numbers', question: {}, fields: ['bytes'] })],
    ['all rows at once', asking({ name: 'slice', question: {}, from: 0, to: 1e9 })],
    ['a question as deep as a well', asking({ name: 'rows', question: { where: deep(500) } })],
    ['an order of more than there is', asking({ name: 'rows', question: { sort: sparse } })],
    ['what is of no use', asking({ name: 'rows', question: { sort: 7 } })],
    ['more than was to be asked', asking({ name: 'rows', question: {}, more: 1 })],
    ['nothing', ''],
  ])('refuses %s', async (_what, body) => {
    const { ask } = await proxyOf(long);
    const { place } = await told(await ask(path, readRequest));
    const response = await ask(place, posted(body));
    expect(response.status).toBe(400);
    await problemOf(response);
  });

  it('answers for words where they are plain', async () => {
    const byName: HostAsk = {
      lookups: noLookups,
      call: { name: 'rows', question: { text: 'CRATE 17', sort: [{ field: 'name', descending: true }] } },
    };
    const { ask } = await proxyOf(long);
    const { place, isPlain } = await told(await ask(path, readRequest));
    expect(isPlain).toBe(true);
    const [reply] = unwritten(await (await ask(place, posted([byName]))).text()) as readonly [unknown];
    expect(reply).toMatchObject({ value: { count: 111, head: { rows: { 0: { name: 'crate 1799' } } } } });
    for (const body of [long.replace('crate 7"', 'cråte 7"'), long.replace('crate 7"', 'cr\\u0061te 7"')]) {
      // One after the other, for each has an upstream of its own.
      const other = await proxyOf(body);
      const read = await told(await other.ask(path, readRequest));
      expect(read.isPlain).toBe(false);
      expect((await other.ask(read.place, posted([byName]))).status).toBe(400);
      expect((await other.ask(read.place, posted([largest]))).status).toBe(200);
    }
  });

  it('is that of one deployment', async () => {
    const { ask, upstream, lists } = await proxyOf(long);
    const other = proxyTo(upstream, { slug: 'other', maximumBodyBytes, lists });
    const { place } = await told(await ask(path, readRequest));
    expect((await other(place)).status).toBe(404);
    expect((await ask(place)).status).toBe(200);
  });

  it('answers no page of another site, and takes no other orders', async () => {
    const { ask } = await proxyOf(long);
    const { place } = await told(await ask(path, readRequest));
    expect((await ask(place, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    const refused = await ask(place, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await ask(path, { method: 'POST', body: '[]' })).status).toBe(405);
    expect((await ask('/lists/other')).status).toBe(404);
  });
});
