import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable'];

/** The browser for tests: an explicit one, Playwright's own, or the system's. `null` if none is installed. */
export function findChromium(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...systemBrowsers];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;
}

/**
 * Chromium accepts one list, so this one replaces Playwright's. It repeats Playwright's features and adds the
 * two omnibox pages: each window loads them in a process of its own, at more cost than most of our pages.
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

/** Launch options. Root needs the sandbox off, for example in containers. */
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
