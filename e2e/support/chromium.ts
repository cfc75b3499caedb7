import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable'];

/** The browser the tests drive: an explicit one, Playwright's own, the system's. `null` where there is none. */
export function findChromium(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...systemBrowsers];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;
}

/**
 * Chromium knows one list, so this one replaces Playwright's: what that turns off, and the two pages that every window
 * loads for an address bar that nobody sees, in a process that costs more than most of our pages do.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** How to launch it. Root, as in containers, needs the sandbox off. */
export function chromiumLaunch(): { readonly executablePath?: string; readonly args: string[] } {
  const path = findChromium();
  const args = [
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    `--disable-features=${disabledFeatures.join(',')}`,
  ];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return path === null ? { args } : { executablePath: path, args };
}
