import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFiles } from './watch-files.ts';

async function watched(change: (file: string, folder: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  const file = join(folder, 'file');
  writeFileSync(file, 'before');
  const reported: (readonly string[])[] = [];
  const watch = watchFiles(
    () => [file],
    (changed) => reported.push(changed),
  );
  onTestFinished(() => {
    watch.close();
    rmSync(folder, { recursive: true });
  });
  await watch.check();
  await watch.check();
  expect(reported).toEqual([]);
  change(file, folder);
  await watch.check();
  expect(reported).toEqual([]);
  await watch.check();
  await watch.check();
  return { told: reported, file };
}

test.each<[string, (file: string, folder: string) => void]>([
  ['is written', (file) => writeFileSync(file, 'afterwards')],
  [
    'is replaced',
    (file, folder) => {
      writeFileSync(join(folder, 'next'), 'before');
      renameSync(join(folder, 'next'), file);
    },
  ],
  [
    'becomes a link',
    (file, folder) => {
      writeFileSync(join(folder, 'target'), 'behind a link');
      rmSync(file);
      symlinkSync(join(folder, 'target'), file);
    },
  ],
  ['goes', (file) => rmSync(file)],
])('a file that %s is reported once, when it looks the same twice', async (_what, change) => {
  const { told: reported, file } = await watched(change);
  expect(reported).toEqual([[file]]);
});
