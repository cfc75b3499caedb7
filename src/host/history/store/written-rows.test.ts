import { expect, test } from 'vitest';
import { describeEngines } from '#testing/history/engines.ts';
import {
  beginning,
  endpoint,
  fileOfTest,
  look,
  open,
  span,
  subject,
  value,
  word,
} from '#testing/history/history-file.ts';
import { storedRows } from '#testing/history/stored-rows.ts';
import type { Row } from '../rows.ts';

describeEngines('a written row', (engine) => {
  test('is there after the store is closed and opened again', async () => {
    const place = engine.place();
    const store = await engine.open(place);
    const rows: Row[] = [
      { table: 'run', id: 1, version: '1', startedAt: beginning, endedAt: null, endedHow: null },
      { table: 'interruption', run: 1, from: 5, to: 9, cause: 'asleep', seq: 1 },
      endpoint,
      subject,
      word,
      { table: 'series', id: 1, deployment: 'cdn', name: 'events/evt_1', endpoint: 1 },
      {
        table: 'sight',
        endpoint: 1,
        from: 1,
        to: 2,
        outcome: 'seen',
        cause: null,
        detail: null,
        looks: 2,
        longest: 1,
        complete: true,
      },
      span(0, null),
      { table: 'content', id: 1, body: '{"id":"evt_1"}' },
      { table: 'item', id: 1, endpoint: 1, key: 'evt_1', occurrence: 1, content: 1, changedAt: beginning },
      look(0),
      value(0, 2n ** 80n),
      { table: 'claim', endpoint: 1, at: beginning, claim: 'exact' },
      { table: 'bucket_day', item: 1, day: beginning, objects: 1, bytes: 2n ** 60n },
    ];
    await store.write(rows);
    await store.close();
    const found = await storedRows(await engine.open(place));
    expect(new Set(found.map((row) => row.table))).toEqual(new Set(rows.map((row) => row.table)));
    for (const row of rows) expect(found).toContainEqual(row);
  });

  test('gives the size of each bucket on a day: the newest row up to it', async () => {
    const store = await engine.open(engine.place());
    const day = 86_400_000;
    const item = (id: number, of: number): Row => ({
      table: 'item',
      id,
      endpoint: of,
      key: `bkt_${id}`,
      occurrence: 1,
      content: 1,
      changedAt: beginning,
    });
    const size = (of: number, days: number, bytes: number | bigint | null) =>
      ({ table: 'bucket_day', item: of, day: beginning + days * day, objects: 1, bytes }) as const;
    await store.write([
      endpoint,
      { ...endpoint, id: 2, path: '/api/v1/buckets' },
      { table: 'content', id: 1, body: '{}' },
      item(1, 1),
      item(2, 1),
      item(3, 2),
      size(1, 0, 5),
      size(1, 2, 2n ** 70n),
      size(2, 1, 7),
      size(2, 3, null),
      size(3, 0, 9),
    ]);
    const on = async (days: number) =>
      (await store.bucketsOn(1, beginning + days * day)).map(({ item: of, bytes }) => [of, bytes]);
    expect(await on(0)).toEqual([[1, 5]]);
    expect(await on(2)).toEqual([
      [1, 2n ** 70n],
      [2, 7],
    ]);
    expect(await on(4)).toEqual([
      [1, 2n ** 70n],
      [2, null],
    ]);
  });

  test('is written with all rows of its poll, or not at all', async () => {
    const store = await engine.open(engine.place());
    await store.write([endpoint, subject, word, span(0, null)]);
    const before = await storedRows(store);
    // A subject cannot have two open spans.
    await expect(store.write([look(10), span(10, null)])).rejects.toThrow('cannot be used');
    expect(await storedRows(store)).toEqual(before);
  });

  test('that ends a span makes room for the next', async () => {
    const store = await engine.open(engine.place());
    await store.write([endpoint, subject, word, span(0, null)]);
    await store.write([span(0, 10), span(10, null)]);
    const spans = (await storedRows(store)).filter((row) => row.table === 'span');
    expect(spans).toEqual([span(0, 10), span(10, null)]);
  });

  test('of the log names the content before the item was gone', async () => {
    const store = await engine.open(engine.place());
    const entry = (at: number, before: number | null, after: number | null): Row => {
      const sent = { at: beginning + at, notBefore: beginning + at - 5, blind: false };
      return { table: 'log', endpoint: 1, seq: at, item: 1, before, after, ...sent };
    };
    await store.write([
      endpoint,
      { table: 'content', id: 1, body: '{"a":1}' },
      { table: 'content', id: 2, body: '{"a":2}' },
      { table: 'item', id: 1, endpoint: 1, key: 'evt_1', occurrence: 1, content: 2, changedAt: beginning },
      entry(0, null, 1),
      entry(10, 1, null),
      entry(20, null, 2),
    ]);
    const between = { from: beginning, to: beginning + 30 };
    const log = await store.log({ endpoint: 1, between, item: null, start: null, limit: 10 });
    expect(log.map(({ bodyBefore, bodyLast, bodyAfter }) => [bodyBefore, bodyLast, bodyAfter])).toEqual([
      [null, '{"a":1}', '{"a":2}'],
      ['{"a":1}', null, null],
      [null, null, '{"a":1}'],
    ]);
  });

  test('of a series comes with the value at the start of the window', async () => {
    const store = await engine.open(engine.place());
    await store.write([value(0, 1), value(10, 2), value(20, 3)]);
    const found = await store.values(1, { from: beginning + 15, to: beginning + 20 });
    expect(found).toEqual([value(10, 2)]);
  });

  test.each(['a\u0000b', 'a\ud800b', 'back\\slash', '\\u0000', 'plain'])(
    'a name is stored as sent: %j',
    async (key) => {
      const store = await engine.open(engine.place());
      await store.write([{ ...subject, key }]);
      expect((await storedRows(store)).find((row) => row.table === 'subject')).toMatchObject({ key });
    },
  );
});

test('a copy is complete although rows are written meanwhile', async () => {
  const file = fileOfTest();
  const { store } = await open(file);
  await store.write([endpoint, subject, word, span(0, 10)]);
  await store.backup(`${file}.copy`);
  await store.write([span(10, null)]);
  const copy = await open(`${file}.copy`);
  expect((await storedRows(copy.store)).filter((row) => row.table === 'span')).toEqual([span(0, 10)]);
});
