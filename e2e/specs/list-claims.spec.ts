/**
 * What pages state about lists: missing items, values that contradict each other, and items with the same
 * name.
 */

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Double } from '../servers/double.ts';
import { id, timestamp } from '../servers/double-data.ts';
import { assets, buckets, codes, nodes, regions, rows, small } from '../support/hosts/small-lists.ts';
import { chooseExport, unfoldCharts } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const total = (page: Page) => page.getByRole('main').locator('[data-claim]').first();

function queriesOf(double: Double | undefined, path: string): readonly string[] {
  return (double?.log ?? []).flatMap((each) => (each.path === path ? [each.query] : []));
}

test('truncated buckets and nodes state it, and equal names are distinguished', async ({
  page,
  deployTogether,
}) => {
  const cut = [
    ...buckets(39, codes),
    ...buckets(90, ['fra1', 'iad1', 'lhr1', 'mad1', 'nrt1', 'sin1']).slice(39),
  ];
  const sent = [...Array.from({ length: 40 }, () => '100G'), ...codes.map((code) => `a lot in ${code}`)];
  const { host } = await deployTogether({
    more: { ...small, rows: { regions, buckets: cut, nodes: nodes(codes) } },
    same: {
      ...small,
      maximumLimit: 1000,
      rows: { regions, buckets: buckets(42, codes) },
    },
    plotted: {
      ...allOperational,
      rows: {
        regions,
        buckets: [10, 500, 20_000, 90_000].map((objects, index) => ({
          region: 'ams1',
          fields: {
            id: id('bkt', index),
            created_at: timestamp(index),
            name: `crate-${index}`,
            region: 'ams1',
            objects,
            bytes: objects * 1021,
          },
        })),
      },
    },
    unreadable: {
      ...allOperational,
      rows: {
        regions,
        nodes: rows(sent.length, codes, (index, pop) => ({
          id: id('nod', index),
          pop,
          status: 'operational',
          capacity: sent[index],
        })),
      },
    },
  });

  await test.step('a region with more rows than its response is named', async () => {
    await page.goto(`${host.url}/more/buckets`);
    await expect(total(page)).toHaveAttribute('data-claim', 'at-least');
    const lead = page.getByRole('main').locator('.lead');
    await expect(lead).toContainText('fra1, iad1, lhr1 and 3 more are cut at 5');
    await expect(lead).not.toContainText('sin1');
    const filter = page.getByRole('search');
    await expect(filter.getByRole('option', { name: /^fra1 \(at least 5\)$/ })).toBeAttached();
    const sizes = page.locator('section', { has: page.getByRole('heading', { name: /^Bucket sizes/ }) });
    await expect(sizes).toContainText('hatched: list truncated');
    await expect(sizes.locator('rect[fill="url(#hatch)"]').first()).toBeVisible();
    await lead.getByRole('button', { name: 'Name all 6 cut regions' }).press('Enter');
    await expect(lead.locator(':focus')).toContainText(
      'All truncated lists: fra1, iad1, lhr1, mad1, nrt1 and sin1.',
    );
  });

  await test.step('buckets with the same name are distinguished, and can be filtered', async () => {
    await page.goto(`${host.url}/same/buckets`);
    const table = page.getByRole('table', { name: 'buckets' });
    await expect(table).toHaveAttribute('aria-rowcount', /^4[23]$/);
    await page.getByRole('link', { name: '2 names' }).click();
    await expect(page).toHaveURL(/[?&]same_name=yes/);
    const links = table.getByRole('link', { name: /^crate-/ });
    await expect(links).toHaveText(
      [0, 40, 1, 41].map((index) => `crate-${index % 40}…${id('bkt', index).slice(-4)}`),
      { ignoreCase: false },
    );
    await page.goto(`${host.url}/same/buckets?name=crate-1&columns=name,objects,city`);
    await expect(links).toHaveCount(2);
    const [download] = await Promise.all([page.waitForEvent('download'), chooseExport(page, 'Export CSV')]);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toMatch(/^"# joined \/api\/v2\/regions: exact, read /m);
    expect(file).toContain('\r\nname,id,city,objects\r\n');
    for (const index of [1, 41]) expect(file).toContain(`\r\ncrate-1,${id('bkt', index)},`);
    await links.first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^crate-1…/);
    await expect(page).toHaveTitle(/Bucket crate-1 …\w{4}, /);
    expect([1, 41].map((index) => id('bkt', index).slice(-4))).toContain(
      / …(\w{4}),/.exec(await page.title())?.[1],
    );
  });

  await test.step('labels of the bucket plot stay inside it, also at its edges', async () => {
    await page.goto(`${host.url}/plotted/buckets`);
    await unfoldCharts(page);
    const plot = page.getByRole('group', { name: 'Objects against bytes' });
    await expect(plot.getByText('100,000', { exact: true })).toBeVisible();
    const { left, right } = await plot.evaluate((element) => element.getBoundingClientRect().toJSON());
    for (const figure of await plot.locator('svg text').all()) {
      const box = await figure.evaluate((element) => element.getBoundingClientRect().toJSON());
      expect(box.left).toBeGreaterThanOrEqual(left);
      expect(box.right).toBeLessThanOrEqual(right);
    }
  });

  await test.step('unreadable capacities are drawn to the scale of readable ones, and all are counted', async () => {
    // The browser has stored that charts are open.
    await page.goto(`${host.url}/unreadable/nodes`);
    const panel = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 2, name: /^Advertised capacity/ }) })
      .last();
    const apart = panel.getByRole('list', { name: 'Nodes whose capacity could not be read' });
    await expect(apart.getByRole('listitem')).toHaveCount(12);
    await expect(panel).toContainText('1 smaller class not shown.');
    const lengthIn = (list: typeof apart) =>
      list
        .locator('li > .drains-fill > *')
        .first()
        .evaluate((bar) => bar.getBoundingClientRect().width);
    const readable = panel.getByRole('list', { name: 'Nodes by advertised capacity' });
    expect(await lengthIn(apart)).toBeLessThan((await lengthIn(readable)) / 20);
  });
});

