/** How far what stood on a page was pushed about while it was read, in Chromium's own measure. */

import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShift?: number;
  }
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Adds up the shifts of every page of a context that no key or pointer caused. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      // Entries of this type have these fields; TypeScript does not know it.
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What it came to by now. */
export function shiftSoFar(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift ?? Number.NaN);
}

/** What it came to once the page is in its fonts, the last thing to be put in place of another. */
export async function shiftOf(page: Page): Promise<number> {
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Archivo Variable') && status === 'loaded',
    ),
  );
  // Two frames later it has been laid out in them.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return shiftSoFar(page);
}

export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** More is seen as jumping. */
export const mostShift = 0.05;

async function firstId(origin: string, list: string): Promise<string> {
  const response = await fetch(`${origin}/deployments/everything/api/${list}`);
  // The demo keeps to the document.
  const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
  return data[0]?.id ?? '';
}

/** Every page of the demo's first deployment, and that of all. */
export async function everyAddress(origin: string): Promise<readonly string[]> {
  const [node, bucket, event] = await Promise.all([
    firstId(origin, 'v2/nodes'),
    firstId(origin, 'v2/buckets'),
    firstId(origin, 'v1/events'),
  ]);
  const pages = [
    '',
    '/regions',
    '/regions/fra1',
    '/nodes',
    `/nodes/${node}`,
    '/buckets',
    `/buckets/${bucket}`,
    '/assets',
    '/applications',
    '/events',
    `/events/${event}`,
    '/changes',
    '/endpoints',
  ];
  return ['/', ...pages.map((path) => `/everything${path}`)];
}
