/** Runs programs of `bench/` and `e2e/` directly in Node, with the built product. */

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { hashOfBuild, hashOfSources, root } from './sources.js';

function buildProduct() {
  process.stderr.write('Building the programs; this takes some seconds…\n');
  const script = fileURLToPath(new URL('build.js', import.meta.url));
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  return spawnSync(process.execPath, [script, '--quiet'], options).status === 0;
}

/**
 * Builds the product if it is outdated, then the programs of a folder, and runs the program `main` until it
 * ends. It may start the other programs as processes.
 *
 * @param sources - files of the programs in the folder, without extension.
 */
export async function runPrograms(folder, sources) {
  if (hashOfBuild() !== hashOfSources() && !buildProduct()) {
    process.stderr.write('The build failed; see above.\n');
    process.exit(1);
  }
  const scratch = join(root, 'node_modules', '.cache', 'programs', String(process.pid));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  const programs = join(scratch, 'programs');
  const file = (source) => join(root, folder, `${source}.ts`);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: programs,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(sources.map((source) => [source.split('/').at(-1), file(source)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const { run } = await import(pathToFileURL(join(programs, 'main.js')).href);
  const program = join(root, 'dist', 'host', 'edgewatch.js');
  process.exit(await run({ root, program, programs, folder: scratch, args: process.argv.slice(2) }));
}
