import { describe, expect, test } from 'vitest';
import {
  answeredPoll,
  beginning,
  componentsObservation,
  Disk,
  failedPoll,
  nodes,
  seconds,
  sightOf,
  spansOf,
} from '#testing/history/recorder.ts';
import type { Observation } from '../reading.ts';

describe('a span', () => {
  test('begins within a change window: the example of docs/understand/history-api.md', async () => {
    const disk = new Disk();
    const { take, present } = await disk.recorder();
    await take(answeredPoll(0, 0.01, componentsObservation({ API: 'operational' })));
    await take(answeredPoll(2, 2.01, null));
    await take(answeredPoll(4, 4.01, componentsObservation({ API: 'down' })));
    await take(failedPoll(6, 6.01));
    await take(failedPoll(10, 10.01));
    await take(answeredPoll(30.1, 30.11, null));
    expect(spansOf(disk, 'API')).toEqual([
      { word: 'operational', from: 0.01, notBefore: null, to: 4.01 },
      { word: 'down', from: 4.01, notBefore: 2, to: null },
    ]);
    expect(sightOf(present, 31)).toEqual([
      [0.01, 4.01, 'seen', 3],
      [4.01, 30.11, 'unreachable', 2],
      [30.11, 30.11, 'seen', 1],
      [30.11, null, 'pending', 0],
    ]);
  });

  test('continues across a restart, while coverage does not', async () => {
    const disk = new Disk();
    const first = await disk.recorder();
    await first.take(answeredPoll(0, 0.01, componentsObservation({ API: 'down' })));
    await first.recorder.end(beginning + 1_000);
    const { take, present } = await disk.recorder(2);
    await take(answeredPoll(3, 3.01, componentsObservation({ API: 'down' })));
    expect(spansOf(disk, 'API')).toEqual([{ word: 'down', from: 0.01, notBefore: null, to: null }]);
    expect(sightOf(present, 3.01)).toEqual([
      [0.01, 0.01, 'seen', 1],
      [0.01, 3.01, 'host-stopped', 0],
      [3.01, 3.01, 'seen', 1],
      [3.01, null, 'pending', 0],
    ]);
    expect(disk.of('sight').map(({ detail }) => detail)).toContain('stopped');
  });

  test('of a killed host ends with its last poll', async () => {
    const disk = new Disk();
    const { take } = await disk.recorder();
    await take(answeredPoll(0, 0.01, componentsObservation({ API: 'down' })));
    await disk.recorder(20);
    const ended = disk.of('run').map(({ id, endedAt, endedHow }) => [id, seconds(endedAt), endedHow]);
    expect(ended).toEqual([
      [1, null, null],
      [1, 0.01, 'killed'],
      [2, null, null],
    ]);
  });

  test('without a word begins when a component is missing from a complete response', async () => {
    const disk = new Disk();
    const { take } = await disk.recorder();
    await take(answeredPoll(0, 1, componentsObservation({ API: 'operational', Cache: 'operational' })));
    await take(answeredPoll(10, 11, componentsObservation({ API: 'operational' })));
    await take(answeredPoll(20, 21, componentsObservation({ API: 'operational', Cache: 'operational' })));
    expect(spansOf(disk, 'Cache')).toEqual([
      { word: 'operational', from: 1, notBefore: null, to: 11 },
      { word: null, from: 11, notBefore: 0, to: 21 },
      { word: 'operational', from: 21, notBefore: 10, to: null },
    ]);
  });

  test('does not end when a truncated list leaves its row out', async () => {
    const disk = new Disk();
    const { take } = await disk.recorder();
    const poll = (sent: number, at: number, what: Observation) =>
      answeredPoll(sent, at, what, {
        path: '/api/v2/nodes',
        outcome: {
          kind: 'answered',
          validMilliseconds: 70_000,
          complete: false,
          statedAt: null,
          observation: what,
        },
      });
    const [a, b] = [
      { word: 'operational', pop: 'fra1' },
      { word: 'operational', pop: 'osl1' },
    ];
    await take(poll(0, 1, nodes({ a, b })));
    await take(poll(60, 61, nodes({ a })));
    await take(poll(120, 121, nodes({ a, b: { ...b, word: 'down' } })));
    expect(spansOf(disk, 'b')).toEqual([
      { word: 'operational', from: 1, notBefore: null, to: 121 },
      // The poll in between may have left the node out, so the change window begins at the first poll.
      { word: 'down', from: 121, notBefore: 0, to: null },
    ]);
  });

  test('of a word that changes at each poll is rolled up by quarter of an hour, with the worst word', async () => {
    const disk = new Disk();
    const { take } = await disk.recorder();
    for (let look = 0; look < 400; look += 1)
      await take(
        answeredPoll(
          look * 10,
          look * 10 + 1,
          componentsObservation({ API: look % 2 === 0 ? 'operational' : 'down' }),
        ),
      );
    const spans = spansOf(disk, 'API');
    expect(spans.length).toBeLessThan(60 + 2 * 4 + 60);
    const folded = spans.filter((span) => 'folded' in span && span.folded > 1);
    expect(folded.length).toBeGreaterThanOrEqual(3);
    expect(new Set(folded.map(({ word }) => word))).toEqual(new Set(['down']));
  });
});

