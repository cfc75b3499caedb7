/** All checks, in the order in which they fail fastest: `npm test`, and nothing else decides whether work may land. */

import { spawnSync } from 'node:child_process';
import { ensureChromium } from './chromium.js';

const checks = [
  ['types', 'tsc', ['-b']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings', 'src', 'e2e', 'bench']],
  ['format', 'biome', ['ci', '--reporter=summary', '.']],
  ['dead code', 'knip', []],
  ['unit and property tests', 'vitest', ['run', '--silent=passed-only']],
  ['build', 'node', ['scripts/build.js']],
  ['browser tests', 'playwright', ['test']],
];

for (const [name, command, args] of checks) {
  if (name === 'browser tests' && !ensureChromium()) process.exit(1);
  const started = Date.now();
  process.stdout.write(`\n── ${name}\n`);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
  });
  if (status !== 0) {
    process.stderr.write(`\nStopped: ${name} failed.\n`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`── ${name}: passed in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}
