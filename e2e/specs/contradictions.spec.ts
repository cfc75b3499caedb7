import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Body, type Edit, list, rowsOf } from '../servers/edits.ts';
import { chooseExport } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const contradictions = (page: Page) => page.getByRole('list', { name: 'Contradictions' }).getByRole('listitem');

function statuses(wordOf: (row: Body, index: number) => string): Edit {
  return (body) =>
    list(
      rowsOf(body).map((row, index) => ({ ...row, status: wordOf(row, index) })),
      body,
    );
}

function completeList(data: readonly Body[]): Body {
  return list(data, { pagination: { limit: 1000 } });
}

const threeDegraded = statuses((_row, index) => (index < 3 ? 'degraded' : 'operational'));

test('a component or region that reports operational is contradicted by its nodes, in words with a link to them', async ({
  page,
  deployTogether,
}) => {
  const { host, doubles } = await deployTogether({
    few: allOperational,
    cut: { ...allOperational, defaultLimit: 10, maximumLimit: 10 },
    region: allOperational,
  });
  doubles['few']?.set('/api/v2/nodes', { edit: threeDegraded });
  // This service honours the limit, so it sends at most ten rows per region.
  doubles['cut']?.set('/api/v2/nodes', {
    edit: (body, query) => ({ ...Object(threeDegraded(body, query)), pagination: { limit: 10, count: 10 } }),
  });
  const noneInGraz = statuses(({ pop }) => (pop === 'gra1' ? 'down' : 'operational'));
  doubles['region']?.set('/api/v2/nodes', { edit: noneInGraz });

  await test.step('components', async () => {
    await page.goto(`${host.url}/few`);
    await expect(page.getByRole('status', { name: 'Overall status' })).toContainText('says operational');
    await expect(contradictions(page)).toHaveText([
      'Edge Nodes operational; 3 of 60 nodes are not: 3 degraded.',
      'Edge Network operational; 3 of 60 nodes are not: 3 degraded.',
    ]);
    await expect(contradictions(page).locator('[data-severity]')).toHaveCount(2);
    await contradictions(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/nodes\?severity=degraded$/);
    await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', '3');
    await expect(contradictions(page)).toHaveCount(2);
    await expectNoGoodWithoutProof(page);
  });

  await test.step('a truncated list says “at least”', async () => {
    await page.goto(`${host.url}/cut`);
    await expect(contradictions(page).filter({ hasText: 'Edge Nodes' })).toContainText(
      /operational; at least \d+ of at least \d+ nodes are not: at least \d+ degraded/,
    );
  });

  await test.step('a region without an operational node', async () => {
    await page.goto(`${host.url}/region/regions`);
    const graz = contradictions(page).filter({ hasText: 'gra1' });
    await expect(graz).toHaveText('gra1 operational; none of its 10 nodes is: 10 major outage.');
    await graz.getByRole('link').click();
    await expect(page).toHaveURL(/\/regions\/gra1$/);
    await expect(page.getByRole('main')).toContainText('10 of 10 nodes are not operational');
    await expect(page.getByRole('main')).toContainText('Operational, but none of its 10 nodes');
  });
});

test('a contradiction by nodes is “as last read” once the nodes are stale, and no longer once they are lost', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy(allOperational);
  double.set('/api/v2/nodes', { edit: threeDegraded });
  const time = await openInStoppedTime(page, url, () => expect(contradictions(page).first()).toBeVisible());
  await expect(contradictions(page).first()).not.toContainText('As last read');
  double.set('/api/v2/nodes', { status: 503 });
  await time.pass(75);
  const nodes = contradictions(page).filter({ hasText: 'Edge Nodes' });
  await expect(nodes).toContainText(/^As last read at \d\d:\d\d UTC: Edge Nodes operational/);
  await time.pass(180);
  await expect(nodes).toHaveCount(0);
  await expectNoGoodWithoutProof(page);
});

