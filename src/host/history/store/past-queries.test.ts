import { expect, test } from 'vitest';
import { describeEngines } from '#testing/history/engines.ts';
import { beginning, endpoint, hour, look, value } from '#testing/history/history-file.ts';
import type { Row } from '../rows.ts';

const series = (id: number): Row => ({
  table: 'series',
  id,
  deployment: 'cdn',
  name: `events/evt_${id}`,
  endpoint: 1,
});

function hours(id: number, begin: number, first: number, last: number, min: number, max: number): Row {
  const what = { falls: 0, observedSeconds: 3_600 };
  return { table: 'hour', series: id, hour: beginning + begin * hour, first, last, min, max, ...what };
}

describeEngines('the past of a record', (engine) => {
  test('a value is that of its last change, or else a lower bound from the hours around the time', async () => {
    const store = await engine.open(engine.place());
    await store.write([endpoint, ...[1, 2, 3].map(series)]);
    await store.write([value(5 * hour, 50), value(6 * hour, 2n ** 70n), value(7 * hour, 70)]);
    await store.write([hours(1, 0, 10, 10, 10, 10), hours(1, 1, 10, 15, 10, 15), hours(1, 2, 15, 15, 15, 15)]);
    await store.write([hours(1, 3, 15, 9, 9, 20)]);
    const at = async (hoursLater: number, id = 1) => {
      const [then] = await store.valuesAt([id], beginning + hoursLater * hour);
      return [then?.value, then?.isExact];
    };
    expect(await at(0.5)).toEqual([10, true]);
    expect(await at(1.5)).toEqual([10, false]);
    expect(await at(2.5)).toEqual([15, true]);
    expect(await at(3.5)).toEqual([9, false]);
    // No poll of the hour has a value, so the last value of the hour before holds.
    expect(await at(4.5)).toEqual([9, true]);
    expect(await at(6.5)).toEqual([2n ** 70n, true]);
    expect(await at(100)).toEqual([70, true]);
    expect(await at(0.5, 2)).toEqual([null, false]);
    expect(await store.valuesAt([3, 1], beginning + 100 * hour)).toEqual([
      { value: null, isExact: false },
      { value: 70, isExact: true },
    ]);
  });

  test('contents are those before the next log entry of each item', async () => {
    const store = await engine.open(engine.place());
    const content = (id: number, body: string): Row => ({ table: 'content', id, body });
    const log = (item: number, at: number, before: number | null, after: number | null): Row => {
      const what = { seq: at, notBefore: beginning, blind: false };
      return { table: 'log', endpoint: 1, item, at: beginning + at, before, after, ...what };
    };
    await store.write([endpoint, content(1, '"a\\u0000"'), content(2, '"b"'), content(3, '"c"')]);
    await store.write([log(1, 10, 1, 2), log(1, 20, 2, null), log(2, 30, null, 3)]);
    const at = async (time: number) => Object.fromEntries(await store.contentsAt([1, 2, 3], beginning + time));
    expect(await at(9)).toEqual({ 1: '"a\\u0000"', 2: null });
    expect(await at(10)).toEqual({ 1: '"b"', 2: null });
    expect(await at(20)).toEqual({ 2: null });
    expect(await at(30)).toEqual({});
  });

  test('the newest answered poll of a window is found behind failed ones', async () => {
    const store = await engine.open(engine.place());
    await store.write([endpoint, look(10), look(20), look(30, { cause: 'failing' }), look(40)]);
    const at = async (from: number, to: number) =>
      (await store.pollIn(1, { from: beginning + from, to: beginning + to }))?.seq ?? null;
    expect([await at(0, 35), await at(0, 20), await at(21, 39), await at(0, 40)]).toEqual([20, 20, null, 40]);
  });
});
