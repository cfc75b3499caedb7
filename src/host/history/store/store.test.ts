import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { storedRows } from '#testing/stored-rows.ts';
import type { Row, RowOf } from '../rows.ts';
import type { HistoryStore } from '../store.ts';
import { faultOf } from './faults.ts';
import { LibsqlStore } from './libsql-store.ts';
import { openStore } from './open-store.ts';

const hour = 3_600_000;
const day = 24 * hour;
const beginning = Date.parse('2026-11-01T00:00:00.000Z');

function fileOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'history.db');
}

async function open(file: string) {
  const opening = await openStore(file);
  if (opening.kind !== 'open') throw new Error(`It is ${opening.kind}: ${opening.why}`);
  onTestFinished(() => opening.store.close());
  return opening;
}

/** A copy in which the first byte of a text is not UTF-8. */
async function copyWith(store: HistoryStore, text: string): Promise<string> {
  const file = fileOfTest();
  await store.backup(file);
  const bytes = readFileSync(file);
  bytes.writeUInt8(0xff, bytes.lastIndexOf(text));
  writeFileSync(file, bytes);
  return file;
}

const endpoint: Row = { table: 'endpoint', id: 1, deployment: 'cdn', path: '/api/v1/events' };
const subject: RowOf<'subject'> = {
  table: 'subject',
  id: 1,
  deployment: 'cdn',
  kind: 'component',
  key: 'API',
  occurrence: 1,
};
const word: Row = { table: 'word', id: 1, text: 'operational', form: 'whole' };

function look(at: number, more: Partial<Extract<Row, { table: 'look' }>> = {}): Row {
  return {
    table: 'look',
    endpoint: 1,
    seq: at,
    run: 1,
    at: beginning + at,
    sentAt: beginning + at - 5,
    vouched: 70_000,
    complete: true,
    cause: null,
    detail: null,
    statedAt: null,
    ...more,
  };
}

function span(from: number, to: number | null): Row {
  const open = { table: 'span', subject: 1, word: 1, endpoint: 1, folded: 0, notBefore: null } as const;
  return { ...open, from: beginning + from, to: to === null ? null : beginning + to };
}

function value(at: number, amount: number | bigint, series = 1): Row {
  return { table: 'value', series, at: beginning + at, value: amount };
}

describe('a written row', () => {
  test('is there after the file is closed and opened again', async () => {
    const file = fileOfTest();
    const { store } = await open(file);
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
    const again = await open(file);
    const found = await storedRows(again.store);
    expect(new Set(found.map((row) => row.table))).toEqual(new Set(rows.map((row) => row.table)));
    for (const row of rows) expect(found).toContainEqual(row);
  });

  test('tells what each bucket held on a day: the newest row up to it', async () => {
    const { store } = await open(fileOfTest());
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
    const { store } = await open(fileOfTest());
    await store.write([endpoint, subject, word, span(0, null)]);
    const before = await storedRows(store);
    // A subject cannot have two open spans.
    await expect(store.write([look(10), span(10, null)])).rejects.toThrow('cannot be used');
    expect(await storedRows(store)).toEqual(before);
  });

  test('that ends a span makes room for the next', async () => {
    const { store } = await open(fileOfTest());
    await store.write([endpoint, subject, word, span(0, null)]);
    await store.write([span(0, 10), span(10, null)]);
    const spans = (await storedRows(store)).filter((row) => row.table === 'span');
    expect(spans).toEqual([span(0, 10), span(10, null)]);
  });

  test('of the log names the content before the item was gone', async () => {
    const { store } = await open(fileOfTest());
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
    const { store } = await open(fileOfTest());
    await store.write([value(0, 1), value(10, 2), value(20, 3)]);
    const found = await store.values(1, { from: beginning + 15, to: beginning + 20 });
    expect(found).toEqual([value(10, 2)]);
  });
});

test.each(['a\u0000b', 'a\ud800b', 'back\\slash', '\\u0000', 'plain'])(
  'a name is stored as sent: %j',
  async (key) => {
    const { store } = await open(fileOfTest());
    await store.write([{ ...subject, key }]);
    expect((await storedRows(store)).find((row) => row.table === 'subject')).toMatchObject({ key });
  },
);

