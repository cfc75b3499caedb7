import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import { Present } from '#host/history/memory/present.ts';
import type { Reading } from '#host/history/reading.ts';
import { Recorder } from '#host/history/recorder/recorder.ts';
import { SpanTable } from '#host/history/spans/span-table.ts';
import { storedRows } from '#testing/history/stored-rows.ts';
import { LibsqlStore } from './libsql-store.ts';
import { openStore } from './open-store.ts';
import { closeUnlocked } from './sqlite.ts';

const root = join(import.meta.dirname, '../../../../..');
const beginning = Date.parse('2026-11-23T03:00:00.000Z');

function folderIn(parent: string): string {
  const folder = mkdtempSync(join(parent, 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function poll(second: number): Reading {
  const word = { text: `state ${second} ${'x'.repeat(150)}`, form: 'whole' } as const;
  const observation = { resource: 'status', word, claim: 'exact', rows: [], totals: [] } as const;
  const at = beginning + second * 1_000;
  const outcome = {
    kind: 'answered',
    validMilliseconds: 12_000,
    complete: true,
    statedAt: null,
    observation,
  } as const;
  return { slug: 'edge', path: '/api/v2/status', sentAt: at - 10, at, ahead: 0, changes: [], outcome };
}

test('on a full disk nothing is written, and the gap has its cause once there is room', async () => {
  const file = join(folderIn(tmpdir()), 'history.db');
  const made = await openStore(file);
  if (made.kind !== 'open') throw new Error(made.why);
  await made.store.close();
  const database = new Database(file);
  const store = new LibsqlStore(
    database,
    () => undefined,
    () => closeUnlocked(database),
  );
  onTestFinished(() => store.close());
  const present = new Present();
  present.loaded();
  const recorder = new Recorder({ store, present, spans: new SpanTable(), version: '1' }, beginning);
  await recorder.begin();
  const pages = database.prepare('pragma page_count').raw().all() as number[][];
  database.exec(`pragma max_page_count = ${Number(pages[0]?.[0]) + 2}`);
  const take = (reading: Reading) => recorder.take(reading, reading.at);
  let second = 0;
  for (; recorder.hindrance === null && second < 500; second += 2) await take(poll(second));
  expect(recorder.hindrance).toBe('disk-full');
  const stored = second - 4;
  for (let more = 0; more < 10; more += 1, second += 2) await take(poll(second));
  expect(recorder.hindrance).toBe('disk-full');
  expect(present.knownUntil('edge')).toBe(beginning + stored * 1_000);
  database.exec('pragma max_page_count = 1000000');
  await take(poll(second));
  expect(recorder.hindrance).toBeNull();
  const intervals = intervalsAt(present.coverage(1), beginning + second * 1_000);
  const missed = { from: beginning + stored * 1_000, to: beginning + second * 1_000, cause: 'disk-full' };
  expect(intervals.filter(({ from }) => from === missed.from)).toEqual([expect.objectContaining(missed)]);
  const rows = await storedRows(store);
  const words = rows.flatMap((row) => (row.table === 'word' ? [row.text.split(' ')[1]] : []));
  const written = Array.from({ length: stored / 2 + 1 }, (_, index) => String(index * 2));
  expect(words).toEqual([...written, String(second)]);
});

/** A history record in which one text is invalid UTF-8. The digest that would show the damage is missing. */
async function damaged(): Promise<Buffer> {
  const file = join(folderIn(tmpdir()), 'history.db');
  const made = await openStore(file);
  if (made.kind !== 'open') throw new Error(made.why);
  await made.store.write([{ table: 'word', id: 1, text: 'x'.repeat(200_000), form: 'whole' }]);
  await made.store.close();
  const bytes = readFileSync(file);
  bytes.writeUInt8(0xff, bytes.lastIndexOf('xxxx'));
  return bytes;
}

test('every start on a full disk reports it, and does not lock the file', async () => {
  const outDir = folderIn(join(root, 'node_modules'));
  const input = join(outDir, 'start.ts');
  writeFileSync(
    input,
    `import { openHistory } from ${JSON.stringify(join(root, 'src/host/history/history-store.ts'))};
    for (let start = 0; start < 2; start += 1) console.log((await openHistory(process.argv[2] ?? '', '1')).kind);`,
  );
  const rolldownOptions = { input, output: { entryFileNames: 'start.js' } };
  const options = { ssr: true, outDir, emptyOutDir: false, target: 'node20', rolldownOptions } as const;
  await build({ root, configFile: false, logLevel: 'error', publicDir: false, build: options });
  for (const kibibytes of [4, 40, 80]) {
    const folder = folderIn(tmpdir());
    // This file is damaged, and too large to be quarantined on this disk.
    if (kibibytes === 80) writeFileSync(join(folder, 'history.db'), await damaged());
    const command = `"${process.execPath}" "${join(outDir, 'start.js')}" "${join(folder, 'history.db')}"`;
    // Ignores the signal at the file size limit, which would end the process.
    const limited = `trap '' XFSZ; ulimit -f ${kibibytes}; exec ${command}`;
    const { stdout, status } = spawnSync('bash', ['-c', limited], { encoding: 'utf8' });
    expect({ kibibytes, stdout, status }).toEqual({ kibibytes, stdout: 'disk-full\ndisk-full\n', status: 0 });
    expect(readdirSync(folder).filter((name) => name.includes('aside'))).toEqual([]);
  }
});
