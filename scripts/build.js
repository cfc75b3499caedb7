/**
 * Builds the app to dist/app and the host to dist/host.
 * Builds into a temporary folder and then moves the result. Parallel or interrupted builds never leave a
 * mixture. With `--if-outdated`, a build of the same sources stays.
 */

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { buildRecord, hashOfBuild, hashOfSources, root } from './sources.js';
import { bundledLicences, writeThirdPartyNotices } from './third-party-notices.js';

const quiet = process.argv.includes('--quiet');
const dist = join(root, 'dist');
const work = join(dist, `.building-${process.pid}`);

/**
 * Moves a built folder into place. The former build is moved away first, because a rename cannot replace a
 * folder with files. Retries if a parallel build moves its folder there meanwhile.
 */
function put(name) {
  const place = join(dist, name);
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (existsSync(place)) renameSync(place, join(work, `former-${name}-${attempt}`));
      return renameSync(join(work, name), place);
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

function say(line) {
  if (!quiet) process.stdout.write(`${line}\n`);
}

function secondsSince(begin) {
  return ((performance.now() - begin) / 1000).toFixed(1);
}

async function run() {
  const sources = hashOfSources();
  if (process.argv.includes('--if-outdated') && hashOfBuild() === sources) return;
  const options = { root, logLevel: quiet ? 'error' : 'warn' };
  const built = async (configFile, name) => {
    const begin = performance.now();
    const settings = { outDir: join(work, name), emptyOutDir: true, license: { fileName: bundledLicences } };
    await build({ ...options, configFile: join(root, configFile), build: settings });
    say(`  ${name}: ${secondsSince(begin)} s`);
  };
  say('Building the app (bundles, styles, compressed copies) and the host; a minute on a slow machine…');
  mkdirSync(work, { recursive: true });
  try {
    await Promise.all([built('vite.config.ts', 'app'), built('vite.host.config.ts', 'host')]);
    const notices = join(work, 'THIRD-PARTY-NOTICES.md');
    writeThirdPartyNotices(root, [join(work, 'app'), join(work, 'host')], notices);
    rmSync(buildRecord, { force: true });
    put('app');
    put('host');
    renameSync(notices, join(dist, 'THIRD-PARTY-NOTICES.md'));
    writeFileSync(join(work, 'build.json'), `${JSON.stringify({ sources })}\n`);
    renameSync(join(work, 'build.json'), buildRecord);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const started = performance.now();
try {
  await run();
  say(`Built dist/app and dist/host in ${secondsSince(started)} s.`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