test('mismatches between the lists of regions are named, and a truncated list claims “at least”', async ({
  page,
  deployTogether,
}) => {
  const unlisted = Array.from({ length: 9 }, (_, index) => `zzz${index}`);
  const { host, doubles } = await deployTogether({
    mismatched: {
      ...small,
      maximumLimit: 1000,
      rows: {
        regions,
        buckets: buckets(20, codes.slice(0, 10)),
        nodes: nodes([...codes.slice(0, 12), 'zzz9']),
      },
    },
    long: {
      ...small,
      maximumLimit: 1000,
      rows: { regions, buckets: [], nodes: nodes([...codes, ...unlisted]) },
    },
    truncated: { ...allOperational, rows: { regions: regions.slice(0, 4) } },
  });

  await test.step('mismatches, with links', async () => {
    await page.goto(`${host.url}/mismatched/regions`);
    const found = page.getByRole('list', { name: 'What does not fit together' }).getByRole('listitem');
    await expect(found).toHaveText([
      'zzz9 is in no region list and named by 1 node.',
      'Nodes and no buckets in 3 regions: sin1, syd1, zzz9.',
      'Listed, but nothing in 1 region: waw1.',
      'Frankfurt, DE, has 2 codes: fra1, fra2.',
    ]);
    await found.first().getByRole('link', { name: '1 node' }).click();
    await expect(page).toHaveURL(/\/nodes\?region=zzz9$/);
  });

  await test.step('a long list is shortened, and complete on request', async () => {
    await page.goto(`${host.url}/long/regions`);
    const list = page.getByRole('list', { name: 'What does not fit together' });
    const dangling = list.getByRole('listitem').filter({ hasText: 'is in no region list' });
    await expect(dangling).toHaveCount(6);
    await page.getByRole('button', { name: 'name 3 more codes' }).click();
    await expect(dangling).toHaveCount(9);
    await expect(list).toBeFocused();
    const without = list.getByRole('listitem').filter({ hasText: 'Nodes and no buckets in 22 regions' });
    await expect(without.getByRole('link')).toHaveCount(6);
    await without.getByRole('button', { name: 'name 16 more' }).click();
    await expect(without.getByRole('link')).toHaveText([...codes, ...unlisted]);
    await expect(without.getByRole('link').nth(6)).toBeFocused();
  });

  await test.step('“at least” stands beside the key figure as well', async () => {
    doubles['truncated']?.set('/api/v2/regions', {
      edit: (body) => ({ ...body, pagination: { limit: 4, count: 4, has_more: true } }),
    });
    await page.goto(`${host.url}/truncated`);
    const panel = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 2, name: /^Regions/ }) });
    await expect(panel.getByRole('list', { name: 'Regions by zone' })).toBeVisible();
    const counts = panel.locator('[data-claim]');
    await expect(counts).toHaveCount(2);
    for (const count of await counts.all()) {
      await expect(count).toHaveAttribute('data-claim', 'at-least');
      await expect(count).toContainText('at least');
    }
  });
});

