/** Test helpers: sizes of the repository's folders and files, and the exceptions from the limit of lines. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Exceptions from the limit of 400 lines. Split each file, then delete it here. Do not add files. */
const long: readonly string[] = [];

/** Without installed packages: `npm run bench` installs some in `bench/`. */
const files = ['bench', 'e2e', 'scripts', 'src']
  .flatMap((part) => readdirSync(join(repository, part), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => posix.join(entry.parentPath, entry.name).slice(repository.length));

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path);

/** Files and folders in each folder, tests not counted. */
function entriesByFolder(): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const file of files.filter((path) => !isTest(path)))
    for (let path = file; path.includes('/'); path = posix.dirname(path)) {
      const folder = posix.dirname(path);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(path));
    }
  // `src/testing` is no folder of the product: all of its files serve tests.
  folders.delete('src/testing');
  return folders;
}

/** One sentence for each folder with more than `most` entries. */
export function crowdedFolders(most: number): readonly string[] {
  return [...entriesByFolder()]
    .filter(([, { size }]) => size > most)
    .map(([folder, { size }]) => `${folder} has ${size} entries`);
}

/** Test files whose folder, with its subfolders, contains only tests. */
export function lonelyTests(): readonly string[] {
  const code = files.filter((path) => /\.(?:tsx?|css)$/.test(path) && !isTest(path));
  return files.filter(
    (path) => /\.test\.tsx?$/.test(path) && !code.some((each) => each.startsWith(`${posix.dirname(path)}/`)),
  );
}

export function longFiles(most: number): readonly string[] {
  return files
    .filter((path) => /\.(?:tsx?|js)$/.test(path) && !long.includes(path))
    .map((path) => ({ path, lines: readFileSync(join(repository, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > most)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}
