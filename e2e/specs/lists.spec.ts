import type { Page } from '@playwright/test';
import { pagination } from '../servers/edits.ts';
import { delayResponses } from '../support/hosts/slow-front.ts';
import { buckets, codes, nodes, regions, small } from '../support/hosts/small-lists.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const total = (page: Page) => page.getByRole('main').locator('[data-claim]').first();

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
    // Within one lifetime the client finds out the limits of the service.
    await time.pass(70);
    /** Region → times of its requests, seconds. */
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
    // One request per region proves that the list is complete. No other request may be made.
    expect([...seconds.keys()].toSorted()).toEqual(codes);
    for (const [region, times] of seconds) {
      expect.soft(times.length, region).toBeGreaterThanOrEqual(3);
      const gaps = times.slice(1).map((each, index) => each - (times[index] ?? 0));
      // Times are rounded to whole seconds, so a gap of 60 s may be measured as 59 s.
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
      // There are no nodes, because the verdict needs them and they would have a worker of their own.
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
    const front = await delayResponses(host.url, /\/buckets\?.*region=/);
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
});
