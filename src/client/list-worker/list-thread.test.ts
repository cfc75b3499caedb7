import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ListParameters } from '#contract/decode/list.ts';
import { flawsOf } from '#contract/decode/row.ts';
import { endpointAt, pathsOf } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import type { Bucket, ListResource, ListRow } from '#contract/resources.ts';
import { scatterOfListing } from '#domain/figures/scatter-of-listing.ts';
import { exact } from '#domain/lists/claim.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { Listing, Question } from '#domain/lists/listing.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import type { Page, Part } from '#domain/lists/planner/page.ts';
import { TestThread } from '#testing/list-thread.ts';
import { pageReader, uniter } from '../list-reader.ts';
import { ListThread } from './list-thread.ts';

const path = '/api/v2/buckets';

function start() {
  const worker = new TestThread();
  let deaths = 0;
  const thread = new ListThread(worker, () => {
    deaths += 1;
  });
  return { worker, thread, deaths: () => deaths };
}

async function readThere<R extends ListResource>(
  thread: ListThread,
  resource: R,
  body: string,
  { asked: parameters = {}, step = 4096 }: { asked?: ListParameters; step?: number } = {},
) {
  const [at] = pathsOf(resource);
  if (at === undefined) throw new Error(`No endpoint lists ${resource}.`);
  const large = thread.take(resource, at, parameters);
  const bytes = new TextEncoder().encode(body);
  for (let from = 0; from < bytes.length; from += step) large.write(bytes.slice(from, from + step));
  return large.end();
}

function readHere<R extends ListResource>(resource: R, body: string, parameters: ListParameters = {}) {
  const [at] = pathsOf(resource);
  if (at === undefined) throw new Error(`No endpoint lists ${resource}.`);
  return pageReader(resource).decode(endpointAt(at), parseJson(body), parameters);
}

function bodyOf(items: readonly string[]): string {
  return `{"object":"list","data":[${items.join(',')}],"pagination":{"limit":50,"count":${items.length},"has_more":true}}`;
}

const crates = bodyOf(
  Array.from(
    { length: 50 },
    (_, row) =>
      `{"id":"bkt_${row}","name":"Crâte ${row % 7}","region":${row % 5 === 0 ? '7' : '"fra1"'},"objects":${row},"bytes":${2n ** 60n + BigInt(row)}}`,
  ),
);

test('a list read in parts, cut inside characters, gives the same results as plain objects', async () => {
  const { thread } = start();
  const there = await readThere(thread, 'bucket', crates, { step: 7 });
  const here = readHere('bucket', crates);
  const { content: _there, ...facts } = there.value;
  const { content: _here, ...expectedFacts } = here.value;
  expect(facts).toStrictEqual(expectedFacts);
  expect(there.findings).toStrictEqual(here.findings);
  expect(there.unlisted).toStrictEqual(here.unlisted);
  const remote: Listing<Bucket> = there.value.content.listing(exact);
  const plain: Listing<Bucket> = here.value.content.listing(exact);
  const question: Question = {
    text: 'crâte',
    between: { bytes: [2n ** 60n + 3n, null] },
    sort: [{ field: 'bytes', descending: true }],
  };
  const [found, expectedRows] = await Promise.all([remote.rows(question), plain.rows(question)]);
  const rows = await found.slice(0, 40);
  const expected = await expectedRows.slice(0, 40);
  expect(found.count).toBe(expectedRows.count);
  expect(rows).toStrictEqual(expected);
  expect(rows.map(flawsOf)).toStrictEqual(expected.map(flawsOf));
  expect(rows.some((row) => flawsOf(row) !== undefined)).toBe(true);
  expect(await found.slice(3, 3)).toStrictEqual([]);
  expect(found.atHand(2, 9)).toStrictEqual(rows.slice(2, 9));
  expect(await found.find('id', 'bkt_20', 0)).toBe(expected.findIndex(({ id }) => id === 'bkt_20'));
  expect(await remote.group(question, ['name', 'region'], ['bytes'], 2)).toStrictEqual(
    await plain.group(question, ['name', 'region'], ['bytes'], 2),
  );
  expect(await remote.sum({}, 'bytes')).toStrictEqual(await plain.sum({}, 'bytes'));
  expect(await scatterOfListing(remote, {}, 'objects', 'bytes')).toStrictEqual(
    await scatterOfListing(plain, {}, 'objects', 'bytes'),
  );
  expect(await remote.numbers({}, ['objects', 'name'])).toStrictEqual(
    await plain.numbers({}, ['objects', 'name']),
  );
});

