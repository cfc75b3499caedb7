import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Database from 'libsql';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { HistoryCommand } from '#host/configuration/command-line.ts';
import { demoPlans } from '#service/demo/plans.ts';
import { runHistory } from '../../cli/history-commands.ts';
import { demoPast } from '../demo/demo-past.ts';
import { openStore } from '../store/sqlite/open-store.ts';
import type { HistoryFile } from '../store/store.ts';
import { socketIn } from './messages.ts';
import { listenIn } from './socket.ts';

const retention = { rawDays: 14, hourDays: 400, spanDays: 400 };
const start = Date.parse('2026-11-24T09:30:00.000Z');

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openIn(folder: string): Promise<HistoryFile> {
  const opening = await openStore(join(folder, 'history.db'));
  if (opening.kind !== 'open') throw new Error(opening.why);
  onTestFinished(() => opening.store.close());
  return opening.store;
}

/**
 * Folder of a history record: a generated week and some days of polls after it. Each day contains the hash of
 * the day before.
 */
let record = '';

beforeAll(async () => {
  record = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  const opening = await openStore(join(record, 'history.db'));
  if (opening.kind !== 'open') throw new Error(opening.why);
  await writePast(opening.store);
  await writeDays(opening.store);
  await opening.store.close();
  return () => rmSync(record, { recursive: true, force: true });
});

/** Copies the history record into a folder, and opens the copy. */
async function recordIn(folder: string): Promise<HistoryFile> {
  cpSync(record, folder, { recursive: true });
  return openIn(folder);
}

async function writePast(store: HistoryFile): Promise<void> {
  const [plan] = demoPlans;
  if (!plan) throw new Error('The demo has no plan.');
  const fleet = { seed: 1, scale: 1, start };
  const deployments = [{ slug: 'edge', plan, words: {} }];
  for (const rows of demoPast({ fleet, deployments, pollMilliseconds: 10_000, version: '1' }))
    await store.write(rows);
}

async function writeDays(store: HistoryFile): Promise<void> {
  const poll = { table: 'look', endpoint: 1, run: 1, vouched: 20_000, complete: true } as const;
  const none = { cause: null, detail: null, statedAt: null } as const;
  for (let day = 1; day <= 3; day += 1)
    for (let nth = 0; nth < 10; nth += 1) {
      const at = start + 86_400_000 * day + nth * 10_000;
      await store.write([{ ...poll, ...none, seq: 1_000_000 + day * 100 + nth, at, sentAt: at - 20 }]);
    }
  while (await store.tidy(retention, start + 3 * 86_400_000));
}

async function reported(command: HistoryCommand) {
  const output = new PassThrough();
  const lines: string[] = [];
  const [code, out] = await Promise.all([
    runHistory(command, output, (line) => lines.push(line)).finally(() => output.end()),
    text(output),
  ]);
  return { code, out, lines };
}

async function verify(data: string) {
  const { code, out } = await reported({ kind: 'history', verb: 'verify', data, json: true });
  return { code, result: JSON.parse(out) as { result: string; problems: string[]; chain: object[] } };
}

/** Changes a database file by SQL, as a person who knows its structure could. */
function change(folder: string, sql: string): void {
  const database = new Database(join(folder, 'history.db'));
  database.exec(sql);
  database.close();
  rmSync(join(folder, 'history.db.sum'), { force: true });
}

test('a record is intact, and each change of it is found', async () => {
  const folder = folderOfTest();
  await (await recordIn(folder)).close();
  expect(await verify(folder)).toMatchObject({ code: 0, result: { result: 'whole', problems: [] } });
  const original = readFileSync(join(folder, 'history.db'));
  const found = [
    [
      'update look set sent_at = sent_at - 1 where at = (select min(at) from look where endpoint = 1)',
      /differ from the/,
    ],
    ['delete from look where at = (select min(at) from look where endpoint = 1)', /differ from the/],
    ["update chain set hash = replace(hash, 'a', 'b')", /does not follow|differ from the/],
    ['delete from chain where day = (select min(day) from chain where endpoint = 1)', /have no hash/],
    ['delete from word where id = (select max(word) from span)', /refer to a word/],
    ['update span set to_at = to_at + 1 where to_at = (select min(to_at) from span)', /overlap or leave a gap/],
    ['update span set to_at = from_at + 1 where to_at is null', /no open span/],
    [
      'update sight set to_at = to_at - 1 where from_at = (select min(from_at) from sight)',
      /coverage intervals/,
    ],
    ['update look set seq = -at', /out of order/],
  ] as const;
  for (const [sql, what] of found) {
    writeFileSync(join(folder, 'history.db'), original);
    change(folder, sql);
    const { code, result } = await verify(folder);
    expect({ sql, code, problems: result.problems.join('\n') }).toMatchObject({
      sql,
      code: 1,
      problems: expect.stringMatching(what),
    });
  }
  // A flipped bit in a file that was closed, so that its digest is known.
  writeFileSync(join(folder, 'history.db'), original);
  await (await openIn(folder)).close();
  const bytes = readFileSync(join(folder, 'history.db'));
  bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
  writeFileSync(join(folder, 'history.db'), bytes);
  expect(await verify(folder)).toMatchObject({ code: 1, result: { result: 'altered' } });
  expect(readFileSync(join(folder, 'history.db'))).toEqual(bytes);
});

