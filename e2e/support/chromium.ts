import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The headless shell comes first: the same browser without windows, for a quarter less processor time. */
const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
];

/**
 * Path of the browser for tests: the one that the environment names, Playwright's own, or the system's.
 * `null` if none is installed.
 */
export function findChromium(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...systemBrowsers];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;
}

/**
 * Chromium features to disable. Chromium accepts one list, so this one replaces Playwright's and repeats its
 * features. It adds two omnibox pages, which each window would load in a process of its own, at more cost
 * than most of our pages.
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

/** Launch options of Chromium. The sandbox is off for root, for example in containers. */
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

/** A page lives for a second or two: making its code fast takes longer than that code runs. */
export const shortLivedPages = '--js-flags=--no-opt,--no-maglev';

/** Launch options of a Chromium in which a host name leads to this machine. */
export function chromiumThatResolves(name: string): ReturnType<typeof chromiumLaunch> {
  const { args, ...launch } = chromiumLaunch();
  return { ...launch, args: [...args, shortLivedPages, `--host-resolver-rules=MAP ${name} 127.0.0.1`] };
}
