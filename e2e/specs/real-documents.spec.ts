import type { Page } from '@playwright/test';
import { allPaths } from '../servers/double.ts';
import { isRealThere, type RealStatus, realRegions, realRows, realStatuses, whyNot } from '../servers/real.ts';
import { look } from '../support/look.ts';
import { goWithin, tableOfRows } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.skip(!isRealThere, whyNot);

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });

/** Severity → number of components whose mark on screen has it. */
function shownSeverities(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.getByRole('list', { name: 'Components' }).evaluate((list) => {
    const counts: Record<string, number> = {};
    for (const item of list.querySelectorAll('li')) {
      const severity = item.querySelector('svg[data-severity]')?.getAttribute('data-severity') ?? 'none';
      counts[severity] = (counts[severity] ?? 0) + 1;
    }
    return counts;
  });
}

async function expectComplete(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { violations, blank, panels } = await look(page);
      return { violations, blank, unread: panels.filter(({ freshness }) => freshness !== 'fresh') };
    })
    .toEqual({ violations: [], blank: false, unread: [] });
}

const severityOf: Readonly<Record<string, string>> = {
  operational: 'ok',
  under_maintenance: 'notice',
  degraded_performance: 'degraded',
  partial_outage: 'partial',
  major_outage: 'critical',
};

function severitiesOf({ components }: RealStatus): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of components) {
    const severity = severityOf[status] ?? status;
    counts[severity] = (counts[severity] ?? 0) + 1;
  }
  return counts;
}

test('the status documents of real services are shown unchanged', async ({ page, deployTogether }) => {
  const statuses = realStatuses();
  expect(statuses).toHaveLength(22);
  const { host, doubles } = await deployTogether(
    Object.fromEntries(statuses.map(({ name, version }) => [name, { offered: [`/api/${version}/status`] }])),
    { pollSeconds: 300 },
  );
  for (const { name, version, text } of statuses) doubles[name]?.set(`/api/${version}/status`, { body: text });

  const largest = statuses.toSorted((a, b) => b.components.length - a.components.length)[0];
  expect(largest?.components).toHaveLength(539);
  await page.goto(host.url);
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'twilio' })).toBeVisible();
  await expectComplete(page);
  for (const document of statuses)
    await test.step(document.name, async () => {
      await goWithin(page, `/${document.name}`);
      // Checks at each frame, because an assertion would check only once a second.
      await page.waitForFunction((name) => globalThis.document.title.includes(name), document.name);
      const views = page.getByRole('group', { name: 'View of components' });
      // The second view looks the same for every document with few components of one severity.
      const both = document === largest || Object.keys(severitiesOf(document)).length > 1;
      for (const isSecond of both ? [false, true] : [false]) {
        if (isSecond) await views.getByRole('button', { pressed: false }).click();
        await expect.poll(() => shownSeverities(page)).toEqual(severitiesOf(document));
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
  await page.goto(`${url}/regions`);
  for (const [section, count] of Object.entries(sections)) {
    await goWithin(page, `/double/${section}`);
    await expect(page.getByRole('main').locator('[data-claim]').first()).toHaveText(count.toLocaleString('en'));
    await expect(tableOfRows(page)).toHaveAttribute('aria-rowcount', String(count));
    await expectComplete(page);
  }
  for (const [place, title] of [
    ['', 'Operational'],
    ['/regions/iad1', /iad1/i],
    ['/endpoints', 'Endpoints'],
  ] as const) {
    await goWithin(page, `/double${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectComplete(page);
  }
});

test('city names in Chinese are shown, filtered and opened', async ({ page, deploy }) => {
  const regions = realRegions('regions.zh.json');
  // There are no nodes and buckets, because the table would contain their regions as well.
  const { url } = await deploy({ offered: allPaths, rows: { regions, nodes: [], buckets: [] } });
  await page.goto(`${url}/regions`);
  await expect(tableOfRows(page)).toHaveAttribute('aria-rowcount', String(regions.length));
  await expectComplete(page);
  await goWithin(page, '/double/regions/ams1');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('荷兰阿姆斯特丹');
});
