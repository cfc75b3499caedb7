import type { BrowserContext } from '@playwright/test';
import { chromiumWindow } from './chromium.ts';
import type { EngineWindow } from './engine-window.ts';
import { startFirefox } from './firefox.ts';
import { startWebKitGtk } from './webkitgtk.ts';

interface Engine {
  readonly name: string;
  /** Programs that must be installed, besides the Chromium of all tests. */
  readonly programs: readonly string[];
  readonly start: (context: BrowserContext) => Promise<EngineWindow>;
}

/** The engines in which the main flows are tested (docs/use/browsers.md). */
export const engines: readonly Engine[] = [
  { name: 'Chromium', programs: [], start: async (context) => chromiumWindow(await context.newPage()) },
  { name: 'Firefox', programs: ['firefox-esr'], start: startFirefox },
  { name: 'WebKitGTK', programs: ['WebKitWebDriver', 'Xvfb'], start: startWebKitGtk },
];
