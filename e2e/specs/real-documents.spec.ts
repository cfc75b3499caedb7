import type { Page } from '@playwright/test';
import { allPaths } from '../servers/double.ts';
import { isRealThere, type RealStatus, realRegions, realRows, realStatuses, whyNot } from '../servers/real.ts';
import { look } from '../support/look.ts';
import { tableOfRows } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.skip(!isRealThere, whyNot);

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const components = (page: Page) => page.getByRole('list', { name: 'Components' }).getByRole('listitem');

async function expectComplete(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { violations, blank, panels } = await look(page);
      return { violations, blank, unread: panels.filter(({ freshness }) => freshness !== 'fresh') };
    })
    .toEqual({ violations: [], blank: false, unread: [] });
}

function words({ components }: RealStatus): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of components) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const severityOf: Readonly<Record<string, string>> = {
  operational: 'ok',
  under_maintenance: 'notice',
  degraded_performance: 'degraded',
  partial_outage: 'partial',
  major_outage: 'critical',
};

test('the status documents of real services are shown unchanged', async ({ page, deployTogether }) => {
  test.setTimeout(240_000);
  const statuses = realStatuses();
  expect(statuses).toHaveLength(22);
  const { host, doubles } = await deployTogether(
    Object.fromEntries(statuses.map(({ name, version }) => [name, { offered: [`/api/${version}/status`] }])),
    { pollSeconds: 300 },
  );
  for (const { name, version, text } of statuses) doubles[name]?.set(`/api/${version}/status`, { body: text });

  await page.goto(host.url);
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'twilio' })).toBeVisible();
  await expectComplete(page);
  for (const document of statuses)
    await test.step(document.name, async () => {
      await page.goto(`${host.url}/${document.name}`);
      for (const view of ['Tiles', 'Rows']) {
        const choice = page
          .getByRole('group', { name: 'View of components' })
          .getByRole('button', { name: view });
        await choice.click();
        await expect(choice).toHaveAttribute('aria-pressed', 'true');
        await expect(components(page)).toHaveCount(document.components.length);
        for (const [word, count] of Object.entries(words(document)))
          await expect(components(page).locator(`svg[data-severity=${severityOf[word]}]`)).toHaveCount(count);
        await expect(verdict(page)).toContainText(`of ${document.components.length} components`);
        await expectComplete(page);
      }
    });
});

const sections = { regions: 527, nodes: 527, buckets: 1178, assets: 890, applications: 1348, events: 489 };

test('real regions, buckets, assets, applications and events are all shown', async ({ page, deploy }) => {
  const { url } = await deploy({
    offered: allPaths,
    rows: realRows(),
    defaultLimit: 10_000,
    maximumLimit: 10_000,
    status: 'operational',
    components: [{ name: 'API', status: 'operational' }],
  });
  for (const [section, count] of Object.entries(sections)) {
    await page.goto(`${url}/${section}`);
    await expect(page.getByRole('main').locator('[data-claim]').first()).toHaveText(count.toLocaleString('en'));
    await expect(tableOfRows(page)).toHaveAttribute('aria-rowcount', String(count));
    await expectComplete(page);
  }
  for (const place of ['', '/regions/iad1', '/endpoints']) {
    await page.goto(url + place);
    await expectComplete(page);
  }
});

test('city names in Chinese are shown, filtered and opened', async ({ page, deploy }) => {
  const regions = realRegions('regions.zh.json');
  // Without nodes and buckets: their places would be in the table as well.
  const { url } = await deploy({ offered: allPaths, rows: { regions, nodes: [], buckets: [] } });
  await page.goto(`${url}/regions`);
  await expect(tableOfRows(page)).toHaveAttribute('aria-rowcount', String(regions.length));
  await expectComplete(page);
  await page.goto(`${url}/regions/ams1`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('荷兰阿姆斯特丹');
});

test('539 components in one document stay readable in both views', async ({ page, deploy }) => {
  const duo = realStatuses().find(({ name }) => name === 'duo');
  if (!duo) throw new Error('There is no status document named duo.');
  const { url, double } = await deploy({ offered: ['/api/v2/status'], pollSeconds: 300 });
  double.set('/api/v2/status', { body: duo.text });
  await page.goto(url);
  await expect(components(page)).toHaveCount(539);
  const views = page.getByRole('group', { name: 'View of components' });
  for (const view of ['Tiles', 'Rows', 'Tiles', 'Rows']) {
    await views.getByRole('button', { name: view }).click();
    await expect(views.getByRole('button', { name: view })).toHaveAttribute('aria-pressed', 'true');
    await expect(components(page)).toHaveCount(539);
  }
});
