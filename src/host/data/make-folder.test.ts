import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('creates a folder and those above it, for its owner only, and accepts one that exists', () => {
  const above = join(temporaryFolder(), 'a');
  const folder = join(above, 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect([above, folder].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('accepts a folder that appears after the first try', () => {
  const folder = join(temporaryFolder(), 'a');
  // Creating "a" also creates "a/.", as another process may do between the two tries.
  makeFolder(`${folder}/.`);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test('throws the error of the file system', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'folder'))).toThrow('ENOTDIR');
});
