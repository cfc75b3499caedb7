import type { Page } from '@playwright/test';
import { pathsOf } from '../servers/documented.ts';
import type { Double } from '../servers/double.ts';
import { rowsOf } from '../servers/edits.ts';
import { expectNothingSerious } from '../support/axe.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

/** The nodes in Graz have this word; each answer lasts a second. */
function putNodes(double: Double, word: string): void {
  for (const path of pathsOf('nodes'))
    double.set(path, {
      headers: { 'Cache-Control': 'public, max-age=1' },
      edit: (body) => ({
        ...body,
        data: rowsOf(body).map((row) => (row['pop'] === 'gra1' ? { ...row, status: word } : row)),
      }),
    });
}

function putComponent(double: Double, name: string, word: string): void {
  for (const path of pathsOf(null))
    double.set(path, {
      edit: (body) => ({ ...body, components: [{ name, status: word }, ...allOperational.components] }),
    });
}

const recent = (page: Page) => page.getByRole('list', { name: 'Recent changes' }).getByRole('listitem');
const entries = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('list', { name: /^Changes of/ })
    .locator('> li');

async function openWhole(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('list', { name: 'Regions by zone' })).toBeVisible();
  await expect(page.getByRole('main').getByText('all operational').first()).toBeVisible();
}

test('what happened together is one entry, beside which an outage stays in sight', async ({ page, deploy }) => {
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  putNodes(double, 'operational');
  putComponent(double, 'Gate', 'operational');
  await openWhole(page, url);
  putNodes(double, 'degraded');
  const broke = recent(page).filter({ hasText: '10 nodes in Graz operational to degraded' });
  await expect(broke.locator('[data-severity=degraded]')).toBeVisible();
  putComponent(double, 'Gate', 'major_outage');
  const outage = recent(page).filter({ hasText: 'Gate operational to major outage' });
  await expect(outage.locator('[data-severity=critical]')).toBeVisible();
  putNodes(double, 'operational');
  await expect(
    recent(page).filter({ hasText: '10 nodes in Graz recovered, degraded to operational' }),
  ).toBeVisible();
  await expect(recent(page)).toHaveCount(3);
  await expect(outage).toBeVisible();

  await page.getByRole('link', { name: 'All changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
  await expect(page.getByRole('main')).toContainText(/21 changes since \d\d:\d\d:\d\d, .* shown as 3 entries/);
  const recovery = entries(page).filter({ hasText: 'recovered' });
  await expect(recovery.locator('[data-severity=ok]')).toBeVisible();
  await recovery.getByRole('button', { name: 'show 10' }).click();
  await expect(recovery.getByRole('list', { name: 'Changed together' }).getByRole('link')).toHaveCount(10);

  await expectNothingSerious(page);

  await page.getByRole('checkbox', { name: 'States 21' }).uncheck();
  await expect(page).toHaveURL(/\?kind=presence&kind=move&kind=capacity&kind=word&kind=sight$/);
  await expect(page.getByRole('main')).toContainText('No change fits');
  await page.getByRole('button', { name: 'Show all 3 entries' }).click();
  await page.getByRole('combobox', { name: /^Of/ }).selectOption('node');
  await expect(page).toHaveURL(/\?of=node$/);
  await expect(entries(page)).toHaveCount(2);

  await recovery.getByRole('button', { name: 'show 10' }).click();
  const first = recovery.getByRole('list').getByRole('link').first();
  const id = await first.textContent();
  await first.click();
  await expect(page).toHaveURL(`${url}/nodes/${id}`);
});

test('on a phone it stands under More; without contact nothing of it is good', async ({ page, deploy }) => {
  const hostile = '\u202EeltsaC <img src=x>\n' + 'w'.repeat(300);
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  putComponent(double, hostile, 'wobbly');
  await page.setViewportSize({ width: 390, height: 844 });
  await openWhole(page, url);
  putComponent(double, hostile, 'operational');
  await expect(recent(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect(entries(page).locator('[data-severity=ok]')).toBeVisible();
  await expect(entries(page)).toContainText('eltsaC <img src=x>');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await double.refuse();
  await expect(entries(page).filter({ hasText: 'could not be read' })).toBeVisible();
  await expectNoGoodWithoutProof(page);
});