describe('a list', () => {
  test('has its current rows and a log that leads back to earlier ones', async () => {
    const disk = new Disk();
    const { take } = await disk.recorder();
    const poll = (sent: number, at: number, what: Observation) =>
      answeredPoll(sent, at, what, { path: '/api/v2/nodes' });
    const ok = 'operational';
    await take(poll(0, 1, nodes({ a: { word: ok, pop: 'fra1' }, b: { word: ok, pop: 'osl1' } })));
    expect(disk.of('log')).toEqual([]);
    await take(poll(60, 61, nodes({ a: { word: ok, pop: 'zrh1' }, c: { word: ok, pop: 'osl1' } })));
    const bodies = new Map(disk.of('content').map(({ id, body }) => [id, body]));
    const items = new Map(disk.of('item').map(({ id, key }) => [id, key]));
    const log = disk.of('log').map(({ item, before, after, notBefore }) => ({
      item: items.get(item),
      before: bodies.get(before ?? 0) ?? null,
      after: bodies.get(after ?? 0) ?? null,
      notBefore: seconds(notBefore),
    }));
    expect(log).toEqual([
      { item: 'a', before: '{"id":"a","pop":"fra1"}', after: '{"id":"a","pop":"zrh1"}', notBefore: 0 },
      { item: 'c', before: null, after: '{"id":"c","pop":"osl1"}', notBefore: 0 },
      { item: 'b', before: '{"id":"b","pop":"osl1"}', after: null, notBefore: 0 },
    ]);
  });
});