test('every page gives the same answer to which regions are not good', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  const words = ['major_outage', 'draining'];
  const cities = ['Tokyo', 'Oslo', 'Lima'];
  const codes = Array.from(
    { length: 60 },
    (_, index) => `q${String.fromCharCode(97 + (index % 26))}x${Math.floor(index / 26)}`,
  );
  const withoutGoodNodes = codes.slice(2, 5);
  double.set('/api/v2/regions', {
    edit: () =>
      completeList(
        codes.map((code, index) => ({
          code,
          name: cities[index - 2] ?? `City ${index}`,
          zone: 'eu-west',
          country: ['JP', 'NO', 'PE'][index - 2] ?? 'FR',
          status: words[index] ?? 'operational',
        })),
      ),
  });
  double.set('/api/v1/regions', { status: 404 });
  double.set('/api/v2/nodes', {
    edit: () =>
      completeList(
        codes.flatMap((pop) =>
          Array.from({ length: 4 }, (_, place) => ({
            id: `nod_${pop}0000000${place}aa`,
            created_at: '2026-01-01T00:00:00Z',
            pop,
            status: withoutGoodNodes.includes(pop) ? 'down' : 'operational',
            capacity: '10G',
          })),
        ),
      ),
  });
  await page.goto(url);
  const main = page.getByRole('main');
  await expect(main).toContainText('55 operational, 5 not');
  await expect(contradictions(page).filter({ hasText: 'of 60 regions' })).toHaveText(
    /; 5 of 60 regions are not: 1 major outage, 3 partial outage, 1 maintenance or notice\.$/,
  );
  await page.getByRole('link', { name: '5 not' }).click();
  await expect(page).toHaveURL(/\/regions\?severity=/);
  const table = page.getByRole('table', { name: 'regions' });
  await expect(table).toHaveAttribute('aria-rowcount', '5');
  const sentence = 'Operational, but none of its 4 nodes';
  await expect(table.getByText(sentence)).toHaveCount(3);
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const isReadable = (state: Element) =>
    state.scrollHeight <= state.clientHeight &&
    state.getBoundingClientRect().right <= (state.closest('td')?.getBoundingClientRect().right ?? 0);
  await expect.poll(() => table.getByText(sentence).first().evaluate(isReadable)).toBe(true);
  if (desk) await page.setViewportSize(desk);
  await expect(main.getByRole('heading', { level: 1 }).locator('..')).toContainText(
    /60 regions in 1 zone\. 5 not operational: 1 +major outage, 3 +operational, but none of their nodes, 1 +draining\. 55 +operational/i,
  );
  await expect(page.getByRole('combobox', { name: /^Status/ })).toContainText('not operational (5)');
  await page.getByLabel(/^Map of the regions/).focus();
  await page.keyboard.press('t');
  await expect(
    page.getByRole('figure', { name: /on the map/ }).getByRole('row', { name: /Tokyo/ }),
  ).toContainText(sentence);
  const [download] = await Promise.all([page.waitForEvent('download'), chooseExport(page, 'Export CSV')]);
  const lines = (await readFile(await download.path(), 'utf8')).split(/\r?\n/);
  expect(lines.filter((line) => line.startsWith('operational,partial,but none of its 4 nodes'))).toHaveLength(
    3,
  );
  expect(lines.filter((line) => /^\w+,(critical|partial|notice),/.test(line))).toHaveLength(5);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('regions not operational');
  await expect(page.getByRole('option', { name: /Regions not operational/ }).first()).toContainText(
    '1 region major outage, 3 partial outage, 1 maintenance or notice',
  );
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: codes[2] ?? '', exact: true })
    .first()
    .click();
  await expect(main.locator('header').first()).toContainText(sentence);
});

test('versions that start to contradict each other on a component give a contradiction and a change', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  await page.goto(`${url}/endpoints`);
  // A difference that exists at the first poll is not a change.
  const readings = () => double.log.filter(({ path }) => path === '/api/v1/status').length;
  await expect.poll(readings).toBeGreaterThan(1);
  double.set('/api/v1/status', {
    edit: (body) => ({ ...body, components: [{ name: 'Cache', status: 'wobbly' }] }),
  });
  await expect(page.getByRole('list', { name: 'Differences of status' })).toContainText('Cache');
  const sentence = 'Cache status: “wobbly” in v1, “operational” in v2';
  // After two polls the sentence is announced to screen readers.
  await expect(page.locator('[aria-live=polite]').filter({ hasText: sentence })).toBeAttached();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Changes' }).click();
  const entries = page.getByRole('list', { name: /^Changes of/ }).getByRole('listitem');
  await expect(entries.filter({ hasText: sentence })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Status' }).click();
  await expect(contradictions(page).filter({ hasText: 'Cache' })).toHaveText(`${sentence}.`);
});
