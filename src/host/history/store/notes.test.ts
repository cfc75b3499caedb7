import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { describeEngines } from '#testing/history/engines.ts';
import { beginning, day, fileOfTest, hour, open } from '#testing/history/history-file.ts';
import { added, newNote, notesOf } from '#testing/history/notes.ts';
import { exportLines, openCopy } from '../upkeep/copy.ts';
import { verifyCopy } from '../upkeep/verify.ts';
import { mostNotes } from './notes.ts';
import type { HistoryStore } from './store.ts';

const retention = { rawDays: 2, hourDays: 20, spanDays: 20 };

async function tidied(store: HistoryStore, now: number): Promise<void> {
  for (let step = 0; await store.tidy(retention, beginning + now); step += 1)
    if (step > 2_000) throw new Error('It never ends.');
}

const withdrawal = {
  deployment: 'cdn',
  withdrawnBy: 'Bo',
  withdrawnVerified: true,
  reason: 'It was another link.',
};

describeEngines('a note', (engine) => {
  test('gets the next id, and is there after the store is closed and opened again', async () => {
    const place = engine.place();
    const store = await engine.open(place);
    const about = {
      kind: 'component',
      key: 'API\u0000\\',
      occurrence: 2,
      link: 'https://tickets.test/1',
    } as const;
    expect(await added(store, newNote(0))).toBe(1);
    expect(await added(store, newNote(1, { ...about, requestKey: 'one', verified: true }))).toBe(2);
    const before = await notesOf(store);
    await store.close();
    const again = await engine.open(place);
    expect(await notesOf(again)).toEqual(before);
    expect(before.map(({ id }) => id)).toEqual([2, 1]);
    expect(before[0]).toMatchObject({ ...about, verified: true, withdrawnAt: null });
    expect(await added(again, newNote(2))).toBe(3);
  });

  test('is added once for one request key and deployment', async () => {
    const store = await engine.open(engine.place());
    const note = newNote(0, { requestKey: 'one' });
    const first = await store.addNote(note);
    const second = await store.addNote({ ...note, text: 'Other words' });
    expect(second).toEqual({ ...first, kind: 'repeated' });
    expect(await store.addNote({ ...note, deployment: 'other' })).toMatchObject({ kind: 'added' });
    expect(await store.addNote(newNote(0))).toMatchObject({ kind: 'added' });
    expect(await store.addNote(newNote(0))).toMatchObject({ kind: 'added' });
    expect(await notesOf(store)).toHaveLength(3);
  });

  test('is withdrawn once, with its words', async () => {
    const store = await engine.open(engine.place());
    const id = await added(store, newNote(0));
    const withdrawn = await store.withdrawNote({ ...withdrawal, id, withdrawnAt: beginning + 5 });
    expect(withdrawn).toMatchObject({ ...newNote(0), ...withdrawal, withdrawnAt: beginning + 5 });
    const later = { ...withdrawal, id, withdrawnAt: beginning + 9, withdrawnBy: 'Cy' };
    expect(await store.withdrawNote(later)).toEqual(withdrawn);
    expect(await notesOf(store)).toEqual([withdrawn]);
    expect(await notesOf(store, { isOpen: true })).toEqual([]);
  });

  test('is not withdrawn before it was written, and not for another deployment', async () => {
    const store = await engine.open(engine.place());
    const id = await added(store, newNote(100));
    expect(
      await store.withdrawNote({ ...withdrawal, deployment: 'other', id, withdrawnAt: beginning }),
    ).toBeNull();
    expect(await store.withdrawNote({ ...withdrawal, id, withdrawnAt: beginning })).toMatchObject({
      withdrawnAt: beginning + 100,
    });
  });

  test('is refused beyond the limit of 24 hours, until the oldest of these is a day old', async () => {
    const store = await engine.open(engine.place());
    for (let n = 0; n < mostNotes.aDay; n += 1) await added(store, newNote(n * 1_000));
    expect(await store.addNote(newNote(hour))).toEqual({ kind: 'too-many-a-day', until: beginning + day });
    expect(await store.addNote(newNote(hour, { deployment: 'other' }))).toMatchObject({ kind: 'added' });
    expect(await store.addNote(newNote(day))).toMatchObject({ kind: 'added' });
    expect(await store.addNote(newNote(day))).toEqual({
      kind: 'too-many-a-day',
      until: beginning + day + 1_000,
    });
  });

  test('lives as long as a span of its time, and as long after it was written', async () => {
    const store = await engine.open(engine.place());
    await added(store, newNote(0));
    await added(store, newNote(0, { to: beginning + 30 * day }));
    await added(store, newNote(5 * day, { from: beginning - 300 * day, to: beginning - 299 * day }));
    await added(store, newNote(0));
    await tidied(store, 21 * day);
    // The newest id stays: it must not be used again.
    expect((await notesOf(store)).map(({ id }) => id)).toEqual([4, 2, 3]);
    await tidied(store, 60 * day);
    expect((await notesOf(store)).map(({ id }) => id)).toEqual([4]);
  });

  test('gets an id of its own if many are written at once', async () => {
    const store = await engine.open(engine.place());
    const written = await Promise.all(Array.from({ length: 20 }, () => added(store, newNote(0))));
    expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await notesOf(store)).toHaveLength(20);
  });

  test('is added once if a request is repeated before it is answered', async () => {
    const store = await engine.open(engine.place());
    const note = newNote(0, { requestKey: 'one' });
    const kinds = (await Promise.all([1, 2, 3].map(() => store.addNote(note)))).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['added', 'repeated', 'repeated']);
  });

  test('notes of a range overlap it, newest first, page by page, each once', async () => {
    const store = await engine.open(engine.place());
    const time = fc.integer({ min: 0, max: 20 });
    const written = fc.array(fc.record({ a: time, b: time, key: fc.constantFrom(null, 'API', 'Cache') }), {
      maxLength: 12,
    });
    let deployments = 0;
    await fc.assert(
      fc.asyncProperty(written, time, time, fc.constantFrom(null, 'API'), async (notes, c, d, key) => {
        deployments += 1;
        const deployment = `cdn-${deployments}`;
        for (const { a, b, key: of } of notes)
          await added(
            store,
            newNote(Math.max(a, b), {
              deployment,
              from: beginning + Math.min(a, b),
              to: beginning + Math.max(a, b),
              ...(of !== null && { kind: 'component', key: of, occurrence: 1 }),
            }),
          );
        const between = { from: beginning + Math.min(c, d), to: beginning + Math.max(c, d) };
        const query = { deployment, between, kind: key === null ? null : 'component', key };
        const all = await notesOf(store, { deployment });
        const expected = all.filter(
          ({ from, to, key: of }) =>
            from < between.to && (to > between.from || from >= between.from) && (key === null || of === key),
        );
        expect(await notesOf(store, query)).toEqual(expected);
        const paged = [];
        for (let after: (typeof all)[number] | null = null; ; ) {
          const page: typeof all = await notesOf(store, { ...query, after, limit: 2 });
          paged.push(...page);
          if (page.length < 2) break;
          after = page.at(-1) ?? null;
        }
        expect(paged).toEqual(expected);
        expect(all).toEqual(all.toSorted((x, y) => y.from - x.from || y.id - x.id));
      }),
      { numRuns: 60 },
    );
  });
});

