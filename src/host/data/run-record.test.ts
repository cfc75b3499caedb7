import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginRun, isOfAnother } from './run-record.ts';

function setUp() {
  const home = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const folder = join(home, 'a/data');
  const lines: string[] = [];
  return { home, folder, lines, begin: () => beginRun(folder, (line) => lines.push(line)) };
}

test('the folder is made, for nobody else to read, and the record goes with the run', () => {
  const { folder, lines, begin } = setUp();
  const end = begin();
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toEqual({
    pid: process.pid,
    startedAt: expect.any(String),
  });
  end();
  expect(readdirSync(folder)).toEqual([]);
  begin();
  expect(lines).toEqual([]);
});

test('a run that was killed is told of by the next', () => {
  const { folder, lines, begin } = setUp();
  begin();
  begin();
  expect(lines).toEqual([expect.stringMatching(/^The run before, begun at "2.*", was not ended/)]);
  writeFileSync(join(folder, 'run.json'), '{"pid":');
  begin();
  expect(lines).toHaveLength(1);
});

test('a folder of another host is left alone', () => {
  const { folder, lines, begin } = setUp();
  begin()();
  const theirs = JSON.stringify({ pid: process.ppid, startedAt: 'x' });
  writeFileSync(join(folder, 'run.json'), theirs);
  expect(isOfAnother(folder)).toBe(true);
  begin()();
  expect(lines).toEqual([expect.stringContaining('is that of another host')]);
  expect(readFileSync(join(folder, 'run.json'), 'utf8')).toBe(theirs);
});

test('a run from before the machine was started again holds the folder no more, whoever has its number now', () => {
  const { folder, lines, begin } = setUp();
  begin()();
  const before = new Date(Date.now() - 1000 * uptime() - 3_600_000).toISOString();
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ pid: process.ppid, startedAt: before }));
  expect(isOfAnother(folder)).toBe(false);
  begin()();
  expect(lines).toEqual([expect.stringContaining('was not ended')]);
});

test('H21: a folder that cannot be written is said, and costs no more', () => {
  const { home, lines } = setUp();
  writeFileSync(join(home, 'file'), '');
  const end = beginRun(join(home, 'file/data'), (line) => lines.push(line));
  expect(lines).toEqual([
    expect.stringMatching(/cannot be written \(ENOTDIR\): what this host holds is not kept\.$/),
  ]);
  end();
});
