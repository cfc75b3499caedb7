/** The benchmarks and the packages that only they need: `npm run bench` (docs/develop/benchmarks.md). */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPrograms } from './programs.js';
import { root } from './sources.js';

const folder = join(root, 'bench');

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 2, 'inherit'] });
  if (status === 0) return;
  process.stderr.write(`${[command, ...args].join(' ')} failed in bench/; see above.\n`);
  process.exit(1);
}

function installPeers() {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules', '.installed.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  process.stderr.write('Installing the packages of bench/…\n');
  run('npm', ['ci']);
  writeFileSync(installed, lock);
}

installPeers();
// `npm test` does not check files that import a peer, because the peer is not installed.
run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', '.']);

await runPrograms('bench', [
  'main',
  'page/floor-server',
  'service/bare-server',
  'service/load-client',
  'service/list-times',
  'table/list-server',
  'steady/clamped-server',
  'gateway/upstream-server',
  'observer/observed-server',
  'gateway/viewers-client',
  'gateway/crowd-client',
]);
