/**
 * Makes sure that the tests have a Chromium: an installed one, else Playwright's, else the system's package.
 */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
];

/** Whether a Chromium is installed. The places are those of e2e/support/chromium.ts, in the same order. */
function isThere() {
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...systemBrowsers].some(
    (path) => path && existsSync(path),
  );
}

function run(command, args, quiet = false) {
  return spawnSync(command, args, { stdio: quiet ? 'ignore' : 'inherit' }).status === 0;
}

/**
 * Installs a browser if none is found.
 *
 * @returns whether a browser is installed now.
 */
export function ensureChromium() {
  if (isThere()) return true;
  process.stderr.write('No Chromium found; installing one for the tests…\n');
  if (run('npx', ['playwright', 'install', 'chromium'], true) && isThere()) return true;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot && run('apt-get', ['update', '-qq'], true))
    run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], true);
  if (isThere()) return true;
  process.stderr.write(
    'Install Chromium, or name one in the environment variable CHROMIUM_PATH, and try again.\n',
  );
  return false;
}
