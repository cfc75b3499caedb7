import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Double } from '../servers/double.ts';
import { id, type Row, timestamp } from '../servers/double-data.ts';
import { pagination } from '../servers/edits.ts';
import { holdBack } from '../support/held-back.ts';
import { chooseExport, unfoldCharts } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const codes = [
  'ams1',
  'arn1',
  'cdg1',
  'dub1',
  'fra1',
  'fra2',
  'iad1',
  'lhr1',
  'mad1',
  'nrt1',
  'sin1',
  'syd1',
  'waw1',
];
const cities = { fra1: 'Frankfurt', fra2: 'Frankfurt' } as Readonly<Record<string, string>>;

const regions = codes.map(
  (code): Row => ({
    region: code,
    fields: {
      code,
      name: cities[code] ?? `City of ${code}`,
      zone: 'eu-central',
      country: 'DE',
      status: 'operational',
    },
  }),
);

function rows(
  count: number,
  inRegions: readonly string[],
  fields: (index: number, code: string) => object,
): readonly Row[] {
  return Array.from({ length: count }, (_, index) => {
    const region = inRegions[index % inRegions.length] ?? '';
    return { region, fields: { created_at: timestamp(index), ...fields(index, region) } };
  });
}

function buckets(count: number, inRegions: readonly string[]) {
  return rows(count, inRegions, (index, region) => ({
    id: id('bkt', index),
    name: `crate-${index % 40}`,
    region,
    objects: index,
    bytes: index * 1021,
  }));
}

const nodes = (inRegions: readonly string[]) =>
  rows(inRegions.length, inRegions, (index, pop) => ({
    id: id('nod', index),
    pop,
    status: 'operational',
    capacity: '100G',
  }));

/** Four paths per region. In the first region one of them is not a HIT. */
const assets = codes.flatMap((region, place) =>
  Array.from(
    { length: 4 },
    (_, index): Row => ({
      region,
      fields: {
        id: id('ast', place * 4 + index),
        created_at: timestamp(index),
        path: `/shelf/item-${index}.bin`,
        bytes: 1021,
        cache_status: place === 0 && index === 2 ? 'STALE' : 'HIT',
      },
    }),
  ),
);

const small = {
  offered: ['/api/v2/status', '/api/v2/regions', '/api/v2/nodes', '/api/v2/buckets', '/api/v1/assets'],
  defaultLimit: 5,
  maximumLimit: 5,
};

const total = (page: Page) => page.getByRole('main').locator('[data-claim]').first();

function queriesOf(double: Double, path: string): readonly string[] {
  return double.log.flatMap((each) => (each.path === path ? [each.query] : []));
}