test('a lack of memory says nothing about the file', () => {
  expect(faultOf(Object.assign(new Error('out of memory'), { code: 'SQLITE_NOMEM' }))).toBe('memory');
});

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
    const kept = 'history.db.aside-20261103T040506Z';
    const notice = { kind: 'newer', since, kept } as const;

    /** Everything that such a host leaves, besides the file itself. */
    function leave(file: string, note = JSON.stringify(notice)): void {
      writeFileSync(join(file, '..', kept), 'what could not be used');
      writeFileSync(`${file}.unsaid`, note);
    }

    test('is reported once by the next host, whatever else was left', async () => {
      const file = fileOfTest();
      leave(file);
      writeFileSync(`${file}.mark`, '0000000000000042');
      writeFileSync(`${file}.sum`, `${'0'.repeat(64)}\n`);
      const first = await open(file);
      expect(first.notice).toEqual(notice);
      await first.store.close();
      expect((await open(file)).notice).toEqual(notice);
      expect(readdirSync(join(file, '..')).filter((name) => name.includes('aside'))).toEqual([kept]);
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
      expect(readFileSync(join(file, '..', `${kept}-wal`), 'utf8')).toBe('its log');
    });

    test.each(['', 'null', '{"kept":1}', JSON.stringify({ ...notice, kept: `../${kept}` })])(
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

  test('of an older version that is damaged is quarantined unchanged', async () => {
    const file = fileOfTest();
    const { store } = await open(file);
    await store.write([endpoint, subject, word, span(0, null), look(0)]);
    await store.close();
    const older = new Database(file);
    older.exec(
      'drop index log_item; drop table chain; drop table shared_content; alter table item drop column changed_at',
    );
    // So that opening it changes nothing.
    older.exec('pragma user_version = 1; pragma journal_mode = wal');
    older.close();
    rmSync(`${file}.sum`);
    const bytes = readFileSync(file);
    const place = bytes.lastIndexOf('operational') + 1;
    bytes.writeUInt8((bytes.at(place) ?? 0) ^ 0x80, place);
    writeFileSync(file, bytes);
    const { notice } = await open(file);
    expect(notice?.kind).toBe('damaged');
    const kept = join(file, '..', notice?.kept ?? '');
    expect(readFileSync(kept)).toEqual(bytes);
    expect(statSync(`${kept}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
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
      // The file as it is on disk while the host runs.
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
    // The file as it is on disk while the host runs.
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

  test('that is a folder is quarantined', async () => {
    const file = fileOfTest();
    mkdirSync(file);
    writeFileSync(join(file, 'inside'), 'kept');
    const { notice } = await open(file);
    expect(readFileSync(join(file, '..', notice?.kept ?? '', 'inside'), 'utf8')).toBe('kept');
  });
});

describe('what is older than the retention period', () => {
  const retention = { rawDays: 2, hourDays: 20, spanDays: 20 };
  const series: Row = { table: 'series', id: 1, deployment: 'cdn', name: 'events/evt_1', endpoint: 1 };

  async function tidied(store: HistoryStore, now: number): Promise<void> {
    for (let step = 0; await store.tidy(retention, beginning + now); step += 1)
      if (step > 2_000) throw new Error('It never ends.');
  }

  test('becomes hours, with the polls and decreases of each', async () => {
    const { store } = await open(fileOfTest());
    const looks = Array.from({ length: 4 * 60 }, (_, minute) => look(minute * 60_000));
    // A poll an hour later, and none between: a gap.
    const late = look(9 * hour);
    await store.write([endpoint, series, ...looks, late]);
    await store.write([value(0, 100), value(hour + 60_000, 40), value(2 * hour, 50), value(9 * hour, 45)]);
    const sight = { table: 'sight', endpoint: 1, outcome: 'seen', cause: null, detail: null } as const;
    await store.write([
      {
        ...sight,
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
    // The last value is still known, and so is the poll that showed it.
    expect(await store.values(1, { from: beginning + 3 * day, to: beginning + 4 * day })).toEqual([
      value(9 * hour, 45),
    ]);
    expect((await storedRows(store)).filter((row) => row.table === 'look')).toEqual([late]);
  });

  test('becomes hours also if values return after days without any, at any time', async () => {
    const { store } = await open(fileOfTest());
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
    const told = hours.map(({ hour: at, first, last }) => [(at - beginning) / hour, first, last]);
    const dayOf = (from: number, said: number) =>
      Array.from({ length: 24 }, (_, index) => [from * 24 + index, said, said]);
    expect(told).toEqual([[0, 100, 100], ...dayOf(4, 700), ...dayOf(5, 900)]);
  });

  test('is dropped if it ended, and stays while it is open', async () => {
    const { store } = await open(fileOfTest());
    await store.write([endpoint, subject, word, span(0, 10), span(10, null)]);
    await tidied(store, 300 * day);
    expect((await storedRows(store)).filter((row) => row.table === 'span')).toEqual([span(10, null)]);
  });
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