test('the cache status by path and region is drawn from complete lists only', async ({
  page,
  deployTogether,
}) => {
  const paths = Array.from({ length: 70 }, (_, index) => `/shelf/item-${String(index).padStart(2, '0')}.bin`);
  const shelves = codes.slice(0, 2).flatMap((region, place) =>
    paths.map((path, index) => ({
      region,
      fields: {
        id: id('ast', place * 100 + index),
        created_at: timestamp(index),
        path,
        bytes: 1,
        cache_status: index === 7 && place === 0 ? 'STALE' : 'HIT',
      },
    })),
  );
  const { host, doubles } = await deployTogether({
    shelves: { ...small, maximumLimit: 1000, rows: { regions, assets: shelves } },
    compared: {
      ...small,
      maximumLimit: 1000,
      rows: { regions, assets, nodes: [], buckets: [] },
    },
    ignoring: { ...small, maximumLimit: 1000, rows: { regions, assets } },
  });

  await test.step('it draws some of many paths, and more or searched ones on request', async () => {
    await page.goto(`${host.url}/shelves/assets?map=regions`);
    const drawn = page.getByRole('table', { name: 'Cache status by path and region' }).getByRole('rowheader');
    await expect(drawn).toHaveCount(30);
    await expect(page.getByText('30 of 70 paths drawn')).toBeVisible();
    await page.getByRole('button', { name: 'Draw 30 more' }).click();
    await expect(drawn).toHaveCount(60);
    await page.getByRole('button', { name: 'Draw 10 more' }).click();
    await expect(drawn).toHaveCount(70);
    await page.getByRole('searchbox', { name: 'Paths with' }).fill('ITEM-07');
    await expect(drawn).toHaveText(['/shelf/item-07.bin']);
    await expect(page.getByText('1 of 1 path drawn')).toBeVisible();
  });

  await test.step('it is read only while it is shown', async () => {
    await page.goto(`${host.url}/compared/assets`);
    await expect(total(page)).toHaveText('52');
    expect(
      queriesOf(doubles['compared'], '/api/v1/assets').filter((query) => query.includes('region=')),
    ).toEqual([]);
    await page.getByRole('button', { name: 'Compare regions' }).click();
    await expect(page).toHaveURL(/[?&]map=regions/);
    const panel = page.locator('section', { has: page.getByRole('heading', { name: /^By region/ }) });
    await expect(panel).toContainText('1 in 13 known regions of 4 paths');
    const table = page.getByRole('table', { name: 'Cache status by path and region' });
    await expect(table.getByRole('row').nth(1)).toContainText('/shelf/item-2.bin');
    await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText(
      codes.map((_, place) => (place === 0 ? 'STALE' : 'HIT')),
    );
    const regionsRead = queriesOf(doubles['compared'], '/api/v1/assets').flatMap(
      (query) => new URLSearchParams(query).get('region') ?? [],
    );
    expect(regionsRead.toSorted()).toEqual(codes);
    await expect(total(page)).toHaveAttribute('data-claim', 'exact');
  });

  await test.step('an ignored region filter shows nothing by region', async () => {
    doubles['ignoring']?.set('/api/v1/assets', { ignores: ['region'] });
    await page.goto(`${host.url}/ignoring/assets?map=regions`);
    await expect(page.getByText('seems to ignore the filter')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Cache status by path and region' })).toHaveCount(0);
    await expect(total(page)).toHaveText('52');
  });
});
