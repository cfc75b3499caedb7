import type { Page } from '@playwright/test';
import { awaitApp, expect, test } from '../support/test.ts';

declare global {
  interface Window {
    themes: (string | undefined)[];
  }
}

/** Records every theme that the page has, from its first element on. */
async function watchThemes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.window.themes = [];
    new MutationObserver(() => {
      const { theme } = document.documentElement.dataset;
      if (globalThis.window.themes.at(-1) !== theme) globalThis.window.themes.push(theme);
    }).observe(document, { attributes: true, childList: true, subtree: true, attributeFilter: ['data-theme'] });
  });
}

const themesOf = (page: Page) => page.evaluate(() => globalThis.window.themes);
const root = (page: Page) => page.locator('html');

test('a wall is dark from its first paint, for any preference of system and viewer', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'edgewatch-theme', value: 'light', url: baseURL ?? '' }]);
  await page.emulateMedia({ colorScheme: 'light' });
  await watchThemes(page);
  await page.goto('/everything/wall');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => matchMedia('(prefers-color-scheme: light)').matches);
  expect(await themesOf(page)).toEqual(['dark']);
});

test('a page follows the system until its viewer or its address chooses, in this tab or another', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/everything/buckets');
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root(page)).toHaveAttribute('data-theme', 'light');
  const other = await page.context().newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto('/everything');
  await awaitApp(other);
  await other.getByRole('button', { name: /dark|light|theme/i }).click();
  await expect(root(other)).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await watchThemes(page);
  await page.reload();
  await expect(page.getByRole('table', { name: 'buckets' })).toBeVisible();
  expect(await themesOf(page)).toEqual(['dark']);
  await page.goto('/everything/buckets?theme=light');
  await expect(root(page)).toHaveAttribute('data-theme', 'light');
});
