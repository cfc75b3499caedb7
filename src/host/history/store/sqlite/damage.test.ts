import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { endpoint, fileOfTest, look, open, span, subject, value, word } from '#testing/history/history-file.ts';
import { storedRows } from '#testing/history/stored-rows.ts';
import type { HistoryFile } from '../store.ts';
import { faultOf } from './faults.ts';
import { LibsqlStore } from './libsql-store.ts';
import { openStore } from './open-store.ts';

/** Copies a history record, and makes the first byte of a text invalid UTF-8. */
async function copyWith(store: HistoryFile, text: string): Promise<string> {
  const file = fileOfTest();
  await store.backup(file);
  const bytes = readFileSync(file);
  bytes.writeUInt8(0xff, bytes.lastIndexOf(text));
  writeFileSync(file, bytes);
  return file;
}

describe('a history file', () => {
  test('of an older version that is damaged is quarantined unchanged', async () => {
    const file = fileOfTest();
    const { store } = await open(file);
    await store.write([endpoint, subject, word, span(0, null), look(0)]);
    await store.close();
    const older = new Database(file);
    older.exec(
      'drop index log_item; drop table chain; drop table shared_content; alter table item drop column changed_at',
    );
    // With these settings, opening the older file changes nothing in it.
    older.exec('pragma user_version = 1; pragma journal_mode = wal');
    older.close();
    rmSync(`${file}.sum`);
    const bytes = readFileSync(file);
    const place = bytes.lastIndexOf('operational') + 1;
    bytes.writeUInt8((bytes.at(place) ?? 0) ^ 0x80, place);
    writeFileSync(file, bytes);
    const { notice } = await open(file);
    expect(notice?.kind).toBe('damaged');
    const stored = join(file, '..', notice?.kept ?? '');
    expect(readFileSync(stored)).toEqual(bytes);
    expect(statSync(`${stored}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });

  test('that is damaged anywhere is quarantined, or gives its old content', async () => {
    const original = fileOfTest();
    const { store } = await open(original);
    await store.write([endpoint, subject, word]);
    for (let index = 0; index < 200; index += 1)
      await store.write([span(index * 10, index * 10 + 10), look(index * 10), value(index * 10, index)]);
    const rows = await storedRows(store);
    await store.close();
    const bytes = readFileSync(original);
    const sum = readFileSync(`${original}.sum`);
    const file = fileOfTest();
    const damages = 200;
    let changed = 0;
    for (let mutation = 0; mutation < damages; mutation += 1) {
      const damaged = Buffer.from(bytes);
      const place = Math.floor((mutation * bytes.length) / damages);
      if (mutation % 4 === 0) damaged.fill(0, place, place + 64);
      else damaged.writeUInt8((damaged.at(place) ?? 0) ^ (1 << (mutation % 8)), place);
      const put = mutation % 10 === 9 ? damaged.subarray(0, place) : damaged;
      if (!put.equals(bytes)) changed += 1;
      writeFileSync(file, put);
      writeFileSync(`${file}.sum`, sum);
      const opening = await openStore(file);
      if (opening.kind !== 'open') throw new Error(opening.why);
      if (opening.notice === null) expect(await storedRows(opening.store)).toEqual(rows);
      await opening.store.close();
      rmSync(file);
    }
    const kept = readdirSync(join(file, '..')).filter((name) => name.includes('.aside-'));
    expect(kept).toHaveLength(changed);
    expect(changed).toBeGreaterThan(0.8 * damages);
  });

  test.each(['API', 'operational', '/api/v1/events', 'CREATE TABLE "span"'])(
    'of a killed host with a flipped bit in %s is quarantined, and the process survives',
    async (text) => {
      const file = fileOfTest();
      const { store } = await open(file);
      await store.write([endpoint, subject, word, span(0, null), look(0)]);
      await store.close();
      const again = await open(file);
      await again.store.write([look(10)]);
      // A copy of the file as it is on disk while the host runs.
      const killed = fileOfTest();
      for (const end of ['-wal', '.mark']) writeFileSync(killed + end, readFileSync(file + end));
      const bytes = readFileSync(file);
      const place = bytes.lastIndexOf(text) + 1;
      expect(place).toBeGreaterThan(0);
      bytes.writeUInt8((bytes.at(place) ?? 0) ^ 0x80, place);
      writeFileSync(killed, bytes);
      const { notice } = await open(killed);
      expect(notice?.kind).toBe('damaged');
      expect(readFileSync(join(killed, '..', notice?.kept ?? ''))).toEqual(bytes);
    },
  );

  test('with a text that breaks while it is open is no longer read, and the process survives', async () => {
    const { store } = await open(fileOfTest());
    await store.write([endpoint, subject, word, { table: 'content', id: 1, body: 'whole' }]);
    const file = await copyWith(store, 'whole');
    const database = new Database(file);
    const kept = new LibsqlStore(
      database,
      () => undefined,
      () => void database.close(),
    );
    await expect(kept.content(1)).rejects.toThrow('cannot be used');
    await kept.write([look(10)]);
    await kept.close();
  });

  test('of a killed host, cut anywhere, never prevents a start', async () => {
    const original = fileOfTest();
    const { store } = await open(original);
    await store.write([endpoint, subject, word]);
    for (let index = 0; index < 50; index += 1)
      await store.write([span(index * 10, index * 10 + 10), look(index * 10)]);
    const [main, log] = [readFileSync(original), readFileSync(`${original}-wal`)];
    const file = fileOfTest();
    for (let cut = 0; cut < 20; cut += 1) {
      writeFileSync(file, main.subarray(0, Math.floor((cut * main.length) / 20)));
      writeFileSync(`${file}-wal`, log.subarray(0, Math.floor(((19 - cut) * log.length) / 20)));
      const opening = await openStore(file);
      if (opening.kind !== 'open') throw new Error(opening.why);
      await opening.store.write([look(1_000_000 + cut)]);
      await opening.store.close();
      for (const end of ['', '-wal', '.sum']) rmSync(file + end, { force: true });
    }
  });

  test('of a killed host with a damaged log is quarantined, because committed rows are missing', async () => {
    const file = fileOfTest();
    const { store } = await open(file);
    await store.write([endpoint, subject, word]);
    for (let index = 1; index <= 50; index += 1) await store.write([look(index * 10)]);
    // The files as they are on disk while the host runs.
    const bytes = ['', '-wal', '.mark'].map((end) => ({ end, content: readFileSync(file + end) }));
    const killed = fileOfTest();
    for (const { end, content } of bytes) {
      if (end === '-wal') content.writeUInt8((content.at(content.length >> 1) ?? 0) ^ 1, content.length >> 1);
      writeFileSync(killed + end, content);
    }
    const { notice } = await open(killed);
    expect(notice?.kind).toBe('damaged');
    const kept = join(killed, '..', notice?.kept ?? '');
    for (const { end, content } of bytes)
      if (end !== '.mark') expect(readFileSync(kept + end)).toEqual(content);
  });
});

test('a lack of memory does not count as damage of the file', () => {
  expect(faultOf(Object.assign(new Error('out of memory'), { code: 'SQLITE_NOMEM' }))).toBe('memory');
});
