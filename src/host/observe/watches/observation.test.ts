import { describe, expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { ChangeEntry, CoverageEntry, SeriesPoint, SpanEntry, StripEntry } from '#contract/history.ts';
import type { Bucket, ListResource, ListRow, Node } from '#contract/resources.ts';
import { relayedResponse } from '#domain/answer/answer.ts';
import { freshLifetime } from '#domain/answer/poll.ts';
import { exact } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing } from '#domain/lists/listing.ts';
import { begin, contextOf, nodes, rows as rowsOf, time, window } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { Readings } from '../readings.ts';
import { summaryOf } from './list-summary.ts';
import { observationOfList } from './observation.ts';

const node = (id: string, pop: string, status: string): Node => {
  return { id, created_at: '2026-01-01T00:00:00Z', status, pop, capacity: '100G' };
};

async function totalsOf(...nodes: readonly Node[]) {
  const listing = createListing(nodes, fieldsOf.node, exact);
  const { totals } = await observationOfList('node', listing, await summaryOf('node', listing, {}));
  return Object.fromEntries(totals.map(({ name, value }) => [name, value]));
}

test('totals cover the complete list and each region', async () => {
  expect(await totalsOf(node('a', 'fra1', 'operational'), node('b', 'ams1', 'down'))).toEqual({
    'totals/nodes': 2,
    'totals/nodes/fra1': 1,
    'totals/nodes/ams1': 1,
    'totals/nodes-ok': 1,
    'totals/nodes-ok/fra1': 1,
    'totals/nodes-ok/ams1': 0,
    'totals/capacity': 200,
    'totals/capacity/fra1': 100,
    'totals/capacity/ams1': 100,
  });
});

test('an empty list has a total of 0', async () => {
  expect(await totalsOf()).toEqual({ 'totals/nodes': 0, 'totals/nodes-ok': 0, 'totals/capacity': 0 });
});

async function observed<R extends ListResource>(resource: R, ...records: readonly ListRow<R>[]) {
  const listing = createListing(records, fieldsOf[resource], exact);
  const { rows, head } = await observationOfList(resource, listing, await summaryOf(resource, listing, {}));
  return { bodies: rows?.map(({ body }): unknown => JSON.parse(body ?? 'null')), head: head ?? null };
}

test('a row without a key is not recorded, and the head of the list says so', async () => {
  const named = node('a', 'fra1', 'operational');
  expect((await observed('node', named)).head).toBeNull();
  const { bodies, head } = await observed('node', named, { ...named, id: null });
  expect([bodies?.length, head]).toEqual([1, '{"unnamed":true}']);
});

test('a number that the service did not send is part of the content, like the form of a time', async () => {
  const row = { id: 'x', created_at: '2026-01-01T00:00:00Z', name: 'x' };
  const event = { ...row, source: 'api' };
  expect((await observed('event', { ...event, count: 7 }, { ...event, count: null })).bodies).toEqual([
    event,
    { ...event, count: null },
  ]);
  const application = { ...row, scopes: [] };
  const times = [
    '2026-11-23T03:00:00.000Z',
    '2026-11-23T03:00:00Z',
    '2026-11-23T03:00:00+00:00',
    null,
    'never',
  ];
  const { bodies } = await observed(
    'application',
    ...times.map((last_used_at) => ({ ...application, last_used_at })),
  );
  expect(bodies).toEqual([
    application,
    { ...application, last_used_at: 'Z' },
    { ...application, last_used_at: '+00:00' },
    { ...application, last_used_at: null },
    application,
  ]);
});

