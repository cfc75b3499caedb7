import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeEngines, type TestedEngine } from '#testing/history/engines.ts';
import { begin } from '#testing/history/history-responses.ts';
import { SteppedNumbers } from '../memory/stepped-numbers.ts';
import type { Amount, HourRow, PollRow, Row, ValueRow } from '../rows.ts';
import type { HistoryStore } from './store.ts';

const hour = 3_600_000;
const endpoint = 1;
const series = { id: 7, endpoint };

function polled(at: number): PollRow {
  const stored = { table: 'look', endpoint, seq: at, run: 1, at, sentAt: at, vouched: 0 } as const;
  return { ...stored, complete: true, cause: null, detail: null, statedAt: null };
}

function valued(at: number, value: Amount | null): ValueRow {
  return { table: 'value', series: series.id, at, value };
}

function ofHour(at: number, first: Amount, last: Amount, falls: number): HourRow {
  return {
    table: 'hour',
    series: series.id,
    hour: at,
    first,
    last,
    min: first,
    max: last,
    falls,
    observedSeconds: 0,
  };
}

async function storeWith(engine: TestedEngine, rows: readonly Row[]): Promise<HistoryStore> {
  const store = await engine.open(engine.place());
  await store.write(rows);
  return store;
}

const step = fc.record({
  gap: fc.integer({ min: 1, max: 3 }),
  value: fc.option(fc.constantFrom<Amount>(0, 1, 2, 3, 2n ** 64n, 2n ** 65n)),
});

describeEngines('a volume of a series', (engine) => {
  test('a volume has the values at the first and the last poll, also if they did not change', async () => {
    const polls = [0, 10, 20, 30, 40].map(polled);
    const store = await storeWith(engine, [...polls, valued(0, 5), valued(20, 9), valued(30, 3)]);
    const volume = (from: number, to: number) => store.volume(series, { from, to });
    expect(await volume(0, 50)).toEqual({ first: 5, last: 3, falls: 1 });
    expect(await volume(5, 20)).toEqual({ first: 5, last: 5, falls: 0 });
    expect(await volume(30, 31)).toEqual({ first: 3, last: 3, falls: 1 });
    expect(await volume(31, 50)).toEqual({ first: 3, last: 3, falls: 0 });
    // No poll.
    expect(await volume(41, 50)).toBe(null);
  });

  test('numbers beyond 2^53 are exact', async () => {
    const [large, larger] = [2n ** 62n + 1n, 2n ** 70n + 1n];
    const store = await storeWith(engine, [
      ...[0, 10, 20].map(polled),
      valued(0, large),
      valued(10, larger),
      valued(20, large),
    ]);
    expect(await store.volume(series, { from: 0, to: 15 })).toEqual({ first: large, last: larger, falls: 0 });
    expect(await store.volume(series, { from: 5, to: 25 })).toEqual({ first: larger, last: large, falls: 1 });
  });

  test('an hour counts in the window in which it begins, and its polls do not count again', async () => {
    const store = await storeWith(engine, [
      ...[0.25, 0.75, 1.5, 2.5].map((hours) => polled(hours * hour)),
      valued(0.75 * hour, 7),
      valued(1.5 * hour, 4),
      ofHour(0, 9, 7, 1),
    ]);
    const volume = (from: number, to: number) => store.volume(series, { from: from * hour, to: to * hour });
    expect(await volume(0, 3)).toEqual({ first: 9, last: 4, falls: 2 });
    expect(await volume(0, 0.5)).toEqual({ first: 9, last: 7, falls: 1 });
    expect(await volume(0.5, 3)).toEqual({ first: 4, last: 4, falls: 1 });
    expect(await volume(0.5, 1)).toBe(null);
  });

  test('a volume is that of the values at each poll', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.nat(40), fc.nat(40), async (steps, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map((time) => begin + time) as [
          number,
          number,
        ];
        let at = begin;
        let last: Amount | null = null;
        const polls: PollRow[] = [];
        const values: ValueRow[] = [];
        for (const { gap, value } of steps) {
          at += gap;
          polls.push(polled(at));
          if (value !== last) values.push(valued(at, value));
          last = value;
        }
        const store = await storeWith(engine, [...polls, ...values]);
        const numbers = new SteppedNumbers(values, from);
        const samples = polls
          .map((poll) => ({ at: poll.at, ...numbers.until(poll.at) }))
          .filter((each) => each.at >= from && each.at < to);
        const known = samples.flatMap(({ value }) => value ?? []);
        const expected =
          known.length === 0
            ? null
            : {
                first: known[0],
                last: known.at(-1),
                falls: samples.reduce((sum, { falls }) => sum + falls, 0),
              };
        expect(await store.volume(series, { from, to })).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
