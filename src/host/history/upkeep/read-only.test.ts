import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { canMountReadOnly, whyNoMount, withReadOnly } from '#testing/read-only-mount.ts';
import { openStore } from '../store/sqlite/open-store.ts';

const root = join(import.meta.dirname, '../../../..');

function folderIn(parent: string): string {
  const folder = mkdtempSync(join(parent, 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `edgewatch history verify` in a process of its own. */
async function verifyProgram(): Promise<string> {
  const outDir = folderIn(join(root, 'node_modules'));
  const input = join(outDir, 'verify.ts');
  writeFileSync(
    input,
    `import { runHistory } from ${JSON.stringify(join(root, 'src/host/cli/history-commands.ts'))};
    const command = { kind: 'history', verb: 'verify', json: true, data: process.argv[2] ?? '' } as const;
    process.exitCode = await runHistory(command, process.stdout, console.error);`,
  );
  const rolldownOptions = { input, output: { entryFileNames: 'verify.js' } };
  const options = { ssr: true, outDir, emptyOutDir: false, target: 'node20', rolldownOptions } as const;
  await build({ root, configFile: false, logLevel: 'error', publicDir: false, build: options });
  return join(outDir, 'verify.js');
}

test.skipIf(!canMountReadOnly)(
  `a record on read-only media is verified, also after a kill${whyNoMount}`,
  async () => {
    const program = await verifyProgram();
    const folder = folderIn(tmpdir());
    const opened = await openStore(join(folder, 'history.db'));
    if (opened.kind !== 'open') throw new Error(opened.why);
    await opened.store.write([{ table: 'word', id: 1, text: 'operational', form: 'whole' }]);
    const verify = () => {
      const before = readdirSync(folder).toSorted();
      const [command, ...args] = withReadOnly(folder);
      const { stdout, stderr, status } = spawnSync(command, [...args, process.execPath, program, folder], {
        encoding: 'utf8',
      });
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      expect(JSON.parse(stdout)).toMatchObject({ result: 'whole', problems: [] });
      expect(readdirSync(folder).toSorted()).toEqual(before);
    };
    // After a kill, the newest rows are only in the log file of the database.
    expect(existsSync(join(folder, 'history.db-wal'))).toBe(true);
    verify();
    await opened.store.close();
    chmodSync(join(folder, 'history.db'), 0o400);
    verify();
  },
);