describe('a list of more than 50,000 rows: only its totals are recorded', () => {
  /** Polls a list every 5 s, as the observer reads it and the recorder records it. */
  async function recorded<R extends ListResource>(
    resource: R,
    path: EndpointPath,
    polls: readonly (readonly ListRow<R>[] | 'restart')[],
  ) {
    const record = new RecordInMemory();
    const readings = new Readings();
    let seconds = -5;
    for (const records of polls) {
      if (records === 'restart') {
        record.restart(begin + seconds * 1_000 + 1_000);
        readings.clear();
        continue;
      }
      seconds += 5;
      const receivedAt = begin + seconds * 1_000;
      const listing = createListing(records, fieldsOf[resource], exact);
      const summary = await summaryOf(resource, listing, {});
      const answer = relayedResponse(path, null, {
        receivedAt,
        ageSeconds: 0,
        lifetime: freshLifetime(2_000, ''),
      });
      const reading = readings.of(
        {
          slug: 'edge',
          path,
          feed: { answer, failure: null },
          requestedAt: receivedAt,
          observation: await observationOfList(resource, listing, summary),
          updatedAt: null,
          changes: [],
        },
        (each) => each,
      );
      if (reading) record.read(reading);
    }
    const context = contextOf(record, begin + seconds * 1_000 + 500);
    const range = window(0, seconds);
    return {
      rows: <Entry>(what: string) => rowsOf<Entry>(`/edge/${what}&${range}`, context),
      /** Seconds of each strip in four parts: good, bad, unknown, not observed. */
      shares: async () => {
        const strips = await rowsOf<StripEntry>(`/edge/strips?kind=${resource}&marks=1&${range}`, context);
        return Object.fromEntries(
          strips.map(({ key, good, bad, unknown, unobserved }) => [
            key,
            [good, bad, unknown, unobserved].map((length) => length / 1_000),
          ]),
        );
      },
    };
  }

  const [a, b, c] = ['a', 'b', 'c'].map((id) => node(id, 'fra1', 'operational'));
  const others = Array.from({ length: 49_999 }, (_, index) => node(`n${index}`, 'ams1', 'operational'));
  const down = node('b', 'fra1', 'down');

  test('leaves its rows unobserved until it is shorter again', async () => {
    if (!a || !b || !c) throw new Error('Three nodes are needed.');
    const long = [a, down, ...others];
    const { rows, shares } = await recorded('node', nodes, [
      [a, b],
      [a, b],
      long,
      long,
      long,
      [a, b, c],
      [a, b, c],
    ]);
    expect(await shares()).toEqual({ a: [15, 0, 0, 15], b: [15, 0, 0, 15], c: [5, 0, 0, 25] });
    const leftOut = [{ from: time(10), to: time(25) }];
    const spans = await rows<SpanEntry>('spans?kind=node');
    expect(spans.map((each) => [each.key, each.from, each.notBefore, each.leftOut])).toEqual([
      ['a', time(0), null, leftOut],
      ['b', time(0), null, leftOut],
      // The newest list that was recorded without `c` is the one before the two long lists.
      ['c', time(25), time(5), undefined],
    ]);
    const coverage = await rows<CoverageEntry>(`sight?endpoint=${nodes}`);
    expect(coverage.map(({ outcome, from, complete }) => [outcome, from, complete])).toEqual([
      ['seen', time(0), true],
      ['seen', time(10), false],
      ['seen', time(25), true],
    ]);
  });

  test('leaves its rows unobserved across a restart, and a later change began after the last recorded row', async () => {
    if (!a || !b) throw new Error('Two nodes are needed.');
    const long = [a, b, ...others];
    const { rows, shares } = await recorded('node', nodes, [
      [a, b],
      [a, b],
      long,
      'restart',
      long,
      [a, down],
      [a, down],
    ]);
    // The 5 s between the two long lists contain a restart, so nothing was observed in them.
    expect(await shares()).toEqual({ a: [15, 0, 0, 10], b: [10, 5, 0, 10] });
    const changes = await rows<ChangeEntry>('changes?kind=node');
    expect(changes.map((each) => [each.key, each.after, each.at, each.notBefore, each.blind])).toEqual([
      ['b', 'down', time(20), time(5), true],
    ]);
  });

  test('has totals, also of each region', async () => {
    if (!a || !b) throw new Error('Two nodes are needed.');
    const { rows } = await recorded('node', nodes, [[a, b], [a, b], others.concat(a, a), [a, b]]);
    const valuesOf = async (name: string) =>
      (await rows<SeriesPoint>(`series?name=${name}&points=3`)).map(({ last }) => last);
    expect(await valuesOf('totals/nodes')).toEqual([2, 2, 50_001]);
    expect(await valuesOf('totals/nodes/ams1')).toEqual([null, null, 49_999]);
  });

  test('reports no appeared or vanished rows until it is shorter again', async () => {
    const bucket = (id: string): Bucket => {
      const sizes = { objects: 1, bytes: 10 };
      return { id, created_at: '2026-01-01T00:00:00Z', name: id, region: 'fra1', ...sizes };
    };
    const [some, long] = [
      [bucket('a'), bucket('b')],
      Array.from({ length: 50_001 }, (_, index) => bucket(`x${index}`)),
    ];
    const next = [bucket('a'), bucket('c')];
    const polls = [some, some, long, long, next, next];
    const { rows } = await recorded('bucket', '/api/v2/buckets', polls);
    const changes = await rows<ChangeEntry>('changes?kind=bucket');
    const windows = new Map(changes.map(({ key, type, notBefore, at }) => [`${key} ${type}`, [notBefore, at]]));
    expect(Object.fromEntries(windows)).toEqual({
      'b vanished': [time(5), time(20)],
      'c appeared': [time(5), time(20)],
    });
  });
});
