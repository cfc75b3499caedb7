import type { Locator, Page } from '@playwright/test';
import { list, rowsOf } from '../servers/edits.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const long = 'lang'.repeat(5_000);

/** Values that a deployment sends as a status, with their text on screen and their severity. */
const odd = [
  { sent: 'constructor', shown: '“constructor”', severity: 'unknown' },
  { sent: '__proto__', shown: '“__proto__”', severity: 'unknown' },
  { sent: '', shown: '(blank)', severity: 'unknown' },
  { sent: '运行正常', shown: '“运行正常”', severity: 'unknown' },
  { sent: long, shown: `“${long.slice(0, 199)}…”`, severity: 'unknown' },
  { sent: 'not_operational', shown: '“not_operational”', severity: 'unknown' },
  { sent: 'storage_outage', shown: '“storage_outage” likely problem', severity: 'unknown' },
  { sent: '<b>up</b>', shown: '“<b>up</b>”', severity: 'unknown' },
  { sent: null, shown: 'null', severity: 'unknown' },
  { sent: 42, shown: '42', severity: 'unknown' },
  { sent: { up: true }, shown: '{"up":true}', severity: 'unknown' },
  { sent: 'green', shown: 'Green as configured', severity: 'ok' },
  { sent: 'brownout', shown: 'Brownout as configured', severity: 'critical' },
  { sent: 'OPERATIONAL', shown: 'OPERATIONAL', severity: 'assumed' },
] as const;

const words = { green: 'ok', brownout: 'critical' };
const slug = 'double';

async function expectWords(page: Page, itemOf: (index: number) => Locator): Promise<void> {
  for (const [index, { shown, severity }] of odd.entries()) {
    const item = itemOf(index);
    await expect(item).toContainText(shown);
    await expect(item.locator('[data-severity]').first()).toHaveAttribute('data-severity', severity);
    // The status word has two lines, the start time a third, and "Acknowledge" a fourth.
    await expect.poll(async () => (await item.boundingBox())?.height).toBeLessThan(150);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectNoGoodWithoutProof(page);
}

test.describe('unexpected status words', () => {
  test('of components are shown as sent, and no guess makes them good', async ({ page, deployTogether }) => {
    const { host, doubles } = await deployTogether({ [slug]: allOperational }, { words });
    doubles[slug]?.set('/api/v2/status', {
      edit: (body) => ({
        ...body,
        components: odd.map(({ sent }, index) => ({ name: `part ${index}`, status: sent })),
      }),
    });
    for (const view of ['tiles', 'rows']) {
      await page.goto(`${host.url}/${slug}?view=${view}`);
      const items = page.getByRole('list', { name: 'Components' }).getByRole('listitem');
      await expect(items).toHaveCount(odd.length);
      // Items are found by name, because those with problems come first.
      await expectWords(page, (index) =>
        items.filter({ has: page.getByText(`part ${index}`, { exact: true }) }),
      );
    }
    const status = page.getByRole('status', { name: 'Overall status' });
    await expect(status.getByRole('heading')).toHaveText('Brownout');
    await expect(page.getByText('Brownout as configured')).toHaveAttribute(
      'title',
      'brownout: major outage, as configured',
    );
  });

  test('of regions and nodes are shown as sent, and no guess makes them good', async ({
    page,
    deployTogether,
  }) => {
    const { host, doubles } = await deployTogether(
      { [slug]: { ...allOperational, sizes: { nodes: odd.length } } },
      { words },
    );
    const id = (index: number) => `nod_${String(index).padStart(14, '0')}`;
    const code = (index: number) => `odd${index}`;
    doubles[slug]?.set('/api/v2/nodes', {
      edit: (body) =>
        list(
          rowsOf(body).map((row, index) => ({ ...row, id: id(index), status: odd[index]?.sent })),
          body,
        ),
    });
    doubles[slug]?.set('/api/v2/regions', {
      edit: (body) =>
        list(
          odd.map(({ sent }, index) => ({ ...rowsOf(body)[0], code: code(index), status: sent })),
          body,
        ),
    });
    doubles[slug]?.set('/api/v1/regions', { status: 404 });
    await page.setViewportSize({ width: 1440, height: 1800 });
    for (const [section, name] of [
      ['nodes', id],
      ['regions', code],
    ] as const) {
      await page.goto(`${host.url}/${slug}/${section}`);
      const rows = page.locator('[role=table][aria-rowcount]').getByRole('row');
      await expectWords(page, (index) =>
        rows.filter({ has: page.getByRole('link', { name: name(index), exact: true }) }),
      );
    }
  });
});