test('retention does not break the hash chain', async () => {
  const folder = folderOfTest();
  const store = await openIn(folder);
  await store.write([
    { table: 'run', id: 1, version: '1', startedAt: start, endedAt: null, endedHow: null },
    { table: 'endpoint', id: 1, deployment: 'edge', path: '/api/v2/status' },
  ]);
  await writeDays(store);
  const later = start + 3 * 86_400_000;
  while (await store.tidy({ ...retention, rawDays: 1 }, later));
  await store.close();
  const { code, result } = await verify(folder);
  expect({ code, chain: result.chain }).toEqual({
    code: 0,
    chain: [expect.objectContaining({ day: '2026-11-26' })],
  });
  const database = new Database(join(folder, 'history.db'));
  const [stored] = database
    .prepare('select count(*), min(day) from chain where dropped = 1')
    .raw()
    .all() as number[][];
  database.close();
  expect(stored).toEqual([2, Date.parse('2026-11-25T00:00:00.000Z')]);
});

test('a running host handles the command, and goes on writing', async () => {
  const folder = folderOfTest();
  const store = await recordIn(folder);
  // A socket file that a killed host has left.
  writeFileSync(socketIn(folder), '');
  const lines: string[] = [];
  const stop = listenIn(folder, store, (line) => lines.push(line));
  await vi.waitFor(() => expect(statSync(socketIn(folder)).isSocket()).toBe(true));
  expect(statSync(socketIn(folder)).mode & 0o777).toBe(0o600);
  expect(await verify(folder)).toMatchObject({ code: 0, result: { result: 'whole' } });
  const copy = join(folder, 'copy.db');
  expect(await reported({ kind: 'history', verb: 'backup', data: folder, file: copy })).toEqual({
    code: 0,
    out: '',
    lines: [],
  });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const again = await reported({ kind: 'history', verb: 'backup', data: folder, file: copy });
  expect(again).toEqual({ code: 2, out: '', lines: [`${copy} exists and is not overwritten.`] });
  // A backup may be written over an existing history record.
  const other = folderOfTest();
  writeFileSync(join(other, 'history.db'), readFileSync(copy));
  expect(await verify(other)).toMatchObject({ code: 0 });
  stop();
  expect(existsSync(socketIn(folder))).toBe(false);
  expect(lines).toEqual([]);
  const { code, lines: why } = await reported({ kind: 'history', verb: 'export', data: folder, file: null });
  expect({ code, why }).toEqual({ code: 2, why: [expect.stringContaining('is in use')] });
});

test('an export has every row, each after the rows that it refers to, and leaves no files', async () => {
  const folder = folderOfTest();
  await (await recordIn(folder)).close();
  const before = readdirSync(folder).toSorted();
  const { code, out } = await reported({ kind: 'history', verb: 'export', data: folder, file: null });
  expect(code).toBe(0);
  const rows = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string });
  const database = new Database(join(folder, 'history.db'));
  const names = database
    .prepare("select name from sqlite_master where type = 'table'")
    .raw()
    .all() as string[][];
  const counts = names.map(([name = '']) => {
    const [row] = database.prepare(`select count(*) from "${name}"`).raw().all() as number[][];
    return [name, row?.[0]];
  });
  database.close();
  expect(counts.length).toBeGreaterThan(18);
  expect(counts).toEqual(counts.map(([name]) => [name, rows.filter(({ table }) => table === name).length]));
  expect(readdirSync(folder).toSorted()).toEqual(before);
});

