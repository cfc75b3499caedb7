/** Builds what is measured where no build matches, then the benchmarks, and runs them; see docs/benchmarks.md. */

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { hashOfBuild, hashOfSources, root } from './sources.js';

const folder = join(root, 'node_modules', '.cache', 'bench', String(process.pid));
const programs = join(folder, 'programs');

function buildProduct() {
  process.stderr.write('Building…\n');
  const script = fileURLToPath(new URL('build.js', import.meta.url));
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  return spawnSync(process.execPath, [script, '--quiet'], options).status === 0;
}

/** Each program that becomes a process of its own, beside the one that starts them. */
function buildPrograms() {
  const source = (name) => join(root, 'e2e', 'bench', `${name}.ts`);
  return build({
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
        input: {
          main: source('main'),
          'floor-server': source('page/floor-server'),
          'bare-server': source('service/bare-server'),
          'load-client': source('service/load-client'),
          'list-times': source('service/list-times'),
          'list-server': source('table/list-server'),
          'clamped-server': source('steady/clamped-server'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (hashOfBuild() === hashOfSources() || buildProduct()) {
  await buildPrograms();
  const { run } = await import(pathToFileURL(join(programs, 'main.js')).href);
  process.exitCode = await run({ root, programs, folder, args: process.argv.slice(2) });
} else {
  process.stderr.write('The build failed; see above.\n');
  process.exitCode = 1;
}
