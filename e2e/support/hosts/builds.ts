/** Other builds of the app, made from the build under test. */

import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../../dist', import.meta.url));

interface ListedFile {
  readonly path: string;
  readonly encodings: readonly string[];
}

interface BuiltFile {
  /** Path of the script, relative to the app's base. */
  readonly path: string;
  readonly text: string;
}

/**
 * Copies the build and changes every script.
 *
 * @param change - gets a built script and returns the script of the copy.
 * @returns the path of the copy's host program.
 */
async function copyBuild(folder: string, change: (script: BuiltFile) => BuiltFile): Promise<string> {
  await cp(built, folder, { recursive: true });
  const app = join(folder, 'app');
  const listed = JSON.parse(await readFile(join(app, 'files.json'), 'utf8')) as readonly ListedFile[];
  const files = await Promise.all(
    listed.map(async (file): Promise<ListedFile> => {
      if (!file.path.endsWith('.js')) return file;
      const changed = change({ path: file.path, text: await readFile(join(app, file.path), 'utf8') });
      await writeFile(join(app, changed.path), changed.text);
      return { ...file, path: changed.path, encodings: [] };
    }),
  );
  await writeFile(join(app, 'files.json'), JSON.stringify(files));
  const shell = join(app, 'index.html');
  const { text } = change({ path: 'index.html', text: await readFile(shell, 'utf8') });
  await writeFile(shell, text);
  return join(folder, 'host', 'edgewatch.js');
}

/** Copies the build as a newer one: every script has a new name, and the old names are gone. */
export function nextBuild(folder: string): Promise<string> {
  const next = (text: string) => text.replaceAll(/(-[\w-]{8})\.js\b/g, '$1.next.js');
  return copyBuild(folder, ({ path, text }) => ({ path: next(path), text: next(text) }));
}

/** Copies the build so that one part of the app throws at each render until `globalThis.mended` is set. */
export function brokenBuild(folder: string, part: string, message: string): Promise<string> {
  const throws = `export default function Broken() {
    if (globalThis.mended) return null;
    throw new Error(${JSON.stringify(message)});
  }`;
  return copyBuild(folder, ({ path, text }) => ({
    path,
    text: path.startsWith(`assets/${part}-`) ? throws : text,
  }));
}

/** Copies the build so that a wall fails to render the scene that `globalThis.failing` names. */
export function failingScenes(folder: string): Promise<string> {
  return copyBuild(folder, ({ path, text }) => ({
    path,
    // The bundler may put the choice of the scene into any chunk of the wall.
    text: /^assets\/Wall\w+-/.test(path)
      ? text.replaceAll(
          /case(`\w+`):return/g,
          (_, name) => `case${name}:if(globalThis.failing===${name})throw Error(${name});return`,
        )
      : text,
  }));
}
