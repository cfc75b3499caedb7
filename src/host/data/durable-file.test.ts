import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeProgram } from '#testing/program.ts';

const moduleAt = (name: string) => join(import.meta.dirname, name);

test('a write beyond the size limit of 1 KiB leaves the file unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'kept.json');
  const program = await writeProgram(
    folder,
    [moduleAt('durable-file.ts'), moduleAt('make-folder.ts')],
    `writeDurably(${JSON.stringify(file)}, 'short');
    try {
      writeDurably(${JSON.stringify(file)}, 'long'.repeat(1_000));
      process.exitCode = 1;
    } catch (cause) {
      process.stdout.write(cause.code);
    }`,
  );
  // Ignores the signal at the file size limit, which would end the process.
  const limited = `trap '' XFSZ; ulimit -f 1; exec "${process.execPath}" "${program}"`;
  const { stdout, status } = spawnSync('bash', ['-c', limited], { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: 'EFBIG', status: 0 });
  expect(readFileSync(file, 'utf8')).toBe('short');
});
