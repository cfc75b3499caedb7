import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeProgram } from '#testing/program.ts';
import { canMountReadOnly, whyNoMount, withReadOnly } from '#testing/read-only-mount.ts';
import { claimFolder, claimNotice } from './folder-lock.ts';

const moduleAt = (name: string) => join(import.meta.dirname, name);
const root = join(import.meta.dirname, '../../..');

/** Path of a program that claims a folder, prints the outcome, and runs until it is killed. */
let program = '';

beforeAll(async () => {
  // The program is below node_modules, where it finds libsql.
  const place = mkdtempSync(join(root, 'node_modules/edgewatch-'));
  program = await writeProgram(
    place,
    [moduleAt('folder-lock.ts'), moduleAt('make-folder.ts')],
    `const claim = await claimFolder(process.argv[2]);
    console.log(claim.kind, process.pid);
    if (claim.kind === 'ours') setInterval(() => undefined, 1000);`,
  );
  return () => rmSync(place, { recursive: true, force: true });
});

function newFolder(): string {
  const home = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return join(home, 'a/data');
}

interface Claimant {
  readonly kind: string;
  readonly pid: number;
  kill(): Promise<void>;
}

/**
 * Claims a folder in another process.
 *
 * @param wrapper - a command that runs the process, such as `unshare`.
 */
async function claimElsewhere(folder: string, wrapper: readonly string[] = []): Promise<Claimant> {
  const [command, ...args] = [...wrapper, process.execPath, program, folder] as const;
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const [line] = child.stdout ? await once(child.stdout, 'data') : [];
  const [kind = '', pid] = String(line).trim().split(' ');
  return { kind, pid: Number(pid), kill };
}

test('the folder is made for its owner alone, and the lock is an empty file', async () => {
  const folder = newFolder();
  const claim = await claimFolder(folder);
  if (claim.kind === 'ours') onTestFinished(() => claim.release());
  expect(claim.kind).toBe('ours');
  expect(claimNotice(folder, claim)).toBeNull();
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual(['host.lock']);
  const { size, mode } = statSync(join(folder, 'host.lock'));
  expect([size, mode & 0o777]).toEqual([0, 0o600]);
});

test('a second process cannot claim the folder; after kill -9 of the first it can', async () => {
  const folder = newFolder();
  const first = await claimElsewhere(folder);
  expect(first.kind).toBe('ours');
  const refused = await claimFolder(folder);
  expect(claimNotice(folder, refused)).toMatch(/^Another host uses .*\/data\. This host still serves/);
  await first.kill();
  expect(await claimElsewhere(folder)).toMatchObject({ kind: 'ours' });
});

test('a run.json that names a living process does not keep the folder', async () => {
  const folder = newFolder();
  const first = await claimElsewhere(folder);
  await first.kill();
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ pid: process.ppid, startedAt: 'x' }));
  expect(await claimElsewhere(folder)).toMatchObject({ kind: 'ours' });
});

// The init process of a namespace ends all other processes of it. By --kill-child, a SIGKILL to `unshare`
// reaches it.
const unshare = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...unshare.slice(1), 'true']).status === 0;

const whyNoNamespace = canUnshare ? '' : ' (skipped: unshare --pid is not allowed on this machine)';

describe(`in a pid namespace of its own${whyNoNamespace}`, () => {
  test.skipIf(!canUnshare)(
    'the host sees one outside; and its own successor claims after kill -9',
    async () => {
      const folder = newFolder();
      const outside = await claimElsewhere(folder);
      expect(await claimElsewhere(folder, unshare)).toMatchObject({ kind: 'of-another' });
      await outside.kill();
      const inside = await claimElsewhere(folder, unshare);
      expect(inside.kind).toBe('ours');
      // In another namespace a process may have the id of the first one.
      const twin = await claimElsewhere(folder, unshare);
      expect(twin).toMatchObject({ kind: 'of-another', pid: inside.pid });
      await inside.kill();
      await expect.poll(async () => (await claimElsewhere(folder, unshare)).kind).toBe('ours');
    },
  );
});

test('H21: a folder that cannot be made is reported', async () => {
  const folder = newFolder();
  const file = join(folder, '../..', 'file');
  writeFileSync(file, '');
  const below = join(file, 'data');
  const claim = await claimFolder(below);
  expect(claimNotice(below, claim)).toMatch(/cannot be written \(ENOTDIR\)\. This host still serves/);
});

test.skipIf(!canMountReadOnly)(
  `a read-only folder with a lock file is reported as read-only${whyNoMount}`,
  async () => {
    const folder = newFolder();
    const first = await claimElsewhere(folder);
    await first.kill();
    expect(await claimElsewhere(folder, withReadOnly(folder))).toMatchObject({ kind: 'read-only' });
  },
);
