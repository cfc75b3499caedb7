import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { exportLines, openCopy } from '#host/history/upkeep/copy.ts';
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
import { schemaVersion } from '../tables.ts';
import { openStore, openStored } from './open-store.ts';

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

  describe('of a newer version', () => {
    /** Writes rows into a file, and makes it one of a later version. */
    async function newerFile(): Promise<string> {
      const file = fileOfTest();
      const { store } = await open(file);
      await store.write([endpoint, subject, word, span(0, null), look(0)]);
      await store.close();
      const newer = new Database(file);
      newer.exec('pragma user_version = 99');
      newer.close();
      rmSync(`${file}.sum`);
      return file;
    }

    const contents = (file: string) =>
      readdirSync(join(file, '..')).map((name) => [name, readFileSync(join(file, '..', name), 'hex')]);

    test('is refused with a sentence, and no byte of the folder changes', async () => {
      const file = await newerFile();
      const before = contents(file);
      const sentence = `${file} was written by a newer version of Edgewatch and stays as it is. Use that version, or restore a backup of this version.`;
      expect(await openStore(file)).toEqual({ kind: 'newer', why: sentence });
      expect(await openStored(file)).toEqual({ kind: 'newer', why: sentence });
      expect(contents(file)).toEqual(before);
    });

    test('names the copy that the newer version left for this one, and that copy can be restored', async () => {
      const file = await newerFile();
      const copy = `${file}.version-${schemaVersion}`;
      const made = fileOfTest();
      const { store } = await open(made);
      await store.write([endpoint, subject, word, span(0, 10)]);
      await store.backup(copy);
      expect(await openStore(file)).toMatchObject({ why: expect.stringContaining(`or restore ${copy}.`) });
      renameSync(copy, file);
      expect(await storedRows((await open(file)).store)).toContainEqual(span(0, 10));
    });

    test('whose version is only in its log is refused too, and loses no row', async () => {
      const file = fileOfTest();
      const { store } = await open(file);
      await store.write([endpoint, subject, word]);
      await store.close();
      const killed = fileOfTest();
      const newer = new Database(file);
      newer.exec('pragma journal_mode = wal; pragma user_version = 99');
      newer.prepare('insert into word (id, text, form) values (?, ?, ?)').run([2, 'degraded', 'whole']);
      // A copy of the files as they are on disk while the newer host runs.
      for (const end of ['', '-wal']) copyFileSync(file + end, killed + end);
      newer.close();
      expect(await openStore(killed)).toMatchObject({ kind: 'newer' });
      expect(await openStore(killed)).toMatchObject({ kind: 'newer' });
      const after = new Database(killed);
      expect(after.prepare('select text from word order by id').raw().all()).toEqual([
        ['operational'],
        ['degraded'],
      ]);
      after.close();
    });

    test('is not assumed of a file in another format', async () => {
      const file = fileOfTest();
      writeFileSync(file, 'no database at all, but longer than the header of one\n'.repeat(10));
      expect((await open(file)).notice?.kind).toBe('damaged');
    });
  });

  describe('of a host that was killed during a quarantine', () => {
    const since = Date.parse('2026-11-03T04:05:06.789Z');
    const stored = 'history.db.aside-20261103T040506Z';
    const notice = { kind: 'damaged', since, kept: stored } as const;

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

  describe('of an older version', () => {
    /** Makes a file of version 1 of one that this version wrote. */
    async function olderFile() {
      const file = fileOfTest();
      const { store } = await open(file);
      await store.write([endpoint, subject, word, span(0, null), look(0)]);
      const rows = await storedRows(store);
      await store.close();
      const older = new Database(file);
      older.exec(
        'drop table note; drop index log_item; drop table chain; drop table shared_content; alter table item drop column changed_at; pragma user_version = 1',
      );
      older.close();
      rmSync(`${file}.sum`);
      return { file, rows };
    }

    function versionOf(file: string): unknown {
      const database = new Database(file, { readonly: true });
      try {
        return database.prepare('pragma user_version').raw().all();
      } finally {
        database.close();
      }
    }

    test('is upgraded with all its rows', async () => {
      const { file, rows } = await olderFile();
      const { notice, store } = await open(file);
      expect(notice).toBeNull();
      expect(await storedRows(store)).toEqual(rows);
      await store.write([look(2 * day)]);
      expect(await store.tidy({ rawDays: 14, hourDays: 400, spanDays: 400 }, beginning + 2 * day)).toBe(true);
    });

    test('is copied before the upgrade, for its owner only, and only then', async () => {
      const { file, rows } = await olderFile();
      const { store } = await open(file);
      const copy = `${file}.version-1`;
      expect([versionOf(copy), statSync(copy).mode & 0o777]).toEqual([[[1]], 0o600]);
      await store.write([look(10)]);
      await store.close();
      expect(versionOf(file)).toEqual([[schemaVersion]]);
      // The copy replaces the file, as in a downgrade, and is upgraded again.
      copyFileSync(copy, file);
      rmSync(`${file}.sum`);
      const again = await open(file);
      expect(await storedRows(again.store)).toEqual(rows);
      await again.store.close();
      rmSync(copy);
      await (await open(file)).store.close();
      expect(readdirSync(join(file, '..')).toSorted()).toEqual(['history.db', 'history.db.sum']);
    });

    test('is copied completely if a host was killed while it made the copy', async () => {
      const { file } = await olderFile();
      writeFileSync(`${file}.version-1.new`, 'a part of the copy');
      await open(file);
      expect(versionOf(`${file}.version-1`)).toEqual([[1]]);
      expect(existsSync(`${file}.version-1.new`)).toBe(false);
    });

    test('stays as it is if its copy cannot be written', async () => {
      const { file } = await olderFile();
      mkdirSync(`${file}.version-1`);
      expect(await openStore(file)).toMatchObject({ kind: 'read-only' });
      expect(versionOf(file)).toEqual([[1]]);
      rmSync(`${file}.version-1`, { recursive: true });
      expect((await open(file)).notice).toBeNull();
    });
  });

  // A new schema version adds a case here: its file, as the version before it wrote it.
  test.each([4])('of version %i, as that version wrote it, is read completely', async (version) => {
    const sql = readFileSync(
      new URL(`../../../../testing/history/version-${version}.sql`, import.meta.url),
      'utf8',
    );
    const file = fileOfTest();
    const made = new Database(file);
    made.exec(sql);
    made.close();
    const inserted = (lines: readonly (string | undefined)[]) => {
      const counts: Record<string, number> = {};
      for (const table of lines) counts[table ?? ''] = (counts[table ?? ''] ?? 0) + 1;
      return counts;
    };
    const written = inserted([...sql.matchAll(/^INSERT INTO "?(\w+)"? /gm)].map(([, table]) => table));
    const { notice, store } = await open(file);
    expect(notice).toBeNull();
    await store.backup(`${file}.copy`);
    const copy = openCopy(`${file}.copy`);
    const lines: string[] = await Readable.from(exportLines(copy)).toArray();
    const exported = lines.map((line): { readonly table: string } => JSON.parse(line));
    copy.close();
    expect(inserted(exported.map(({ table }) => table))).toEqual(written);
    expect(Object.keys(written)).toEqual(
      expect.arrayContaining(['run', 'look', 'span', 'sight', 'item', 'value']),
    );
    const words = (await storedRows(store)).flatMap((row) => (row.table === 'word' ? [row.text] : []));
    expect(words).toEqual(expect.arrayContaining(['operational', 'degraded']));
    expect(existsSync(`${file}.version-${version}`)).toBe(version < schemaVersion);
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
