import type { Page } from '@playwright/test';
import { pathsOf } from '../servers/documented.ts';
import type { Double } from '../servers/double.ts';
import { rowsOf } from '../servers/edits.ts';
import { expectNothingSerious } from '../support/axe.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

/**
 * Gives the nodes in Graz the status word `word`, from the index `from` on. Each response is fresh for one
 * second.
 */
function putNodes(double: Double, word: string, from = 1): void {
  for (const path of pathsOf('nodes'))
    double.set(path, {
      headers: { 'Cache-Control': 'public, max-age=1' },
      edit: (body) => ({
        ...body,
        data: rowsOf(body).map((row, index) =>
          row['pop'] === 'gra1' && index >= from ? { ...row, status: word } : row,
        ),
      }),
    });
}

/** Components whose names relate them to neither nodes nor regions, so that they contradict nothing. */
const unrelated = allOperational.components.filter(({ name }) => !name.startsWith('Edge N'));

/**
 * Gives one component a status word. The overall status is degraded, so it contradicts neither nodes nor
 * regions.
 */
function putComponent(double: Double, name: string, word: string): void {
  for (const path of pathsOf(null))
    double.set(path, {
      edit: (body) => ({ ...body, status: 'degraded', components: [{ name, status: word }, ...unrelated] }),
    });
}

const recent = (page: Page) => page.getByRole('list', { name: 'Recent changes' }).getByRole('listitem');
const entries = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('list', { name: /^Changes of/ })
    .locator('> li');

async function openComplete(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('list', { name: 'Regions by zone' })).toBeVisible();
  await expect(page.getByRole('main').getByText('all operational').first()).toBeVisible();
}

test('changes at the same time are one entry, and an outage stays visible beside it', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  putNodes(double, 'operational');
  putComponent(double, 'Gate', 'operational');
  await openComplete(page, url);
  putNodes(double, 'degraded');
  const broke = recent(page).filter({ hasText: '9 nodes in Graz operational to degraded' });
  await expect(broke.locator('[data-severity=degraded]')).toBeVisible();
  putComponent(double, 'Gate', 'major_outage');
  const outage = recent(page).filter({ hasText: 'Gate operational to major outage' });
  await expect(outage.locator('[data-severity=critical]')).toBeVisible();
  putNodes(double, 'operational');
  await expect(
    recent(page).filter({ hasText: '9 nodes in Graz recovered, degraded to operational' }),
  ).toBeVisible();
  await expect(recent(page)).toHaveCount(3);
  await expect(outage).toBeVisible();

  await page.getByRole('link', { name: 'All changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
  await expect(page.getByRole('main')).toContainText(/19 changes since \d\d:\d\d:\d\d, .* shown as 3 entries/);
  const recovery = entries(page).filter({ hasText: 'recovered' });
  await expect(recovery.locator('[data-severity=ok]')).toBeVisible();
  await recovery.getByRole('button', { name: 'show 9' }).click();
  await expect(recovery.getByRole('list', { name: 'Changed together' }).getByRole('link')).toHaveCount(9);

  await expectNothingSerious(page);

  await page.getByRole('checkbox', { name: 'States 19' }).uncheck();
  await expect(page).toHaveURL(
    /\?kind=presence&kind=move&kind=capacity&kind=name&kind=word&kind=contradiction&kind=sight$/,
  );
  await expect(page.getByRole('main')).toContainText('No changes match');
  await page.getByRole('button', { name: 'Show all 3 entries' }).click();
  await page.getByRole('combobox', { name: /^Of/ }).selectOption('node');
  await expect(page).toHaveURL(/\?of=node$/);
  await expect(entries(page)).toHaveCount(2);

  await recovery.getByRole('button', { name: 'show 9' }).click();
  const first = recovery.getByRole('list').getByRole('link').first();
  const id = await first.textContent();
  await first.click();
  await expect(page).toHaveURL(`${url}/nodes/${id}`);
});

test('a contradiction that lasts for two polls begins and ends as a change', async ({ page, deploy }) => {
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  putNodes(double, 'operational', 0);
  await openComplete(page, url);
  putNodes(double, 'degraded', 0);
  const nodes = 'Edge Nodes operational; 10 of 60 nodes are not: 10 degraded and 1 more';
  const region = 'gra1 operational; none of its 10 nodes is: 10 degraded';
  await expect(recent(page).filter({ hasText: nodes })).toBeVisible();
  await expect(recent(page).filter({ hasText: region })).toBeVisible();
  await page.getByRole('link', { name: 'All changes' }).click();
  await page.getByRole('checkbox', { name: /^Contradictions 4/ }).uncheck();
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(entries(page).filter({ hasText: nodes })).toContainText('open');
  await expectNothingSerious(page);
  putNodes(double, 'operational', 0);
  const ended = entries(page).filter({ hasText: `no longer so: ${region}` });
  await expect(ended).toBeVisible();
  await expect(entries(page).filter({ hasText: nodes }).first()).not.toContainText('open');
  await ended.getByRole('link').first().click();
  await expect(page).toHaveURL(`${url}/regions/gra1`);
});

test('on a phone the page is under More, and without contact nothing on it is green', async ({
  page,
  deploy,
}) => {
  const hostile = '\u202EeltsaC <img src=x>\n' + 'w'.repeat(300);
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  putComponent(double, hostile, 'wobbly');
  await page.setViewportSize({ width: 390, height: 844 });
  await openComplete(page, url);
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