test('a note is in copies and exports, and moves with its deployment to another slug', async () => {
  const file = fileOfTest();
  const { store } = await open(file);
  const subject = { kind: 'deployment', key: 'cdn', occurrence: 1 } as const;
  await added(store, newNote(0, { ...subject, text: 'line\nline' }));
  expect(await store.rename('cdn', 'edge')).toBe('renamed');
  await store.backup(`${file}.copy`);
  const copy = openCopy(`${file}.copy`);
  const lines = (await Readable.from(exportLines(copy)).toArray()).map((line): unknown => JSON.parse(line));
  expect(lines).toEqual([
    expect.objectContaining({ table: 'note', id: 1, deployment: 'edge', key: 'edge', text: 'line\nline' }),
  ]);
  expect((await verifyCopy(copy.statements)).problems).toEqual([]);
  copy.close();
});

test('verify finds a note that was altered to end before it begins', async () => {
  const file = fileOfTest();
  const { store } = await open(file);
  await added(store, newNote(0));
  await store.close();
  const database = new Database(file);
  database.exec('update note set to_at = 0');
  database.close();
  const copy = openCopy(file);
  expect((await verifyCopy(copy.statements)).problems).toEqual([
    expect.stringMatching(/^1 notes end before they begin/),
  ]);
  copy.close();
});
