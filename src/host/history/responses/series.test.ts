import { describe, expect, test } from 'vitest';
import { decodeLevels } from '#contract/decode/history-series.ts';
import type { SeriesPoint } from '#contract/history.ts';
import { ask, begin, contextOf, nodes, rows, time, window } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, listObservation, nodesObservation } from '#testing/observer/polls.ts';
import type { ClaimKind } from '../rows.ts';

const events = '/api/v1/events';
const buckets = '/api/v2/buckets';
const day = 86_400_000;

function eventsSaid(value: number | bigint, claim: ClaimKind = 'exact') {
  return listObservation('event', [{ key: 'evt_1', body: '{}', amounts: [value] }], { claim });
}

/** A history record of these values, one poll every ten seconds. */
function recordOf(...values: readonly (number | bigint)[]): RecordInMemory {
  const record = new RecordInMemory();
  for (const [index, value] of values.entries())
    record.read(answeredAt(begin + index * 10_000, events, eventsSaid(value), { vouched: 70_000 }));
  return record;
}

const figures = ({ first, last, min, max, falls }: SeriesPoint) => [first, last, min, max, falls];
const ofEvents = (seconds: number, points: number) =>
  `/edge/series?name=events/evt_1&${window(0, seconds)}&points=${points}`;

describe('a series', () => {
  test('has the values of the polls at each point, and no value at a point without a poll', async () => {
    const reported = await rows<SeriesPoint>(ofEvents(60, 4), contextOf(recordOf(5, 9, 7, 7)));
    expect(reported.map(figures)).toEqual([
      [5, 9, 5, 9, 0],
      [7, 7, 7, 7, 1],
      [7, 7, 7, 7, 0],
      [null, null, null, null, 0],
    ]);
    expect(reported.map(({ observedSeconds, claim }) => [observedSeconds, claim])).toEqual([
      [15, 'exact'],
      [15, 'exact'],
      [0, 'exact'],
      [0, null],
    ]);
    expect(reported.map(({ from, to }) => [from, to])).toEqual([
      [time(0), time(15)],
      [time(15), time(30)],
      [time(30), time(45)],
      [time(45), time(60)],
    ]);
  });

  test('counts a decrease across the start of a window and across a gap', async () => {
    const record = recordOf(5, 9);
    record.read(answeredAt(begin + 500_000, events, eventsSaid(2)));
    const address = `/edge/series?name=events/evt_1&${window(500, 510)}&points=1`;
    expect((await rows<SeriesPoint>(address, contextOf(record))).map(figures)).toEqual([[2, 2, 2, 2, 1]]);
  });

  test('ends when responses no longer have the value, and decreases if it returns lower', async () => {
    const record = recordOf(5, 9);
    const without = listObservation('event', []);
    for (const second of [20, 30]) record.read(answeredAt(begin + second * 1000, events, without));
    record.read(answeredAt(begin + 40_000, events, eventsSaid(3)));
    const told = await rows<SeriesPoint>(ofEvents(50, 5), contextOf(record));
    expect(told.map(({ last, falls }) => [last, falls])).toEqual([
      [5, 0],
      [9, 0],
      [null, 0],
      [null, 0],
      [3, 1],
    ]);
  });

  test('beyond 2^53 is a text of digits', async () => {
    const told = await rows<SeriesPoint>(ofEvents(20, 1), contextOf(recordOf(5, 2n ** 60n)));
    expect(told.map(figures)).toEqual([[5, '1152921504606846976', 5, '1152921504606846976', 0]]);
  });

  test('has the weakest claim of its polls', async () => {
    const record = recordOf(5);
    record.read(answeredAt(begin + 10_000, events, eventsSaid(6, 'at-least')));
    const told = await rows<SeriesPoint>(ofEvents(20, 2), contextOf(record));
    expect(told.map(({ claim }) => claim)).toEqual(['exact', 'at-least']);
    expect((await rows<SeriesPoint>(ofEvents(20, 1), contextOf(record)))[0]?.claim).toBe('at-least');
  });

  test('has hourly values where single polls are no longer stored', async () => {
    const record = recordOf(5);
    const hours = [3, 4].map((hour) => Date.parse(`2026-11-01T0${hour}:00:00Z`));
    for (const [index, hour] of hours.entries())
      record.write([
        {
          table: 'hour',
          series: 1,
          hour,
          first: 1 + index,
          last: 4,
          min: 0,
          max: 9 + index,
          falls: 2,
          observedSeconds: 3600,
        },
      ]);
    const { body } = await ask(
      '/edge/series?name=events/evt_1&from=2026-11-01T00:00:00Z&to=2026-11-01T10:00:00Z&points=2',
      contextOf(record),
    );
    expect(body).toMatchObject({ resolution: 'hour', unit: 'events', name: 'events/evt_1' });
    expect((body.data as readonly unknown[] as readonly SeriesPoint[]).map(figures)).toEqual([
      [1, 4, 0, 10, 4],
      [null, null, null, null, 0],
    ]);
  });

  test('of a bucket has one value for each day on which its list was observed', async () => {
    const record = new RecordInMemory();
    const midnight = Date.parse('2026-11-20T00:00:00Z');
    // The third day has no poll.
    for (const [date, bytes] of [
      [0, 7],
      [1, 9],
      [3, 4],
    ] as const) {
      const at = midnight + date * day + 3_600_000;
      const observation = (size: number) =>
        listObservation('bucket', [{ key: 'bkt_1', body: '{"id":"bkt_1"}', amounts: [1, size] }]);
      record.read(answeredAt(at, buckets, observation(bytes), { vouched: 70_000 }));
      record.read(answeredAt(at + 60_000, buckets, observation(bytes + 1), { vouched: 70_000 }));
    }
    const address = (name: string) =>
      `/edge/series?name=${name}&from=2026-11-20T00:00:00Z&to=2026-11-24T00:00:00Z&points=4`;
    const { body } = await ask(address('buckets/bkt_1/bytes'), contextOf(record, midnight + 4 * day));
    expect(body).toMatchObject({ resolution: 'day', unit: 'bytes' });
    expect((body.data as readonly unknown[] as readonly SeriesPoint[]).map(figures)).toEqual([
      [7, 7, 7, 7, 0],
      [9, 9, 9, 9, 0],
      [null, null, null, null, 0],
      [4, 4, 4, 4, 1],
    ]);
    expect((await ask(address('buckets/bkt_2/bytes'), contextOf(record))).status).toBe(404);
  });

  test('before the first poll is empty', async () => {
    const told = await rows<SeriesPoint>(ofEvents(20, 2), contextOf(new RecordInMemory()));
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({ first: null, observedSeconds: 0, claim: null });
  });

  test('has 200 points by default, and none in an empty window', async () => {
    const context = contextOf(recordOf(5));
    expect(await rows(`/edge/series?name=events/evt_1&${window(0, 20)}`, context)).toHaveLength(200);
    expect(await rows(`/edge/series?name=events/evt_1&${window(5, 5)}`, context)).toEqual([]);
  });

  test.each<[string, number, string]>([
    ['name=events/evt_9', 404, 'name'],
    ['name=totals/nodes', 404, 'name'],
    ['name=totals/rows', 400, 'name'],
    ['name=events/', 400, 'name'],
    ['name=buckets/bkt_1', 400, 'name'],
    ['points=5', 400, 'name'],
    ['name=events/evt_1&points=0', 400, 'points'],
    ['name=events/evt_1&points=2001', 400, 'points'],
  ])('is not given for %s', async (search, refused, parameter) => {
    const { status, body } = await ask(`/edge/series?${search}`, contextOf(recordOf(5)));
    expect([status, body.parameter]).toEqual([refused, parameter]);
  });
});

test('levels are the totals of a deployment, each with the points of its series', async () => {
  const record = new RecordInMemory();
  for (const count of [1, 2, 3])
    record.read(
      answeredAt(
        begin + count * 10_000,
        nodes,
        nodesObservation(
          Object.fromEntries(
            Array.from({ length: count }, (_, index) => [`nod_${index}`, ['fra1', 'operational']]),
          ),
        ),
      ),
    );
  const context = contextOf(record, begin + 60_000);
  const { body } = await ask(`/edge/levels?${window(0, 40)}&points=4`, context);
  const levels = decodeLevels(body).data;
  expect(levels.map(({ name, unit, resolution }) => [name, unit, resolution])).toEqual([
    ['totals/nodes', 'nodes', 'look'],
  ]);
  expect(levels[0]?.data).toEqual(
    await rows(`/edge/series?name=totals/nodes&${window(0, 40)}&points=4`, context),
  );
  expect((await ask('/edge/levels?name=totals/nodes', context)).status).toBe(400);
});
