/** Builds the product where no build matches, then the soak, and runs it; see docs/wall.md. */

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { hashOfBuild, hashOfSources, root } from './sources.js';

const folder = join(root, 'node_modules', '.cache', 'soak', String(process.pid));

function buildProduct() {
  process.stderr.write('Building…\n');
  const script = fileURLToPath(new URL('build.js', import.meta.url));
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  return spawnSync(process.execPath, [script, '--quiet'], options).status === 0;
}

process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (hashOfBuild() === hashOfSources() || buildProduct()) {
  const source = (name) => join(root, 'e2e', 'soak', `${name}.ts`);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { main: source('main'), host: source('host') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const { run } = await import(pathToFileURL(join(folder, 'main.js')).href);
  const program = join(root, 'dist', 'host', 'edgewatch.js');
  process.exitCode = await run({ program, programs: folder, folder, args: process.argv.slice(2) });
  process.exit();
} else {
  process.stderr.write('The build failed; see above.\n');
  process.exitCode = 1;
}
