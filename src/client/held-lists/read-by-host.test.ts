/** A list that the host has read, as a page asks it: there first, and then here. */

import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpointAt } from '../../contract/endpoints.ts';
import { parseJson } from '../../contract/json.ts';
import type { Bucket } from '../../contract/resources.ts';
import { exact } from '../../domain/claim.ts';
import { cloudOfListing } from '../../domain/cloud-of-listing.ts';
import { ListGone } from '../../domain/list-gone.ts';
import type { Listing, Question } from '../../domain/listing.ts';
import { noLookups } from '../../domain/lookups.ts';
import { listen } from '../../host/listen.ts';
import { ReadLists } from '../../host/read-lists.ts';
import { answering, proxyTo } from '../../host/test-upstream.ts';
import { pageReader, uniter } from '../list-reader.ts';
import { plainRequest } from '../plain-request.ts';
import { hostReadType } from './host-read.ts';
import { ListThread } from './list-thread.ts';
import { readByHost } from './read-by-host.ts';
import { TestThread } from './test-thread.ts';
import { toldIn } from './told.ts';
import { written } from './wire.ts';

const path = '/api/v2/buckets';
const count = 8_000;

const body = (() => {
  const items = Array.from(
    { length: count },
    (_, row) =>
      `{"id":"bkt_${String(row).padStart(14, '0')}","created_at":"2025-01-02T08:00:00Z","name":"Crâte ${row % 700}","region":${row % 50 === 0 ? '7' : `"${['fra1', 'iad1', 'sin1'][row % 3]}"`},"objects":${row % 97},"bytes":${2n ** 60n + BigInt(row)}}`,
  );
  return `{"object":"list","data":[${items.join(',')}],"pagination":{"limit":${count},"count":${count},"has_more":false}}`;
})();

/** The same in ASCII. */
const plainBody = body.replaceAll('â', 'a');

const readHere = (text: string) => pageReader('bucket').decode(endpointAt(path), parseJson(text), {});
const here = readHere(body);
const plain: Listing<Bucket> = here.value.held.listing(exact);

