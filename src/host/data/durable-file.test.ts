import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { expect, onTestFinished, test } from 'vitest';

const module = join(import.meta.dirname, 'durable-file.ts');

test('a write beyond the size limit of 1 KiB leaves the file unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { code } = await transformWithOxc(readFileSync(module, 'utf8'), module);
  const file = join(folder, 'kept.json');
  writeFileSync(
    join(folder, 'write.mjs'),
    `${code}
    writeDurably(${JSON.stringify(file)}, 'short');
    try {
      writeDurably(${JSON.stringify(file)}, 'long'.repeat(1_000));
      process.exitCode = 1;
    } catch (cause) {
      process.stdout.write(cause.code);
    }`,
  );
  // Ignores the signal at the file size limit, which would end the process.
  const limited = `trap '' XFSZ; ulimit -f 1; exec "${process.execPath}" "${join(folder, 'write.mjs')}"`;
  const { stdout, status } = spawnSync('bash', ['-c', limited], { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: 'EFBIG', status: 0 });
  expect(readFileSync(file, 'utf8')).toBe('short');
});
