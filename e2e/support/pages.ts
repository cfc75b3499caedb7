/** Helpers that open each page of the demo and wait until its data is shown. */

import { expect, type Page } from '@playwright/test';

export const inventory = ['regions', 'nodes', 'buckets', 'assets', 'applications', 'events'] as const;
type Inventory = (typeof inventory)[number];

/**
 * Deployment of the demo → lists that it offers. Its other inventory pages show that they are not offered.
 */
export const offered: Readonly<Record<string, readonly Inventory[]>> = {
  everything: inventory,
  storage: ['regions', 'nodes', 'buckets'],
  edge: ['regions', 'nodes', 'assets'],
  platform: ['applications', 'events'],
};

export const detailed: readonly Inventory[] = ['regions', 'nodes', 'buckets', 'events'];

/** Navigates within the app, without loading the document again. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Opens an address: loads it as the first page of a test, and otherwise navigates within the app. */
export async function reach(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(address);
  else await goWithin(page, address);
}

type Go = (page: Page, path: string) => Promise<unknown>;

const load: Go = (page, path) => page.goto(path);

export const tableOfRows = (page: Page) => page.locator('[role=table][aria-rowcount]');

export async function openStatus(page: Page, slug: string, go = load): Promise<void> {
  await go(page, `/${slug}`);
  await expect(page.getByRole('status', { name: 'Overall status' })).toContainText('components');
  await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem').first()).toBeVisible();
  if (offered[slug]?.includes('regions') !== false)
    await expect(
      page.getByRole('list', { name: 'Regions by zone' }).getByRole('listitem').first(),
    ).toBeVisible();
}

export async function openEndpoints(page: Page, slug: string, go = load): Promise<void> {
  await go(page, `/${slug}/endpoints`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Endpoints');
  const states = page.getByRole('table', { name: 'Endpoints' });
  await expect(states.getByText('Readable').first()).toBeVisible();
  await expect(states.getByText('Asked now')).toHaveCount(0);
}

export async function openChanges(page: Page, slug: string, go = load): Promise<void> {
  await go(page, `/${slug}/changes`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
  await expect(page.getByRole('main').locator('[data-freshness=fresh]').first()).toBeVisible();
}

export async function openReport(page: Page, slug: string, go = load): Promise<void> {
  await go(page, `/${slug}/report`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Month report');
}

export async function openHandover(page: Page, slug: string, go = load): Promise<void> {
  await go(page, `/${slug}/handover`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Handover');
}

export async function openInventory(page: Page, slug: string, section: Inventory, go = load): Promise<void> {
  await go(page, `/${slug}/${section}`);
  const name = section.charAt(0).toUpperCase() + section.slice(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  if (offered[slug]?.includes(section))
    await expect(tableOfRows(page).locator('tr[aria-rowindex="1"]')).toContainText(/\w/);
  else await expect(page.getByRole('main')).toContainText('This deployment doesn’t offer');
}

/** Opens the charts of a list page, unless they are open: the browser stores that choice. */
export async function unfoldCharts(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Charts' });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

export async function chooseExport(
  page: Page,
  name: 'Export CSV' | 'Export JSON' | 'Copy rows' | 'Print',
): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

export async function openFirst(page: Page, slug: string, section: Inventory): Promise<void> {
  const link = tableOfRows(page).locator('tr[aria-rowindex="1"]').getByRole('link').first();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/${slug}/${section}/[^/]+$`));
  await expect(page.getByRole('main').locator('[data-freshness=fresh]').first()).toBeVisible();
  await expect(page.getByRole('main').locator('[data-claim]').first()).toBeVisible();
}
