import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import {
  beginning,
  day,
  endpoint,
  fileOfTest,
  look,
  open,
  span,
  subject,
  word,
} from '#testing/history/history-file.ts';
import { storedRows } from '#testing/history/stored-rows.ts';
import { openStore } from './open-store.ts';

describe('a history file', () => {
  test('that another process has open is locked', async () => {
    const file = fileOfTest();
    await open(file);
    expect(await openStore(file)).toMatchObject({ kind: 'locked' });
  });

  test('whose folder is a file cannot be written', async () => {
    const file = fileOfTest();
    writeFileSync(file, 'no folder');
    expect(await openStore(join(file, 'history.db'))).toMatchObject({ kind: 'read-only' });
  });

  test('of a newer version is quarantined byte for byte, and reported at each later start', async () => {
    const file = fileOfTest();
    const newer = new Database(file);
    newer.exec('create table later (a integer); pragma user_version = 99');
    newer.close();
    const bytes = readFileSync(file);
    const { notice, store } = await open(file);
    expect(notice?.kind).toBe('newer');
    expect(readFileSync(join(file, '..', notice?.kept ?? ''))).toEqual(bytes);
    await store.close();
    expect((await open(file)).notice).toEqual(notice);
  });

  describe('of a host that was killed during a quarantine', () => {
    const since = Date.parse('2026-11-03T04:05:06.789Z');
    const stored = 'history.db.aside-20261103T040506Z';
    const notice = { kind: 'newer', since, kept: stored } as const;

    /**
     * Writes the files that a host leaves when it is killed during a quarantine, without the database file
     * itself.
     */
    function leave(file: string, note = JSON.stringify(notice)): void {
      writeFileSync(join(file, '..', stored), 'what could not be used');
      writeFileSync(`${file}.unsaid`, note);
    }

    test('is reported once by the next host, with any leftover files', async () => {
      const file = fileOfTest();
      leave(file);
      writeFileSync(`${file}.mark`, '0000000000000042');
      writeFileSync(`${file}.sum`, `${'0'.repeat(64)}\n`);
      const first = await open(file);
      expect(first.notice).toEqual(notice);
      await first.store.close();
      expect((await open(file)).notice).toEqual(notice);
      expect(readdirSync(join(file, '..')).filter((name) => name.includes('aside'))).toEqual([stored]);
    });

    test('is reported for a new file without rows', async () => {
      const file = fileOfTest();
      await (await open(file)).store.close();
      leave(file);
      expect((await open(file)).notice).toEqual(notice);
    });

    test('is not reported for a file with polls: it was restored, or could be opened after all', async () => {
      const file = fileOfTest();
      const { store } = await open(file);
      await store.write([endpoint, look(0)]);
      await store.close();
      leave(file);
      const again = await open(file);
      expect(again.notice).toBeNull();
      await again.store.close();
      expect((await open(file)).notice).toBeNull();
    });

    test('gets its log moved after it', async () => {
      const file = fileOfTest();
      leave(file);
      writeFileSync(`${file}-wal`, 'its log');
      expect((await open(file)).notice).toEqual(notice);
      expect(readFileSync(join(file, '..', `${stored}-wal`), 'utf8')).toBe('its log');
    });

    test.each(['', 'null', '{"kept":1}', JSON.stringify({ ...notice, kept: `../${stored}` })])(
      'is not reported if the note is %j',
      async (note) => {
        const file = fileOfTest();
        leave(file, note);
        expect((await open(file)).notice).toBeNull();
      },
    );
  });

  test('of an older version is upgraded with all its rows', async () => {
    const file = fileOfTest();
    const { store } = await open(file);
    await store.write([endpoint, subject, word, span(0, null), look(0)]);
    const rows = await storedRows(store);
    await store.close();
    const older = new Database(file);
    older.exec(
      'drop index log_item; drop table chain; drop table shared_content; alter table item drop column changed_at; pragma user_version = 1',
    );
    older.close();
    rmSync(`${file}.sum`);
    const { notice, store: ours } = await open(file);
    expect(notice).toBeNull();
    expect(await storedRows(ours)).toEqual(rows);
    await ours.write([look(2 * day)]);
    expect(await ours.tidy({ rawDays: 14, hourDays: 400, spanDays: 400 }, beginning + 2 * day)).toBe(true);
  });

  test('that is a folder is quarantined', async () => {
    const file = fileOfTest();
    mkdirSync(file);
    writeFileSync(join(file, 'inside'), 'kept');
    const { notice } = await open(file);
    expect(readFileSync(join(file, '..', notice?.kept ?? '', 'inside'), 'utf8')).toBe('kept');
  });
});

test('a directory in the place of the file is quarantined, also beside a digest', async () => {
  const file = fileOfTest();
  mkdirSync(file);
  writeFileSync(join(file, 'inside'), 'x');
  writeFileSync(`${file}.sum`, `${'0'.repeat(64)}\n`);
  const { notice, store } = await open(file);
  expect(notice).toMatchObject({ kind: 'damaged', kept: expect.stringMatching(/^history\.db\.aside-/) });
  expect(statSync(file).isFile()).toBe(true);
  expect(readdirSync(join(file, '..', notice?.kept ?? ''))).toEqual(['inside']);
  await store.close();
});

test('the file, its log and its digest are readable by their owner only, also if they were not before', async () => {
  const file = fileOfTest();
  const modes = () =>
    readdirSync(join(file, '..')).map((name) => [name, statSync(join(file, '..', name)).mode & 0o777]);
  const first = await open(file);
  await first.store.write([word]);
  expect(modes()).toContainEqual(['history.db-wal', 0o600]);
  expect(modes().every(([, mode]) => mode === 0o600)).toBe(true);
  await first.store.close();
  expect(modes().every(([, mode]) => mode === 0o600)).toBe(true);
  chmodSync(file, 0o644);
  const second = await open(file);
  await second.store.write([{ ...word, id: 2, text: 'degraded' }]);
  expect(modes().every(([, mode]) => mode === 0o600)).toBe(true);
});
