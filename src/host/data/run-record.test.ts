import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginRun } from './run-record.ts';

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  return { folder, lines, begin: () => beginRun(folder, (line) => lines.push(line)) };
}

test('the note of a run is deleted at its end', () => {
  const { folder, lines, begin } = setUp();
  const end = begin();
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toEqual({
    pid: process.pid,
    startedAt: expect.any(String),
  });
  end();
  expect(readdirSync(folder)).toEqual([]);
  begin();
  expect(lines).toEqual([]);
});

test('a run that was killed is reported by the next', () => {
  const { folder, lines, begin } = setUp();
  begin();
  begin();
  expect(lines).toEqual([
    expect.stringMatching(
      /^The previous run, started at "2.*", did not end normally: it was killed or crashed\.$/,
    ),
  ]);
  writeFileSync(join(folder, 'run.json'), '{"pid":');
  begin();
  expect(lines).toHaveLength(1);
});

test('a note that cannot be written is reported', () => {
  const { folder, lines } = setUp();
  beginRun(join(folder, 'missing'), (line) => lines.push(line))();
  expect(lines).toEqual([expect.stringMatching(/run\.json cannot be written: ENOENT/)]);
});
