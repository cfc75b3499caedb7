import type { Page } from '@playwright/test';
import { chooseExport, tableOfRows } from '../support/pages.ts';
import { allOperational, inOneAnswer } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

interface Paper {
  readonly sheets: number;
  readonly rows: number;
  readonly last: string;
}

/**
 * Prints the page, and counts the rows of the table while it is laid out for paper.
 *
 * @returns the number of sheets, and the rows of the table.
 */
async function print(page: Page): Promise<Paper> {
  await page.evaluate(() => {
    const count = () => {
      const body = document.querySelector('[role=table][aria-rowcount] tbody');
      const rows = body?.querySelectorAll('tr[aria-rowindex]').length ?? 0;
      document.body.dataset['paper'] = JSON.stringify({ rows, last: body?.lastElementChild?.textContent });
    };
    matchMedia('print').addEventListener('change', count, { once: true });
  });
  const pdf = await page.pdf({ format: 'A4' });
  const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  return { sheets, ...JSON.parse((await page.locator('body').getAttribute('data-paper')) ?? '') };
}

test('a printed long table is complete, or states which rows it contains', async ({ page, deploy }) => {
  const { url } = await deploy({
    ...allOperational,
    sizes: { nodes: 300, applications: 1200 },
    defaultLimit: 2000,
    maximumLimit: 2000,
  });
  const open = async (section: string, count: number) => {
    await page.goto(`${url}/${section}`);
    await expect(tableOfRows(page)).toHaveAttribute('aria-rowcount', String(count));
    await expect(tableOfRows(page).locator('tr[aria-rowindex="1"]')).toContainText(/\w/);
  };
  await open('nodes', 300);
  const onScreen = await tableOfRows(page).locator('tr[aria-rowindex]').count();
  expect(onScreen).toBeLessThan(100);
  const printed = await print(page);
  expect(printed.rows).toBe(300);
  expect(printed.sheets).toBeLessThanOrEqual(4);
  expect(printed.last).not.toContain('Printed');
  await expect(tableOfRows(page).locator('tr[aria-rowindex]')).toHaveCount(onScreen);
  await open('applications', 1200);
  expect(await print(page)).toMatchObject({
    rows: 1000,
    last: 'Printed: rows 1 to 1,000 of 1,200. An export holds all of them.',
  });
});

test("the export menu prints once the worker's rows are rendered as well", async ({ page, deploy }) => {
  // So many rows are read by a worker.
  const { url } = await deploy(inOneAnswer(6000));
  await page.addInitScript(() => {
    globalThis.print = () => {
      const body = document.querySelector('[role=table][aria-rowcount] tbody');
      document.body.dataset['paper'] =
        `${body?.querySelectorAll('tr[aria-rowindex]').length} rows. ${body?.lastElementChild?.textContent}`;
    };
  });
  await page.goto(`${url}/buckets`);
  await expect(tableOfRows(page)).toHaveAttribute('aria-rowcount', '6000');
  await expect(tableOfRows(page).locator('tr[aria-rowindex="1"]')).toContainText(/\w/);
  const onScreen = await tableOfRows(page).locator('tr[aria-rowindex]').count();
  await chooseExport(page, 'Print');
  await expect(page.locator('body')).toHaveAttribute(
    'data-paper',
    '1000 rows. Printed: rows 1 to 1,000 of 6,000. An export holds all of them.',
  );
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0);
  await expect(tableOfRows(page).locator('tr[aria-rowindex]')).toHaveCount(onScreen);
});

test('the columns of a list fit a portrait sheet', async ({ page }) => {
  await page.goto('/everything/nodes');
  await expect(tableOfRows(page).locator('tr[aria-rowindex="1"]')).toContainText(/\w/);
  await page.setViewportSize({ width: 718, height: 1046 });
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Status', 'Node', 'Capacity', 'Created'])
    await expect(tableOfRows(page).getByRole('columnheader', { name, exact: true })).toBeInViewport({
      ratio: 1,
    });
});
