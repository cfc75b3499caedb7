/** Measures how far content shifts while a page is read: Chromium's layout shift. */

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

/** Sums the layout shifts on every page of a context that no key or pointer caused. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      // Entries of this type have these fields, but TypeScript does not know them.
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function shiftSoFar(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift ?? Number.NaN);
}

/** The sum after the web fonts have replaced the fallback fonts, the last change of a loading page. */
export async function shiftOf(page: Page): Promise<number> {
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Archivo Variable') && status === 'loaded',
    ),
  );
  // Two frames later the fonts are laid out.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return shiftSoFar(page);
}

export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** A larger shift is visible as a jump. */
export const mostShift = 0.05;

async function firstId(origin: string, list: string): Promise<string> {
  const response = await fetch(`${origin}/deployments/everything/api/${list}`);
  // The demo follows the API document.
  const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
  return data[0]?.id ?? '';
}

/** The overview, and every page of the demo's first deployment. */
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
