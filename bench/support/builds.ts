/** The builds that are measured by turns: the present one, and one of an older or other commit. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Build {
  readonly name: string;
  /** Folder of the repository that contains `dist`. */
  readonly root: string;
}

export interface Builds {
  readonly before: Build;
  readonly now: Build;
}

/** @throws Error with the output of a command that fails. */
function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `${command} ${args.join(' ')} failed: ${error?.message ?? (stderr.trim() || stdout.trim())}`,
    );
  return stdout;
}

const isBuilt = (folder: string) => existsSync(join(folder, 'dist', 'host', 'edgewatch.js'));

/**
 * Uses the installed packages if the lock files are equal. Otherwise installs those of the other lock file, with what a
 * build needs: Vite, which built this program, has set `NODE_ENV` to `production`.
 */
function installPackages(root: string, other: string): void {
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lockOf(root) === lockOf(other)) symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'));
  else run('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], other);
}

/**
 * Checks out a commit into a temporary folder and builds it. The folder is removed when this process ends.
 *
 * @param reference - a git reference, or a folder that contains a build.
 * @throws Error with one sentence if there is no such commit, or if it cannot be built.
 */
export function buildOf(root: string, reference: string): Build {
  if (isBuilt(resolve(reference))) return { name: reference, root: resolve(reference) };
  const commit = `${reference}^{commit}`;
  const hash = run('git', ['rev-parse', '--verify', '--end-of-options', commit], root).trim();
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-build-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.stderr.write(`Building ${reference} (${hash.slice(0, 8)}); this takes a minute…\n`);
  const archive = join(folder, 'archive.tar');
  run('git', ['archive', '--format=tar', `--output=${archive}`, hash], root);
  run('tar', ['-xf', archive], folder);
  rmSync(archive);
  installPackages(root, folder);
  run(process.execPath, [join('scripts', 'build.js'), '--quiet'], folder);
  return { name: reference, root: folder };
}
