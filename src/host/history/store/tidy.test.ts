import { expect, test } from 'vitest';
import { describeEngines } from '#testing/history/engines.ts';
import {
  beginning,
  day,
  endpoint,
  hour,
  look,
  span,
  subject,
  value,
  word,
} from '#testing/history/history-file.ts';
import { storedRows } from '#testing/history/stored-rows.ts';
import type { Row } from '../rows.ts';
import type { HistoryStore } from './store.ts';

describeEngines('what is older than the retention period', (engine) => {
  const retention = { rawDays: 2, hourDays: 20, spanDays: 20 };
  const series: Row = { table: 'series', id: 1, deployment: 'cdn', name: 'events/evt_1', endpoint: 1 };

  async function tidied(store: HistoryStore, now: number): Promise<void> {
    for (let step = 0; await store.tidy(retention, beginning + now); step += 1)
      if (step > 2_000) throw new Error('It never ends.');
  }

  test('becomes hours, with the polls and decreases of each', async () => {
    const store = await engine.open(engine.place());
    const polls = Array.from({ length: 4 * 60 }, (_, minute) => look(minute * 60_000));
    // A poll an hour later, with no poll in between: a coverage gap.
    const late = look(9 * hour);
    await store.write([endpoint, series, ...polls, late]);
    await store.write([value(0, 100), value(hour + 60_000, 40), value(2 * hour, 50), value(9 * hour, 45)]);
    const coverage = { table: 'sight', endpoint: 1, outcome: 'seen', cause: null, detail: null } as const;
    await store.write([
      {
        ...coverage,
        from: beginning,
        to: beginning + 239 * 60_000,
        looks: 240,
        longest: 60_000,
        complete: true,
      },
    ]);
    await tidied(store, 4 * day);
    const hours = await store.hours(1, { from: beginning, to: beginning + day });
    expect(
      hours.map(({ hour: at, first, last, min, max, falls, observedSeconds }) => [
        (at - beginning) / hour,
        first,
        last,
        min,
        max,
        falls,
        observedSeconds,
      ]),
    ).toEqual([
      [0, 100, 100, 100, 100, 0, 3600],
      [1, 100, 40, 40, 100, 1, 3600],
      [2, 50, 50, 50, 50, 0, 3600],
      [3, 50, 50, 50, 50, 0, 3540],
      [9, 45, 45, 45, 45, 1, 0],
    ]);
    // The last value is still stored, and so is the poll that read it.
    expect(await store.values(1, { from: beginning + 3 * day, to: beginning + 4 * day })).toEqual([
      value(9 * hour, 45),
    ]);
    expect((await storedRows(store)).filter((row) => row.table === 'look')).toEqual([late]);
  });

  test('becomes hours also if values return after days without any, at any time', async () => {
    const store = await engine.open(engine.place());
    const every = hour / 4;
    const looks = Array.from({ length: (7 * day) / every }, (_, index) => look(index * every));
    await store.write([endpoint, series, ...looks]);
    const nothing = (at: number) => ({ ...value(at, 0), value: null });
    await store.write([
      value(0, 100),
      nothing(every),
      value(4 * day, 700),
      value(5 * day, 900),
      nothing(6 * day),
    ]);
    await tidied(store, 15 * day);
    const hours = await store.hours(1, { from: beginning, to: beginning + 7 * day });
    const reported = hours.map(({ hour: at, first, last }) => [(at - beginning) / hour, first, last]);
    const dayOf = (from: number, observation: number) =>
      Array.from({ length: 24 }, (_, index) => [from * 24 + index, observation, observation]);
    expect(reported).toEqual([[0, 100, 100], ...dayOf(4, 700), ...dayOf(5, 900)]);
  });

  test('is dropped if it ended, and stays while it is open', async () => {
    const store = await engine.open(engine.place());
    await store.write([endpoint, subject, word, span(0, 10), span(10, null)]);
    await tidied(store, 300 * day);
    expect((await storedRows(store)).filter((row) => row.table === 'span')).toEqual([span(10, null)]);
  });
});