test('a call that cannot be sent is rejected, and the next one succeeds', async () => {
  const { value } = await readThere(start().thread, 'bucket', crates);
  const listing = value.content.listing(exact);
  // Structured clone rejects a proxy, so this question cannot reach the worker.
  const words: Record<string, string> = new Proxy({}, {});
  await expect(listing.joined({ ...noLookups, words }).sum({}, 'bytes')).rejects.toThrow(/clone/);
  expect((await listing.rows({})).count).toBe(50);
});

test('duplicate names are found with the present lookups, not with earlier ones', async () => {
  const there = (await readThere(start().thread, 'bucket', crates)).value.content.listing(exact);
  const here: Listing<Bucket> = readHere('bucket', crates).value.content.listing(exact);
  const question = { where: { same_name: ['yes'] } };
  for (const repeated of [undefined, new Set(['Crâte 1', 'Crâte 2']), new Set(['Crâte 3'])]) {
    const lookups = { ...noLookups, ...(repeated && { repeated }) };
    // One question after the other, as a page asks them.
    const [rows, expected] = await Promise.all(
      [there, here].map((each) => each.joined(lookups).rows(question)),
    );
    expect(rows?.count).toBe(expected?.count);
    expect(rows?.count).toBe((repeated?.size ?? 0) * 7);
  }
});

describe('a list that replaces another', () => {
  const open = async (thread: ListThread) =>
    (await readThere(thread, 'bucket', crates)).value.content.listing(exact);
  const waiting = () => new AbortController().signal;

  test('prefetches the last calls of the previous list, each once', async () => {
    const earlier = await open(start().thread);
    for (const text of ['crâte 1', 'crâte 2']) {
      await earlier.rows({ text });
      await earlier.rows({ sort: [{ field: 'bytes', descending: true }], text });
    }
    await earlier.group({}, ['name']);
    await earlier.numbers({}, ['bytes']);
    await earlier.joined({ ...noLookups, asOf: 1 }).rows({});
    await (await earlier.rows({})).find('id', 'bkt_20', 0);
    const { worker, thread } = start();
    const next = await open(thread);
    const before = worker.heard.length;
    await next.follow?.(earlier, waiting());
    // Before the page uses it, the worker prepares four results of the new listing: all rows, the rows of the
    // last typed text in two orders, and the groups. It sends none of them to the page.
    expect(worker.heard.slice(before)).toEqual(
      Array.from({ length: 4 }, () => ({ kind: 'result', id: expect.any(Number), value: null, ports: [] })),
    );
    expect((await next.rows({ text: 'crâte 2' })).count).toBe(7);
  });

  test('prefetches nothing if the previous list was in the page, or has the same response', async () => {
    const { worker, thread } = start();
    const { content: cached } = (await readThere(thread, 'bucket', crates)).value;
    const next = cached.listing(exact);
    await next.rows({});
    const before = worker.heard.length;
    await next.follow?.(readHere('bucket', crates).value.content.listing(exact), waiting());
    await cached.listing(exact).follow?.(next, waiting());
    expect(worker.heard).toHaveLength(before);
  });

  test('is waited for until the caller cancels, and for at most two seconds', async () => {
    const earlier = await open(start().thread);
    await earlier.rows({});
    const { worker, thread } = start();
    const next = await open(thread);
    worker.terminate();
    const leaving = new AbortController();
    const left = next.follow?.(earlier, leaving.signal);
    leaving.abort();
    await left;
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const followed = next.follow?.(earlier, waiting());
    await vi.advanceTimersByTimeAsync(2_000);
    await followed;
  });
});