test('a wrong request line gets an error or nothing', async () => {
  const folder = folderOfTest();
  const store = await openIn(folder);
  const stop = listenIn(folder, store, () => undefined);
  onTestFinished(stop);
  await vi.waitFor(() => expect(existsSync(socketIn(folder))).toBe(true));
  const observation = async (line: string) => {
    const connection = connect(socketIn(folder));
    connection.on('error', () => undefined);
    connection.write(line);
    return text(connection).catch(() => 'cut');
  };
  expect(await observation('{"ask":"delete"}\n')).toContain('failed');
  expect(await observation('nothing\n')).toContain('failed');
  expect(await observation('{"ask":"backup","file":"/nowhere/at/all"}\n')).toContain('failed');
  expect(await observation('x'.repeat(200_000))).toMatch(/^(?:cut)?$/);
});

test('without a record no file is created', async () => {
  const folder = join(folderOfTest(), 'none');
  const { code, lines } = await reported({ kind: 'history', verb: 'export', data: folder, file: null });
  expect({ code, lines }).toEqual({ code: 2, lines: [expect.stringContaining('There is no history in')] });
  expect((await verify(folder)).code).toBe(2);
  expect(existsSync(folder)).toBe(false);
});

test('a folder of the demo is told from one without a history', async () => {
  const folder = folderOfTest();
  writeFileSync(join(folder, 'history-demo.db'), '');
  const { lines } = await reported({ kind: 'history', verb: 'export', data: folder, file: null });
  expect(lines).toEqual([expect.stringContaining('the history of the demo only')]);
});

test('the history of a slug is renamed completely, and stays intact', async () => {
  const folder = folderOfTest();
  await (await recordIn(folder)).close();
  const rename = (from: string, to: string) =>
    reported({ kind: 'history', verb: 'rename', data: folder, from, to });
  expect(await rename('none', 'edge-eu')).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/no history of none/)],
  });
  expect(await rename('edge', 'edge')).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/already has a history/)],
  });
  expect(await rename('edge', 'edge-eu')).toMatchObject({ code: 0, lines: [] });
  const database = new Database(join(folder, 'history.db'), { readonly: true });
  for (const table of ['endpoint', 'subject', 'series', 'change'])
    expect(database.prepare(`select distinct deployment from "${table}"`).raw().all(), table).toEqual([
      ['edge-eu'],
    ]);
  const named = database.prepare(`select kind, key_text from subject where kind in ('deployment', 'verdict')`);
  expect(named.raw().all()).toEqual([
    ['deployment', 'edge-eu'],
    ['verdict', 'edge-eu'],
  ]);
  database.close();
  const { code, result } = await verify(folder);
  expect(code).toBe(0);
  expect(result.chain).toContainEqual(expect.objectContaining({ deployment: 'edge-eu' }));
});

test('no history is renamed while a host records', async () => {
  const folder = folderOfTest();
  const store = await recordIn(folder);
  const command = { kind: 'history', verb: 'rename', data: folder, from: 'edge', to: 'other' } as const;
  expect(await reported(command)).toMatchObject({ code: 2, lines: [expect.stringMatching(/is in use/)] });
  const stop = listenIn(folder, store, () => undefined);
  onTestFinished(stop);
  await vi.waitUntil(() => existsSync(socketIn(folder)));
  expect(await reported(command)).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/A host is recording/)],
  });
});

test('a record of a newer version is refused, not called damaged, and stays as it is', async () => {
  const folder = folderOfTest();
  await (await recordIn(folder)).close();
  change(folder, 'pragma user_version = 99');
  const before = readFileSync(join(folder, 'history.db'));
  const { code, result } = await verify(folder);
  expect([code, result.result]).toEqual([2, 'unknown']);
  expect(result.problems.join('\n')).toContain(
    'was written by a newer version of Edgewatch and stays as it is.',
  );
  const backup = join(folder, 'copy.db');
  const { code: failed, lines } = await reported({
    kind: 'history',
    verb: 'backup',
    data: folder,
    file: backup,
  });
  expect([failed, existsSync(backup)]).toEqual([2, false]);
  expect(lines.join('\n')).toContain('was written by a newer version');
  // Comparing a megabyte by toEqual takes seconds.
  expect(readFileSync(join(folder, 'history.db')).equals(before)).toBe(true);
});
