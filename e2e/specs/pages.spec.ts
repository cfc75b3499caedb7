import type { Page } from '@playwright/test';
import { expectNothingSerious } from '../support/axe.ts';
import {
  detailed,
  inventory,
  offered,
  openChanges,
  openEndpoints,
  openFirst,
  openHandover,
  openInventory,
  openReport,
  openStatus,
  reach,
  unfoldCharts,
} from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

/**
 * Expects no values such as `undefined` in the text of the page. Text of a deployment is skipped, because it
 * may contain them.
 */
async function expectNoStrayValues(page: Page): Promise<void> {
  const text = await page.locator('body').evaluate((body) => {
    const copy = body.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const element of copy.querySelectorAll('[data-verbatim], script, style')) element.remove();
    return copy.textContent;
  });
  expect(text).not.toMatch(/NaN|undefined|Invalid Date|Infinity|\[object Object\]/);
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  for (const width of [390, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(excess, `pixels wider than a screen of ${width}`).toBeLessThanOrEqual(0);
  }
}

async function expectSound(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expectNoStrayValues(page);
  await expectNoGoodWithoutProof(page);
  await expectNoSidewaysScrolling(page);
}

for (const [slug, lists] of Object.entries(offered)) {
  const missing = inventory.filter((each) => !lists.includes(each));
  test.describe(`the demo’s ${slug}`, () => {
    test('status, endpoints, changes, and the lists that it does not offer', async ({ page }) => {
      for (const [name, open] of [
        ['status', openStatus],
        ['endpoints', openEndpoints],
        ['changes', openChanges],
        ['handover', openHandover],
        ['report', openReport],
      ] as const)
        await test.step(name, async () => {
          await open(page, slug, reach);
          if (slug === 'everything' && name === 'endpoints') await expectNothingSerious(page);
          await expectSound(page);
        });
      for (const section of missing)
        await test.step(section, async () => {
          await openInventory(page, slug, section, reach);
          await expectSound(page);
        });
    });

    if (slug !== 'everything')
      test('its lists, and one row of each', async ({ page }) => {
        test.slow();
        for (const section of lists)
          await test.step(section, async () => {
            await openInventory(page, slug, section, reach);
            await expectSound(page);
            if (!detailed.includes(section)) return;
            await openFirst(page, slug, section);
            await expectSound(page);
          });
      });
  });
}

test('all deployments', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')).toHaveCount(4);
  await expect(page.locator('[data-claim]').first()).toBeVisible();
  await expectNothingSerious(page);
  await expectSound(page);
});

test('an address that does not exist says so and leads back', async ({ page }) => {
  for (const [address, says, back, to] of [
    [
      '/everything/nodes/nod_00000000000000',
      'No node nod_00000000000000 is listed',
      'All nodes',
      '/everything/nodes',
    ],
    ['/everything/buckets/bkt_none', 'bkt_none is not among', 'All buckets', '/everything/buckets'],
    ['/everything/events/evt_none', 'evt_none is not among', 'All event types', '/everything/events'],
    ['/everything/regions/zzz9', 'names this code', 'All regions', '/everything/regions'],
    ['/everything/regions/%3Cb%3E%2F..%2F', 'names this code', 'All regions', '/everything/regions'],
    ['/nobody', 'There is no deployment “nobody” here', 'All deployments', '/'],
    ['/nobody/nodes', 'There is no deployment “nobody” here', 'All deployments', '/'],
    ['/everything/nowhere', 'Nothing is shown at this address', 'Status of Everything', '/everything'],
  ] as const)
    await test.step(address, async () => {
      // An unknown deployment must be loaded, to see what the host sends for it.
      await (address.startsWith('/nobody') ? page.goto(address) : reach(page, address));
      const main = page.getByRole('main');
      await expect(main).toContainText(says);
      await expectSound(page);
      await main.getByRole('link', { name: back, exact: true }).click();
      await expect(page).toHaveURL(to);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });
});

/** Expects that each chart has a table of the same numbers, opened by a button and by the key t. */
async function expectTables(page: Page, count: number): Promise<void> {
  const figures = page.getByRole('figure');
  // Charts load one after the other, and a later one may be placed before the others. So wait for all.
  await expect(figures).toHaveCount(count);
  for (const figure of await figures.all()) {
    await expect(figure).toHaveAccessibleName(/\w/);
    await figure.getByRole('button', { name: 'Table' }).click();
    const table = figure.getByRole('table');
    await expect(table).toBeVisible();
    expect(await table.getByRole('row').count()).toBeGreaterThan(1);
    await page.keyboard.press('t');
    await expect(table).toHaveCount(0);
    await page.keyboard.press('t');
    await expect(table).toBeVisible();
    await page.keyboard.press('t');
  }
}

/** Expects that all bars of a list have the same maximum width, so that their lengths can be compared. */
async function expectComparableBars(page: Page): Promise<void> {
  const lists = page.getByRole('main').locator('ul:has(> li > .drains-fill)');
  await expect(lists).not.toHaveCount(0);
  // Rows change while the lists of single regions still load.
  await expect(async () => {
    for (const list of await lists.all()) {
      const rooms = await list
        .locator(':scope > li > .drains-fill')
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
      expect(new Set(rooms).size).toBe(1);
    }
  }).toPass();
}

const desktop = { width: 1440, height: 900 };

/** Number of charts on a list page. `null`: the bars of the list are not compared. */
const figuresOf = { regions: 2, nodes: 1, buckets: 2, assets: null, applications: null, events: null } as const;

async function expectCharts(page: Page, section: keyof typeof figuresOf): Promise<void> {
  const figures = figuresOf[section];
  if (figures === null) return;
  // The map loads last, but is the first chart.
  if (section === 'regions') await expect(page.getByRole('group', { name: /^Map of/ })).toBeVisible();
  // When the list is complete, its chart is a new element.
  if (section === 'buckets') await expect(page.getByText(/buckets in \d+ known regions/).first()).toBeVisible();
  await expectTables(page, figures);
  if (section === 'regions') return;
  await unfoldCharts(page);
  await expectComparableBars(page);
}

for (const sections of [
  ['regions', 'assets', 'applications'],
  ['nodes', 'buckets', 'events'],
] as const)
  test(`${sections.join(', ')}: accessible in both themes, with the same numbers in charts and tables, and one row of each`, async ({
    page,
  }) => {
    test.slow();
    for (const section of sections)
      await test.step(section, async () => {
        await page.setViewportSize(desktop);
        await openInventory(page, 'everything', section, reach);
        await expectNothingSerious(page);
        if (section === 'nodes') {
          await page.setViewportSize({ width: 390, height: 844 });
          await expectNothingSerious(page);
          await page.setViewportSize(desktop);
        }
        await expectCharts(page, section);
        await expectSound(page);
        if (!detailed.includes(section)) return;
        await page.setViewportSize(desktop);
        await openFirst(page, 'everything', section);
        await expectNothingSerious(page);
        await expectSound(page);
      });
  });