/** A page beside a host that has read the list. Idle moments come when the test says so. */
async function open({
  amended = () => null as Response | null,
  patience = 5_000,
  sent = body,
  silent = false,
  foreseen = [] as readonly Question[],
  drawn = async () => {},
} = {}) {
  const upstream = await answering((outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(sent),
  );
  const lists = new ReadLists(
    () => new TestThread(),
    () => undefined,
  );
  const ask = proxyTo(upstream, { maximumBodyBytes: 64 * 1024 * 1024, lists });
  const asked: string[] = [];
  const listening = await listen({
    port: 0,
    host: '127.0.0.1',
    isOwnName: () => true,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      const isOfList = pathname.startsWith('/lists/') && request.method === 'GET';
      const instead = isOfList ? amended() : null;
      if (instead) return instead;
      if (silent && request.method === 'POST') return new Promise<Response>(() => undefined);
      const { method, headers } = request;
      return ask(pathname, { method, headers, ...(method === 'POST' && { body: await request.text() }) });
    },
  });
  onTestFinished(() => listening.close(0));
  const tell = async () => {
    const { body } = await fetch(listening.origin + path, {
      ...plainRequest,
      headers: { accept: hostReadType },
    });
    if (!body) throw new Error('Nothing was told.');
    return toldIn(body);
  };
  if (foreseen.length > 0) {
    const asks = foreseen.map((question) => ({ lookups: noLookups, call: { name: 'rows', question } }));
    const asking = written(asks);
    await fetch(listening.origin + (await tell()).read.place, { method: 'POST', body: asking });
  }
  const told = await tell();
  const idle: (() => void)[] = [];
  const workers: TestThread[] = [];
  const onLoss = vi.fn<() => void>();
  const large = readByHost('bucket', path, told, {
    address: listening.origin + told.read.place,
    exchange: fetch,
    patience,
    drawn,
    openThread: () => {
      const worker = new TestThread();
      workers.push(worker);
      return new ListThread(worker, () => undefined);
    },
    onLoss,
    idle: (then) => idle.push(then),
  });
  const { value, findings, unlisted } = await large.end();
  asked.length = 0;
  const listing: Listing<Bucket> = value.held.listing(exact);
  return { workers, lists, large, value, findings, unlisted, listing, idle, asked, onLoss };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Lets the page take the list in. */
async function takeIn({ idle, asked, listing }: Opened): Promise<void> {
  await listing.rows({});
  for (const then of idle.splice(0)) then();
  // Its own list alone answers this.
  await listing.numbers({}, ['objects']);
  asked.length = 0;
}

const isGet = (line: string) => line.startsWith('GET');

const questions: fc.Arbitrary<Question> = fc.record(
  {
    where: fc.dictionary(
      fc.constantFrom('region', 'name', 'same_name', 'size'),
      fc.array(fc.constantFrom('fra1', 'iad1', 'Crâte 1', 'yes', null), { maxLength: 3 }),
      { maxKeys: 2 },
    ),
    between: fc.dictionary(
      fc.constantFrom('objects', 'bytes'),
      fc.tuple(fc.constantFrom(null, 3, 2n ** 60n + 9n), fc.constantFrom(null, 50, 2n ** 60n + 5000n)),
      { maxKeys: 1 },
    ),
    sort: fc.uniqueArray(fc.record({ field: fc.constantFrom('bytes', 'objects'), descending: fc.boolean() }), {
      maxLength: 2,
      selector: ({ field }) => field,
    }),
  },
  { requiredKeys: [] },
);

/** All that a listing can be asked without words. */
async function answersOf(listing: Listing<Bucket>, question: Question) {
  const rows = await listing.rows(question);
  return {
    count: rows.count,
    first: await rows.slice(0, 40),
    later: await rows.slice(60, 130),
    at: await rows.find('id', 'bkt_00000000004711', 0),
    groups: await listing.group(question, ['region'], ['bytes', 'objects']),
    sum: await listing.sum(question, 'bytes'),
    cloud: await cloudOfListing(listing, question, 'objects', 'bytes'),
  };
}

describe('a list that the host has read', () => {
  test('is told of as it is read here', async () => {
    const { value, findings, unlisted } = await open();
    const { held: _there, ...facts } = value;
    const { held: _here, ...expected } = here.value;
    expect(facts).toStrictEqual(expected);
    expect(findings).toStrictEqual(here.findings);
    expect(findings.length).toBeGreaterThan(0);
    expect(unlisted).toStrictEqual(here.unlisted);
  });

  test('gives the answers of plain objects, before it is taken in and after', async () => {
    const opened = await open();
    const { listing, asked } = opened;
    const repeated = new Set(['Crâte 1', 'Crâte 5']);
    const joined = { ...noLookups, repeated };
    const property = () =>
      fc.assert(
        fc.asyncProperty(questions, async (question) => {
          expect(await answersOf(listing.joined(joined), question)).toStrictEqual(
            await answersOf(plain.joined(joined), question),
          );
        }),
        { numRuns: 40 },
      );
    await property();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(isGet)).toEqual([]);
    await takeIn(opened);
    await property();
    expect(asked).toEqual([]);
  });

  test('is taken in once the page is idle after what it asked first', async () => {
    const { listing, asked, idle, workers } = await open();
    await Promise.all([listing.rows({}), listing.rows({ where: { region: ['fra1'] } })]);
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['POST']);
    expect(workers).toEqual([]);
    for (const then of idle.splice(0)) then();
    await vi.waitFor(() => expect(workers[0]?.heard.map(({ kind }) => kind)).toContain('answered'));
    expect(asked.filter(isGet)).toHaveLength(1);
  });

  test('is asked for figures in one request, once the rows are on the screen', async () => {
    let draw = () => {};
    const onScreen = new Promise<void>((resolve) => {
      draw = resolve;
    });
    const { listing, asked } = await open({ drawn: () => onScreen });
    const rows = listing.rows({});
    const figures = Promise.all(['bytes', 'objects'].map((field) => listing.sum({}, field)));
    await rows;
    expect(asked).toHaveLength(1);
    draw();
    expect(await figures).toEqual(await Promise.all(['bytes', 'objects'].map((field) => plain.sum({}, field))));
    expect(asked).toHaveLength(2);
  });

  test('is not asked for rows that were foreseen', async () => {
    const question: Question = { sort: [{ field: 'bytes', descending: true }] };
    const { listing, asked } = await open({ foreseen: [{}, question] });
    const [rows, expected] = await Promise.all([listing.rows(question), plain.rows(question)]);
    expect(await rows.slice(0, 40)).toStrictEqual(await expected.slice(0, 40));
    expect(rows.count).toBe(expected.count);
    expect(asked).toEqual([]);
    await listing.rows({ where: { region: ['fra1'] } });
    expect(asked.filter((line) => !isGet(line))).toHaveLength(1);
  });

  test.each<[string, Question]>([
    ['words', { text: 'crâte 17' }],
    ['the order of words', { sort: [{ field: 'name', descending: false }] }],
    [
      'an order of words behind another',
      {
        sort: [
          { field: 'objects', descending: true },
          { field: 'name', descending: true },
        ],
      },
    ],
  ])('waits for the list itself where %s matter: the host may know others', async (_what, question) => {
    const { listing, asked } = await open();
    const [rows, expected] = await Promise.all([listing.rows(question), plain.rows(question)]);
    expect(rows.count).toBe(expected.count);
    expect(await rows.slice(0, 50)).toStrictEqual(await expected.slice(0, 50));
    expect(asked.filter((line) => !isGet(line))).toEqual([]);
  });

  test.each<Question>([
    { text: ' CRATE 17 ' },
    { sort: [{ field: 'name', descending: false }] },
    {
      text: 'fra',
      sort: [
        { field: 'name', descending: true },
        { field: 'bytes', descending: false },
      ],
    },
  ])('does not where all of it is plain: %j', async (question) => {
    const { listing, asked } = await open({ sent: plainBody });
    const [rows, expected] = await Promise.all([
      listing.rows(question),
      readHere(plainBody).value.held.listing(exact).rows(question),
    ]);
    expect(rows.count).toBe(expected.count);
    expect(await rows.slice(0, 150)).toStrictEqual(await expected.slice(0, 150));
    expect(asked.filter(isGet)).toEqual([]);
  });

  test('is fetched while the host keeps a question waiting, and answers it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { listing, asked } = await open({ silent: true });
    const rows = listing.rows({});
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    vi.advanceTimersByTime(2_000);
    expect((await rows).count).toBe(count);
    expect(asked.filter(isGet)).toHaveLength(1);
  });

  test('gives all its rows, and is one of several parts', async () => {
    const { value, asked } = await open();
    expect((await value.held.rows()).length).toBe(count);
    expect(asked.filter((line) => !isGet(line)).length).toBeLessThan(3);
    const other = (await open()).value;
    const parts = [
      { page: value, keep: { only: 'fra1' } },
      { page: other, keep: { except: new Set(['fra1']) } },
    ];
    const union = await uniter('bucket')(parts, exact);
    expect(await union.group({}, ['region'], ['bytes'])).toEqual(
      expect.arrayContaining([...(await plain.group({}, ['region'], ['bytes']))]),
    );
  });
});

