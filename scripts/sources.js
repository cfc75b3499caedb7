/** The hash of all sources of the build, and the hash of the existing build. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export const buildRecord = join(root, 'dist', 'build.json');

const folders = ['src', 'public', 'scripts/gazetteer', 'scripts/outlines'];
const files = [
  'index.html',
  'vite.config.ts',
  'vite.host.config.ts',
  'package-lock.json',
  'scripts/build.js',
  'scripts/third-party-notices.js',
  'scripts/virtual-modules.ts',
];
const tests = /\.test\.tsx?$/;

function listed(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !tests.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Hash of the names and contents of all sources of the build. */
export function hashOfSources() {
  const paths = [...folders.flatMap(listed), ...files.map((file) => join(root, file))].sort();
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = readFileSync(path);
    hash.update(`\0${path.slice(root.length)}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Hash of the sources from which `dist` was built. `null` if there is no complete build. */
export function hashOfBuild() {
  if (!existsSync(buildRecord)) return null;
  try {
    return JSON.parse(readFileSync(buildRecord, 'utf8')).sources;
  } catch {
    return null;
  }
}