describe('the union of several responses', () => {
  const codes = ['fra1', 'iad1', 'sin1'] as const;
  const text = (each: readonly (string | null)[]) =>
    fc.constantFrom(...each).map((value) => JSON.stringify(value));
  const number = fc.constantFrom('1', '2', '9007199254740993', '"many"', '-1', 'null');
  const items = {
    bucket: fc
      .tuple(
        text(['bkt_0', 'bkt_1', 'bkt_2', 'bkt_3', null]),
        text(['crate', 'Crate', null]),
        text([...codes, 'Frankfurt', null]),
        number,
      )
      .map(([id, name, region, bytes]) => `{"id":${id},"name":${name},"region":${region},"bytes":${bytes}}`),
    asset: fc
      .tuple(text(['ast_0', 'ast_1', 'ast_2', null]), text(['/a', '/b']), number, text(['HIT', 'MISS']))
      .map(([id, at, bytes, word]) => `{"id":${id},"path":${at},"bytes":${bytes},"cache_status":${word}}`),
  };
  const rowFilter = fc.constantFrom<Part<unknown>['rowFilter']>(
    null,
    { only: 'fra1' },
    { only: 'lhr1' },
    { except: new Set(['fra1', 'iad1']) },
  );
  const anyUnion = fc.constantFrom<'bucket' | 'asset'>('bucket', 'asset').chain((resource) =>
    fc.record({
      resource: fc.constant(resource),
      parts: fc.array(
        fc.record({
          body: fc.array(items[resource], { maxLength: 8 }).map(bodyOf),
          rowFilter,
          // Place where the part is stored: in the same worker, in the page, or in another worker.
          at: fc.constantFrom('here', 'page', 'elsewhere'),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  );

  async function everythingOf<R extends ListResource>(listing: Listing<ListRow<R>>) {
    const rows = await listing.rows({ sort: [{ field: 'bytes', descending: true }] });
    const inOrder = await listing.rows({});
    const all = await inOrder.slice(0, inOrder.count);
    return {
      count: listing.count,
      claim: listing.claim,
      all,
      flaws: all.map(flawsOf),
      sorted: await rows.slice(0, rows.count),
      groups: await listing.group({}, ['name', 'region', 'path', 'cache_status'], ['bytes']),
      searched: (await listing.rows({ text: 'crate' })).count,
    };
  }

  test('equals the union of plain objects, wherever each part is', async () => {
    await fc.assert(
      fc.asyncProperty(anyUnion, async ({ resource, parts }) => {
        const [thread, another] = [start().thread, start().thread];
        const read = async (body: string, at: string): Promise<Page<ListRow<typeof resource>>> =>
          at === 'page'
            ? readHere(resource, body).value
            : (await readThere(at === 'here' ? thread : another, resource, body)).value;
        const there = await Promise.all(
          parts.map(async ({ body, rowFilter: kept, at }) => ({ page: await read(body, at), rowFilter: kept })),
        );
        const here = parts.map(({ body, rowFilter: kept }) => ({
          page: readHere(resource, body).value,
          rowFilter: kept,
        }));
        const united = await uniter(resource)(there, exact);
        expect(await everythingOf(united)).toStrictEqual(
          await everythingOf(await uniter(resource)(here, exact)),
        );
      }),
      { numRuns: 150 },
    );
  });

  test('outlives its parts, and the worker ends with the last list', async () => {
    const { worker, thread } = start();
    const pages = await Promise.all(
      codes.map(async (region) => (await readThere(thread, 'bucket', crates, { asked: { region } })).value),
    );
    const union = await uniter('bucket')(
      pages.map((page) => ({ page, rowFilter: null })),
      exact,
    );
    for (const { content: cached } of pages) cached.release?.();
    expect((await union.rows({ text: 'crâte 3' })).count).toBe(3 * 7);
    await expect(pages[0]?.content.rows()).rejects.toThrow(ListGone);
    const holding = union.hold?.();
    union.release?.();
    expect(worker.terminated).toBe(false);
    holding?.();
    expect(worker.terminated).toBe(true);
  });

  test('fails if a part was dropped, and leaves nothing waiting', async () => {
    const { worker, thread, deaths } = start();
    const first = (await readThere(thread, 'bucket', crates)).value;
    const second = (await readThere(thread, 'bucket', crates)).value;
    const parts = [first, second].map((page) => ({ page, rowFilter: null }));
    second.content.release?.();
    await expect(uniter('bucket')(parts, exact)).rejects.toThrow(ListGone);
    const listing = first.content.listing(exact);
    const parameters = listing.rows({});
    const large = thread.take('bucket', path, {});
    worker.die();
    await expect(parameters).rejects.toThrow(ListGone);
    await expect(large.end()).rejects.toThrow(ListGone);
    expect(listing.isLost?.()).toBe(true);
    expect(first.content.isLost?.()).toBe(true);
    await expect(uniter('bucket')(parts, exact)).rejects.toThrow(ListGone);
    expect(deaths()).toBe(1);
  });
});
