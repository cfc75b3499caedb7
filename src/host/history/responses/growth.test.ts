import { describe, expect, test } from 'vitest';
import type { GrowthEntry } from '#contract/history.ts';
import { ask, contextOf } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, listObservation, regionsObservation } from '#testing/observer/polls.ts';

const buckets = '/api/v2/buckets';
const nodes = '/api/v2/nodes';
const regions = '/api/v2/regions';
const hour = 3_600_000;
const day = 24 * hour;
const midnight = Date.parse('2026-11-20T00:00:00Z');
const week = 'from=2026-11-20T00:00:00Z&to=2026-11-27T00:00:00Z';

/**
 * Records the bytes of each bucket on some days: by a poll at two in the morning of each day, and one after
 * it.
 */
function recordOf(days: Readonly<Record<number, Readonly<Record<string, number | bigint>>>>): RecordInMemory {
  const record = new RecordInMemory();
  for (const [date, sizes] of Object.entries(days)) {
    const rows = Object.entries(sizes).map(([key, bytes]) => ({
      key: key.split(' ', 1)[0] ?? key,
      body: JSON.stringify({ id: key }),
      amounts: [2, bytes] as const,
    }));
    for (const minutes of [120, 121])
      record.read(
        answeredAt(midnight + Number(date) * day + minutes * 60_000, buckets, listObservation('bucket', rows), {
          vouched: 70_000,
        }),
      );
  }
  return record;
}

async function grown(record: RecordInMemory, search = `name=buckets/bytes&${week}`) {
  const { body } = await ask(`/edge/growth?${search}`, contextOf(record, midnight + 6 * day + 3 * hour));
  const data = body.data as readonly unknown[] as readonly GrowthEntry[];
  return { body, told: data.map(({ key, first, last }) => [key, first, last]) };
}

describe('growth', () => {
  test('lists the rows that exist at both ends, largest change first', async () => {
    const record = recordOf({
      0: { bkt_1: 10, bkt_2: 100, bkt_4: 7 },
      3: { bkt_1: 14, bkt_2: 100, bkt_3: 5, bkt_4: 7 },
      6: { bkt_1: 14, bkt_2: 20, bkt_3: 5, bkt_4: 7 },
    });
    const { body, told: reported } = await grown(record);
    expect(reported).toEqual([
      ['bkt_2', 100, 20],
      ['bkt_1', 10, 14],
      // This bucket has the same size at both ends. The third bucket is missing, because it did not exist at
      // the beginning.
      ['bkt_4', 7, 7],
    ]);
    expect(body).toMatchObject({
      unit: 'bytes',
      firstAt: '2026-11-20T02:00:00.000Z',
      lastAt: '2026-11-26T02:00:00.000Z',
      cut: 0,
    });
  });

  test('covers the time in which the list was observed, not the complete window', async () => {
    const record = recordOf({ 1: { bkt_1: 10 }, 4: { bkt_1: 9 } });
    const { body, told } = await grown(record);
    expect(told).toEqual([['bkt_1', 10, 9]]);
    expect(body).toMatchObject({ firstAt: '2026-11-21T02:00:00.000Z', lastAt: '2026-11-24T02:00:00.000Z' });
  });

  test('is empty within one day, and before the first poll', async () => {
    expect((await grown(recordOf({ 2: { bkt_1: 10 } }))).told).toEqual([]);
    const { body, told } = await grown(new RecordInMemory());
    expect(told).toEqual([]);
    expect(body).toMatchObject({ firstAt: null, lastAt: null });
  });

  test('leaves out rows that are gone at the end, and keys that several rows share', async () => {
    const twice = { 'bkt_1 a': 1, 'bkt_1 b': 1 };
    const record = recordOf({ 0: { ...twice, bkt_2: 5 }, 6: twice });
    expect((await grown(record)).told).toEqual([]);
  });

  test('beyond 2^53 is a text of digits', async () => {
    const record = recordOf({ 0: { bkt_1: 1 }, 6: { bkt_1: 2n ** 60n } });
    expect((await grown(record)).told).toEqual([['bkt_1', 1, '1152921504606846976']]);
  });

  test('of event types has the counts at both ends, so that decreases are known', async () => {
    const record = new RecordInMemory();
    for (const [hours, counts] of [
      [1, [90, 5, 7]],
      [2, [100, 1, 0]],
    ] as const)
      record.read(
        answeredAt(
          midnight + hours * hour,
          '/api/v1/events',
          listObservation('event', [], {
            totals: counts.map((value, place) => ({ name: `events/evt_${place}`, value })),
          }),
        ),
      );
    const search = 'name=events&from=2026-11-20T01:00:00Z&to=2026-11-20T03:00:00Z';
    expect((await grown(record, search)).told).toEqual([
      ['evt_0', 90, 100],
      ['evt_2', 7, 0],
      ['evt_1', 5, 1],
    ]);
  });

  test('of regions compares the first and the last poll, for the regions of the first', async () => {
    const record = new RecordInMemory();
    record.read(
      answeredAt(
        midnight,
        regions,
        regionsObservation({ fra1: 'operational', ams1: 'operational', new1: 'operational' }),
      ),
    );
    for (const [hours, fra, ams, more] of [
      [1, 100, 40, null],
      [2, 100, 60, 5],
      [3, 160, 10, 900],
    ] as const)
      record.read(
        answeredAt(
          midnight + hours * hour,
          nodes,
          listObservation('node', [], {
            totals: [
              { name: 'totals/capacity', value: fra + ams + (more ?? 0) },
              { name: 'totals/capacity/fra1', value: fra },
              { name: 'totals/capacity/ams1', value: ams },
              ...(more === null ? [] : [{ name: 'totals/capacity/new1', value: more }]),
            ],
          }),
        ),
      );
    const { body, told } = await grown(
      record,
      'name=totals/capacity&from=2026-11-20T00:00:00Z&to=2026-11-20T04:00:00Z',
    );
    expect(told).toEqual([
      ['fra1', 100, 160],
      ['ams1', 40, 10],
    ]);
    expect(body).toMatchObject({ unit: 'G', firstAt: '2026-11-20T01:00:00.000Z' });
  });

  test.each([
    ['', 'name'],
    ['name=buckets/bkt_1/bytes', 'name'],
    ['name=totals/rows', 'name'],
    ['name=buckets/bytes&points=5', 'points'],
  ])('is not given for %s', async (search, parameter) => {
    const { status, body } = await ask(`/edge/growth?${search}`, contextOf(recordOf({ 0: {} })));
    expect([status, body.parameter]).toEqual([400, parameter]);
  });
});
