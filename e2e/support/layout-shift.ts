/** Measures the layout shift of a page, as Chromium reports it: how far content moves while it is read. */

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

/**
 * Sums the layout shifts of every page of a context. Shifts just after a key press or click are left out.
 */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      // Entries of the type `layout-shift` have these fields, but TypeScript does not know them.
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function shiftSoFar(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift ?? Number.NaN);
}

/**
 * Sum of the layout shifts of a page. Waits until the web fonts have replaced the fallback fonts, which is
 * the last change of a loading page.
 */
export async function shiftOf(page: Page): Promise<number> {
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Archivo Variable') && status === 'loaded',
    ),
  );
  // The fonts are laid out two frames later.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return shiftSoFar(page);
}

export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Maximum layout shift of a page. A reader notices a larger one as a jump. */
export const mostShift = 0.05;

async function firstId(origin: string, list: string): Promise<string> {
  const response = await fetch(`${origin}/deployments/everything/api/${list}`);
  // The demo follows the API document, so the type is right.
  const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
  return data[0]?.id ?? '';
}

/** Addresses of the overview and of every page of the demo's first deployment. */
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