describe('a list that the host lets go', () => {
  test('answers on where it was taken in', async () => {
    const opened = await open();
    await takeIn(opened);
    opened.lists.close();
    expect((await opened.listing.rows({})).count).toBe(count);
    expect(opened.onLoss).not.toHaveBeenCalled();
  });

  test('is lost where it was not, and said to be once', async () => {
    const { lists, listing, onLoss } = await open();
    lists.close();
    await expect(Promise.allSettled([listing.rows({}), listing.sum({}, 'bytes')])).resolves.toMatchObject([
      { reason: expect.any(ListGone) },
      { reason: expect.any(ListGone) },
    ]);
    expect(listing.isLost?.()).toBe(true);
    expect(onLoss).toHaveBeenCalledTimes(1);
  });

  test('is lost where something else comes in its place', async () => {
    const { listing, onLoss } = await open({ amended: () => new Response(`${body} `) });
    await expect(listing.numbers({}, ['bytes'])).rejects.toThrow(ListGone);
    expect(listing.isLost?.()).toBe(true);
    expect(onLoss).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['breaks off', () => new Response(body.slice(0, 100_000))],
    ['is refused', () => new Response('', { status: 503 })],
    ['stays away', () => new Response(new ReadableStream())],
  ])('is fetched again where what comes of it %s', async (_what, amended) => {
    let tries = 0;
    const { listing, onLoss, asked } = await open({
      amended: () => {
        tries += 1;
        return tries === 1 ? amended() : null;
      },
      patience: 300,
    });
    expect(await listing.numbers({}, ['bytes'])).toStrictEqual(await plain.numbers({}, ['bytes']));
    expect(asked.filter(isGet)).toHaveLength(2);
    expect(onLoss).not.toHaveBeenCalled();
  });
});

describe('a list that the page lets go', () => {
  test('is neither asked nor taken in any more, and nobody calls that a loss', async () => {
    const { value, listing, idle, asked, onLoss, workers } = await open();
    const asking = listing.rows({});
    listing.release?.();
    value.held.release?.();
    await expect(asking).rejects.toThrow(ListGone);
    await expect(listing.sum({}, 'bytes')).rejects.toThrow(ListGone);
    for (const then of idle.splice(0)) then();
    expect(asked.filter(isGet)).toEqual([]);
    expect(workers).toEqual([]);
    expect(onLoss).not.toHaveBeenCalled();
  });

  test('ends its thread', async () => {
    const opened = await open();
    await takeIn(opened);
    opened.listing.release?.();
    opened.value.held.release?.();
    expect(opened.workers.map(({ terminated }) => terminated)).toEqual([true]);
    await expect(opened.listing.rows({})).rejects.toThrow(ListGone);
  });
});