describe('a number that responses no longer have', () => {
  const observation = (more: Partial<Observation>): Observation => ({ ...nodes({}), ...more });
  const read = async (...polls: readonly (readonly [Observation, boolean])[]) => {
    const disk = new Disk();
    const { take } = await disk.recorder();
    for (const [second, [what, complete]] of polls.entries()) {
      const outcome = {
        kind: 'answered',
        validMilliseconds: 12_000,
        complete,
        statedAt: null,
        observation: what,
      } as const;
      await take(answeredPoll(second, second + 0.5, what, { outcome }));
    }
    const names = new Map(disk.of('series').map(({ id, name }) => [id, name]));
    return disk.of('value').map(({ series, value }) => [names.get(series), value]);
  };
  const total = (name: string, value: number) => ({ name: `totals/${name}`, value });

  test('of a row becomes unknown', async () => {
    const event = (value: number | null): Observation => {
      const amounts = value === null ? null : [value];
      const rows = [{ key: 'evt_1', word: null, body: '{}', amounts }];
      return { resource: 'event', word: null, claim: 'exact', rows, totals: [] };
    };
    const gone = { ...event(1), rows: [] };
    expect(await read([event(7), true], [event(null), true], [event(7), true], [gone, true])).toEqual([
      ['events/evt_1', 7],
      ['events/evt_1', null],
      ['events/evt_1', 7],
      ['events/evt_1', null],
    ]);
  });

  test('of a part is zero if a complete list has none of it, else unknown', async () => {
    const both = observation({ totals: [total('nodes', 2), total('nodes/fra1', 1)] });
    const less = observation({ totals: [total('nodes', 1)] });
    const cut: Observation = { ...less, claim: 'at-least' };
    const none = observation({ totals: [] });
    expect(await read([both, true], [less, true], [both, true], [cut, false], [none, true])).toEqual([
      ['totals/nodes', 2],
      ['totals/nodes/fra1', 1],
      ['totals/nodes', 1],
      ['totals/nodes/fra1', 0],
      ['totals/nodes', 2],
      ['totals/nodes/fra1', 1],
      ['totals/nodes', 1],
      ['totals/nodes/fra1', null],
      ['totals/nodes', null],
    ]);
  });
});

describe('a truncated list', () => {
  const ok = 'operational';
  const cut = (sent: number, at: number, what: Observation, complete = false) =>
    answeredPoll(sent, at, what, {
      path: '/api/v2/nodes',
      outcome: { kind: 'answered', validMilliseconds: 70_000, complete, statedAt: null, observation: what },
    });
  const [a, b] = [
    { word: ok, pop: 'fra1' },
    { word: ok, pop: 'osl1' },
  ];

  test.each(['never', 'after the truncated response'])(
    'widens the change windows of the rows that it left out; restarted %s',
    async (restart) => {
      const disk = new Disk();
      let { take } = await disk.recorder();
      await take(cut(0, 1, nodes({ a, b }), true));
      await take(cut(60, 61, nodes({ a })));
      if (restart === 'after the truncated response') ({ take } = await disk.recorder(100));
      await take(cut(120, 121, nodes({ a, b: { word: 'down', pop: 'zrh1' }, c: a })));
      expect(spansOf(disk, 'b').at(-1)).toEqual({ word: 'down', from: 121, notBefore: 0, to: null });
      const items = new Map(disk.of('item').map(({ id, key }) => [id, key]));
      const log = disk.of('log').map(({ item, notBefore }) => [items.get(item), seconds(notBefore)]);
      expect(log).toEqual([
        ['b', 0],
        ['c', 0],
      ]);
    },
  );
});

test('an unchanged response is useless to a recorder that did not receive the earlier one', async () => {
  const disk = new Disk();
  const { take } = await disk.recorder();
  expect(await take(answeredPoll(0, 1, null))).toBe(false);
  expect(await take(answeredPoll(2, 3, componentsObservation({ API: 'operational' })))).toBe(true);
  expect(await take(answeredPoll(4, 5, null))).toBe(true);
  expect(disk.of('look')).toHaveLength(2);
});

test('sizes of buckets are recorded at the first poll of a day, even if nothing changed', async () => {
  const disk = new Disk();
  const { take } = await disk.recorder();
  const day = 86_400;
  const buckets = (bytes: number): Observation => ({
    resource: 'bucket',
    word: null,
    claim: 'exact',
    rows: [{ key: 'b', word: null, body: '{"id":"b"}', amounts: [1, bytes] }],
    totals: [],
  });
  const poll = (at: number, what: Observation | null) =>
    take(answeredPoll(at, at, what, { path: '/api/v2/buckets' }));
  await poll(0, buckets(100));
  await poll(60, buckets(150));
  await poll(day, null);
  await poll(day + 60, buckets(200));
  await poll(2 * day, { ...buckets(0), rows: [] });
  expect(disk.of('bucket_day').map(({ bytes }) => bytes)).toEqual([100, 150, null]);
});