test.describe('a service with at most five rows per response, in thirteen regions', () => {
  test('its buckets are merged from slices, and then cost one request per region', async ({ page, deploy }) => {
    test.slow();
    const { url } = await deploy({
      ...small,
      rows: { regions, buckets: buckets(60, codes), nodes: nodes(codes) },
    });
    const time = await openInStoppedTime(page, `${url}/buckets`, async () => {
      await expect(total(page)).toHaveText('60 in 13 known regions');
      await expect(total(page)).toHaveAttribute('data-claim', 'known-regions');
    });
    // The client finishes learning limits within one lifetime.
    await time.pass(70);
    /** Region → seconds of its requests. */
    const seconds = new Map<string, number[]>();
    let second = 0;
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (!pathname.endsWith('/buckets')) return;
      const region = searchParams.get('region') ?? 'none';
      seconds.set(region, [...(seconds.get(region) ?? []), second]);
    });
    await time.pass(200, (passed) => {
      second = passed;
    });
    // One request per region proves the claim, and no other requests are made.
    expect([...seconds.keys()].toSorted()).toEqual(codes);
    for (const [region, times] of seconds) {
      expect.soft(times.length, region).toBeGreaterThanOrEqual(3);
      const gaps = times.slice(1).map((each, index) => each - (times[index] ?? 0));
      // Requests are timed in whole seconds.
      expect.soft(Math.min(...gaps), region).toBeGreaterThanOrEqual(59);
    }
    await expect(total(page)).toHaveText('60 in 13 known regions');
  });

  test('if the worker with its slices dies, they are requested again, and another worker takes over later', async ({
    page,
    deploy,
  }) => {
    test.slow();
    const { url } = await deploy({
      ...small,
      // Without nodes: as verdicts depend on them, they would have their own worker.
      rows: { regions, buckets: buckets(60, codes), nodes: [] },
    });
    const table = page.getByRole('table', { name: 'buckets' });
    const expectAll = async () => {
      await expect(total(page)).toHaveText('60 in 13 known regions');
      await expect(table).toHaveAttribute('aria-rowcount', '60');
      await expect(table.getByRole('row').filter({ hasText: 'crate-19' })).toHaveCount(2);
    };
    const time = await openInStoppedTime(page, `${url}/buckets`, expectAll);
    const [worker, ...others] = page.workers();
    expect(others).toEqual([]);
    const requestedRegions = new Set<string>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/buckets')) requestedRegions.add(searchParams.get('region') ?? 'none');
    });
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error('It dies.');
      });
    });
    await expect.poll(() => page.workers().length).toBe(0);
    await time.pass(3);
    await expectAll();
    expect([...requestedRegions].toSorted()).toEqual([...codes, 'none'].toSorted());
    await time.jump(6 * 60);
    await time.pass(5);
    expect(page.workers()).toHaveLength(1);
    await expectAll();
  });

  test('bars of stored bytes wait for the scale of the complete list', async ({ page, deploy }) => {
    const { url, host } = await deploy({
      ...small,
      rows: { regions, buckets: buckets(60, codes), nodes: nodes(codes) },
    });
    const front = await holdBack(host.url, /\/buckets\?.*region=/);
    try {
      await page.goto(`${front.origin}${new URL(url).pathname}/buckets`);
      const bars = page.getByRole('table', { name: 'buckets' }).locator('.bar-figure .drains-fill > span');
      const widths = () => bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
      await expect(bars.first()).toBeAttached();
      expect(new Set(await widths())).toEqual(new Set([0]));
      front.release();
      await expect(total(page)).toHaveText('60 in 13 known regions');
      // 59 shares of the largest bucket: the first bar is the longest.
      await expect(async () => {
        const [first = 0, ...others] = await widths();
        expect(first).toBeGreaterThan(0);
        expect(others.every((width) => width < first)).toBe(true);
      }).toPass();
    } finally {
      await front.close();
    }
  });

  test('a region with more rows than its response is named', async ({ page, deploy }) => {
    const rows = [
      ...buckets(39, codes),
      ...buckets(90, ['fra1', 'iad1', 'lhr1', 'mad1', 'nrt1', 'sin1']).slice(39),
    ];
    const { url } = await deploy({ ...small, rows: { regions, buckets: rows, nodes: nodes(codes) } });
    await page.goto(`${url}/buckets`);
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

  test('the focus stays in the sentence whose button disappears once the list is complete', async ({
    page,
    deploy,
  }) => {
    const rows = buckets(90, ['fra1', 'iad1', 'lhr1', 'mad1', 'nrt1', 'sin1']);
    const { url, double } = await deploy({ ...small, rows: { regions, buckets: rows, nodes: nodes(codes) } });
    const lead = page.getByRole('main').locator('.lead');
    const more = lead.getByRole('button', { name: 'Name all 6 cut regions' });
    const time = await openInStoppedTime(page, `${url}/buckets`, () => expect(more).toBeVisible());
    await more.focus();
    const complete = pagination('has_more', false);
    double.set('/api/v2/buckets', {
      edit: (body, query) => (query.has('region') ? complete(body, query) : body),
    });
    await time.pass(70);
    await expect(lead).toContainText('13 known regions were read completely');
    await expect(lead.locator(':focus')).toContainText('read completely');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Charts' })).toBeFocused();
  });

  test('a region named only by nodes is read for its buckets too, and is not called empty before', async ({
    page,
    deploy,
  }) => {
    const { url } = await deploy({
      ...small,
      rows: {
        regions,
        buckets: [...buckets(60, codes), ...buckets(61, ['qqq8']).slice(60)],
        nodes: nodes(['qqq8', ...codes]),
      },
    });
    const row = page.getByRole('table', { name: 'regions' }).getByRole('row').filter({ hasText: 'qqq8' });
    const time = await openInStoppedTime(page, `${url}/regions?q=qqq8`, () => expect(row).toBeVisible());
    await expect(row.getByRole('cell', { name: /^0/ })).toHaveCount(0);
    await time.pass(70);
    await expect(row.getByRole('cell', { name: /^1 in 14 known regions/ })).toHaveCount(2);
    await expectNoGoodWithoutProof(page);
  });

  test('mismatches between the lists of regions are named, with links', async ({ page, deploy }) => {
    const { url } = await deploy({
      ...small,
      maximumLimit: 1000,
      rows: {
        regions,
        buckets: buckets(20, codes.slice(0, 10)),
        nodes: nodes([...codes.slice(0, 12), 'zzz9']),
      },
    });
    await page.goto(`${url}/regions`);
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

  test('a long list of mismatches is shortened, and complete on request', async ({ page, deploy }) => {
    const unlisted = Array.from({ length: 9 }, (_, index) => `zzz${index}`);
    const { url } = await deploy({
      ...small,
      maximumLimit: 1000,
      rows: { regions, buckets: [], nodes: nodes([...codes, ...unlisted]) },
    });
    await page.goto(`${url}/regions`);
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

  test('the map by region draws some of many paths, and more or searched ones on request', async ({
    page,
    deploy,
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
    const { url } = await deploy({ ...small, maximumLimit: 1000, rows: { regions, assets: shelves } });
    await page.goto(`${url}/assets?map=regions`);
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

  test('the cache status by region is read only while it is shown', async ({ page, deploy }) => {
    const { url, double } = await deploy({
      ...small,
      maximumLimit: 1000,
      rows: { regions, assets, nodes: [], buckets: [] },
    });
    await page.goto(`${url}/assets`);
    await expect(total(page)).toHaveText('52');
    expect(queriesOf(double, '/api/v1/assets').filter((query) => query.includes('region='))).toEqual([]);
    await page.getByRole('button', { name: 'Compare regions' }).click();
    await expect(page).toHaveURL(/[?&]map=regions/);
    const panel = page.locator('section', { has: page.getByRole('heading', { name: /^By region/ }) });
    await expect(panel).toContainText('1 in 13 known regions of 4 paths');
    const table = page.getByRole('table', { name: 'Cache status by path and region' });
    await expect(table.getByRole('row').nth(1)).toContainText('/shelf/item-2.bin');
    await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText(
      codes.map((_, place) => (place === 0 ? 'STALE' : 'HIT')),
    );
    const regionsRead = queriesOf(double, '/api/v1/assets').flatMap(
      (query) => new URLSearchParams(query).get('region') ?? [],
    );
    expect(regionsRead.toSorted()).toEqual(codes);
    await expect(total(page)).toHaveAttribute('data-claim', 'exact');
  });

  test('an ignored region filter shows nothing by region', async ({ page, deploy }) => {
    const { url, double } = await deploy({ ...small, maximumLimit: 1000, rows: { regions, assets } });
    double.set('/api/v1/assets', { ignores: ['region'] });
    await page.goto(`${url}/assets?map=regions`);
    await expect(page.getByText('seems to ignore the filter')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Cache status by path and region' })).toHaveCount(0);
    await expect(total(page)).toHaveText('52');
  });

  test('buckets with the same name are distinguished, and can be filtered', async ({ page, deploy }) => {
    const { url } = await deploy({
      ...small,
      maximumLimit: 1000,
      rows: { regions, buckets: buckets(42, codes) },
    });
    await page.goto(`${url}/buckets`);
    const table = page.getByRole('table', { name: 'buckets' });
    await expect(table).toHaveAttribute('aria-rowcount', /^4[23]$/);
    await page.getByRole('link', { name: '2 names' }).click();
    await expect(page).toHaveURL(/[?&]same_name=yes/);
    const links = table.getByRole('link', { name: /^crate-/ });
    await expect(links).toHaveText(
      [0, 40, 1, 41].map((index) => `crate-${index % 40}…${id('bkt', index).slice(-4)}`),
      { ignoreCase: false },
    );
    await page.goto(`${url}/buckets?name=crate-1&columns=name,objects,city`);
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
});

test('a truncated region list claims “at least” beside its key figure as well', async ({ page, deploy }) => {
  const { url, double } = await deploy({ ...allOperational, rows: { regions: regions.slice(0, 4) } });
  double.set('/api/v2/regions', {
    edit: (body) => ({ ...body, pagination: { limit: 4, count: 4, has_more: true } }),
  });
  await page.goto(url);
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

test('labels of the bucket plot stay inside it, also at its edges', async ({ page, deploy }) => {
  const { url } = await deploy({
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
  });
  await page.goto(`${url}/buckets`);
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

test('unreadable capacities are drawn to the scale of readable ones, and all are counted', async ({
  page,
  deploy,
}) => {
  const sent = [...Array.from({ length: 40 }, () => '100G'), ...codes.map((code) => `a lot in ${code}`)];
  const { url } = await deploy({
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
  });
  await page.goto(`${url}/nodes`);
  await unfoldCharts(page);
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
