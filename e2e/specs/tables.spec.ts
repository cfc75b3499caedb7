import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { makeRows } from '../servers/double-data.ts';
import { chooseExport } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { type Deployed, expect, test } from '../support/test.ts';

/** Number of rows, more than any screen shows. */
const total = 900;
const longLists = {
  ...allOperational,
  sizes: { nodes: total, buckets: total },
  defaultLimit: 1000,
  maximumLimit: 1000,
};

interface Row {
  readonly id: string;
  readonly region?: string;
  readonly pop?: string;
  readonly name?: string;
  readonly objects?: number;
}

interface Inventory {
  readonly noun: string;
  readonly path: string;
  readonly search: string;
  readonly regionOf: (row: Row) => string | undefined;
  /** Column to sort by, which is not the initial order, and the order that it must have. */
  readonly column: string;
  readonly inOrder: (a: Row, b: Row) => number;
  readonly direction: 'ascending' | 'descending';
  /** Text that occurs in some rows, and the test for these rows (`holds`). */
  readonly text: string;
  readonly holds: (row: Row) => boolean;
  /** Names of the API document for the columns of an export. */
  readonly fields: readonly string[];
}

const inventories: readonly Inventory[] = [
  {
    noun: 'nodes',
    path: '/api/v2/nodes',
    search: 'Node id, region or city',
    regionOf: ({ pop }) => pop,
    column: 'Node',
    inOrder: (a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }),
    direction: 'ascending',
    text: 'tallinn',
    holds: ({ pop }) => pop === 'tll1',
    fields: ['id', 'pop', 'status', 'capacity', 'created_at'],
  },
  {
    noun: 'buckets',
    path: '/api/v2/buckets',
    search: 'Bucket name or id',
    regionOf: ({ region }) => region,
    column: 'Objects',
    inOrder: (a, b) => (b.objects ?? 0) - (a.objects ?? 0),
    direction: 'descending',
    text: 'CRATE-17',
    holds: ({ name }) => name === 'crate-17',
    fields: ['id', 'name', 'region', 'objects', 'bytes', 'created_at'],
  },
];

/** Reads column names, rows and heading lines of a CSV file without quoted cells. */
async function readCsv(download: Download) {
  const file = await readFile(await download.path(), 'utf8');
  expect(file.startsWith('\u{FEFF}')).toBe(true);
  const lines = file.slice(1).trimEnd().split('\r\n');
  const heading = lines.filter((line) => line.startsWith('# ') || line.startsWith('"# '));
  const [names = '', ...rows] = lines.slice(heading.length);
  const columns = names.split(',');
  return {
    heading,
    rows: rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [columns[index], cell]))),
  };
}

async function save(page: Page, format: 'CSV' | 'JSON'): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), chooseExport(page, `Export ${format}`)]);
  return download;
}

for (const inventory of inventories) {
  const { noun, path, search, regionOf, column, inOrder, direction, text, holds, fields } = inventory;

  test.describe(`the table of ${noun}`, () => {
    const tableOf = (page: Page) => page.getByRole('table', { name: noun });
    const rowOf = (table: Locator, index: number) => table.locator(`tr[aria-rowindex="${index}"]`);
    const searchOf = (page: Page) => page.getByRole('searchbox', { name: search });
    const regionsOf = (page: Page) => page.getByRole('combobox', { name: /^Region/ });
    const codeOf = (row: Row | undefined) => (row && regionOf(row)) ?? '';
    const headOf = (page: Page, name: string) => tableOf(page).getByRole('columnheader', { name, exact: true });

    let deployed: Deployed;
    /** Body of the list as the service sent it, and its rows. */
    let body: string;
    let sent: readonly Row[];

    test.beforeEach(async ({ page, request, deploy }) => {
      deployed = await deploy(longLists);
      body = await (await request.get(deployed.api + path)).text();
      const parsed: { readonly data: readonly Row[] } = JSON.parse(body);
      sent = parsed.data;
      await page.goto(`${deployed.url}/${noun}`);
      await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
    });

    test('shows its exact total, is filtered, sorted and exported', async ({ page }) => {
      const shown = (count: number) => expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(count));

      await test.step('the exact total is first, after one request, and no filter changes it', async () => {
        // The host caches the list for its lifetime, so the request of the test is the only one at the
        // service.
        expect(deployed.double.log.filter((request) => request.path === path)).toHaveLength(1);
        const first = page.getByRole('main').locator('[data-claim]').first();
        await expect(first).toHaveText(String(total));
        await expect(first).toHaveAttribute('data-claim', 'exact');
        await expect(page.getByText('regardless of the filters below')).toBeVisible();
        await searchOf(page).fill(text);
        await shown(sent.filter(holds).length);
        await expect(first).toHaveText(String(total));
      });

      await test.step('filtered by text and by region', async () => {
        const code = codeOf(sent.find(holds));
        await regionsOf(page).selectOption(`=${code}`);
        await shown(sent.filter((row) => holds(row) && regionOf(row) === code).length);
        await searchOf(page).fill('');
        await shown(sent.filter((row) => regionOf(row) === code).length);
        await regionsOf(page).selectOption({ index: 0 });
        await shown(total);
      });

      await test.step('if nothing matches it says so, and how to see all rows again', async () => {
        await searchOf(page).fill('nothing is called this');
        await shown(0);
        await expect(page.getByText(`No ${noun} match “nothing is called this”.`)).toBeVisible();
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await shown(total);
        await expect(searchOf(page)).toHaveValue('');
      });

      await test.step('typed text stays while the address of the text before is still being applied', async () => {
        await searchOf(page).evaluate(async (field: HTMLInputElement, typed) => {
          const type = (value: string) => {
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
            field.dispatchEvent(new Event('input', { bubbles: true }));
          };
          const frame = () => new Promise(requestAnimationFrame);
          type('no such text');
          await frame();
          await frame();
          // When the field loses the focus, the address changes. The browser notifies the page only after
          // this.
          field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
          type(typed);
        }, text);
        await expect(page).toHaveURL((url) => url.searchParams.get('q') === text);
        await expect(searchOf(page)).toHaveValue(text);
        await shown(sent.filter(holds).length);
        await searchOf(page).fill('');
        await shown(total);
      });

      const head = headOf(page, column);
      await test.step('sorted by its heads', async () => {
        await expect(head).toHaveAttribute('aria-sort', 'none');
        await head.getByRole('button').click();
        await expect(head).toHaveAttribute('aria-sort', direction);
        const [first, second] = sent.toSorted(inOrder);
        await expect(rowOf(tableOf(page), 1)).toContainText(first?.id ?? '');
        await expect(rowOf(tableOf(page), 2)).toContainText(second?.id ?? '');
        await head.getByRole('button').click();
        await expect(head).not.toHaveAttribute('aria-sort', direction);
        await expect(rowOf(tableOf(page), 1)).toContainText(sent.toSorted(inOrder).at(-1)?.id ?? '');
        await expect(tableOf(page).locator('[aria-sort]:not([aria-sort=none])')).toHaveCount(1);
        await head.getByRole('button').click();
        await expect(head).toHaveAttribute('aria-sort', direction);
      });

      await test.step('exported as exactly the shown rows, in their order, as CSV and as JSON', async () => {
        const code = codeOf(sent[0]);
        await regionsOf(page).selectOption(`=${code}`);
        const ids = sent
          .filter((row) => regionOf(row) === code)
          .toSorted(inOrder)
          .map((row) => row.id);
        await shown(ids.length);

        const csv = await readCsv(await save(page, 'CSV'));
        expect(csv.rows.map((row) => row['id'])).toEqual(ids);
        expect(Object.keys(csv.rows[0] ?? {})).toEqual(expect.arrayContaining([...fields]));
        if (fields.includes('bytes')) {
          // Numbers that JavaScript cannot represent must keep every digit.
          expect(Math.max(...csv.rows.map((row) => Number(row['bytes'])))).toBeGreaterThan(2 ** 53);
          for (const row of csv.rows)
            expect(body).toMatch(new RegExp(`"id":"${row['id']}".*?"bytes":${row['bytes']}\\b`));
        }
        const heading = csv.heading.join('\n');
        expect(heading).toMatch(
          new RegExp(`# source: http://127\\.0\\.0\\.1:\\d+/deployments/double${path}\n`),
        );
        expect(csv.heading).toContain(`# filter: region ${code}`);
        expect(heading).toContain('# claim: exact');
        expect(heading).toContain(`# rows: ${ids.length} of ${total}`);
        expect(heading).not.toMatch(/[^\S \n]/);
        for (const name of ['deployment', 'exported', 'read', 'age']) expect(heading).toContain(`# ${name}: `);

        const json: unknown = JSON.parse(await readFile(await (await save(page, 'JSON')).path(), 'utf8'));
        expect(json).toMatchObject({
          about: { deployment: 'double', claim: 'exact', rows: `${ids.length} of ${total}` },
          data: ids.map((id) => ({ id })),
        });
      });
    });

    // The pages of lists share the code for keys, so one of them is enough.
    if (noun === 'buckets')
      test('renders only the visible rows, and the keys reach all', async ({ page }) => {
        const table = tableOf(page);
        await expect(rowOf(table, 1)).toBeAttached();
        expect(await table.locator('tr[aria-rowindex]').count()).toBeLessThan(100);
        await page.keyboard.press('ArrowDown');
        await expect(rowOf(table, 1)).toBeFocused();
        await page.keyboard.press('ArrowUp');
        await expect(searchOf(page)).toBeFocused();
        await page.getByRole('button', { name: 'To the list' }).press('Enter');
        await expect(rowOf(table, 1)).toBeFocused();
        await page.keyboard.press('ArrowDown');
        await expect(rowOf(table, 2)).toBeFocused();
        await page.keyboard.press('End');
        await expect(rowOf(table, total)).toBeFocused();
        await expect(rowOf(table, total)).toBeInViewport();
        expect(await table.locator('tr[aria-rowindex]').count()).toBeLessThan(100);
        await page.keyboard.press('Home');
        await expect(rowOf(table, 1)).toBeFocused();
        const address = await rowOf(table, 1).getByRole('link').first().getAttribute('href');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(new URL(address ?? '', deployed.url).href);
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      });

    test('is restored from its address, and falls back from an invalid one', async ({ page, context }) => {
      const { url } = deployed;

      await test.step('a copy of its address shows the same', async () => {
        await page.goto(`${url}/${noun}`);
        await searchOf(page).fill(text);
        await regionsOf(page).selectOption(`=${codeOf(sent.find(holds))}`);
        await headOf(page, column).getByRole('button').click();
        await expect(headOf(page, column)).toHaveAttribute('aria-sort', direction);
        await expect(page).toHaveURL(/[?&]q=.*region=.*sort=|[?&]q=.*sort=.*region=/);
        const seen = async (each: Page) => ({
          count: await tableOf(each).getAttribute('aria-rowcount'),
          first: await rowOf(tableOf(each), 1).innerText(),
          text: await searchOf(each).inputValue(),
          region: await regionsOf(each).inputValue(),
        });
        const copy = await context.newPage();
        await copy.goto(page.url());
        await expect(headOf(copy, column)).toHaveAttribute('aria-sort', direction);
        await expect(rowOf(tableOf(copy), 1)).toContainText(/\w/);
        // The suffix of names that occur twice appears a moment after the rows.
        await expect.poll(() => seen(copy)).toEqual(await seen(page));
        await copy.close();
      });

      for (const hostile of [
        'sort=-constructor&region=&__proto__=x&toString=y&theme=purple&%=%',
        'sort=%ff%fe&q=%00',
        'sort=--bytes&q=%20%20&sort=__proto__',
      ])
        await test.step(hostile, async () => {
          await page.goto(`${url}/${noun}?${hostile}`);
          await expect(tableOf(page).locator('[aria-sort=descending]')).toHaveCount(1);
          await expect(headOf(page, column)).toHaveAttribute('aria-sort', 'none');
        });
      await page.goto(`${url}/${noun}?q=${'x'.repeat(8000)}&region=constructor`);
      await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '0');
      await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
    });
  });
}

test('“not operational” is one choice with a key figure, and so are unused applications with write scope', async ({
  page,
  deploy,
}) => {
  const { url } = await deploy({
    ...longLists,
    mixed: true,
    rows: { applications: makeRows('applications', 20) },
  });
  await page.goto(url);
  const figures = page.getByRole('group', { name: 'Key figures' });
  const link = figures.locator('a[href*="/nodes?"]', { hasText: /^\d+ not$/ });
  const count = /\d+/.exec(await link.innerText())?.[0] ?? '';
  await link.click();
  await expect(page).toHaveURL(/\/nodes\?severity=/);
  await expect(page.getByRole('main')).toContainText(`${count} that match`);
  const choice = page.getByRole('combobox', { name: 'Status' });
  await expect(choice.locator('option:checked')).toHaveText(`not operational (${count})`);
  await choice.selectOption('=operational');
  await expect(page).toHaveURL(`${url}/nodes?status=operational`);
  await choice.selectOption('others');
  await expect(page.getByRole('main')).toContainText(`${count} that match`);

  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Applications', exact: true })
    .click();
  await page.getByRole('link', { name: '5 of them with the scope write' }).click();
  await expect(
    page.getByRole('table', { name: 'applications' }).getByRole('row', { name: /robot/ }),
  ).toHaveCount(5);
});

test('the Export button can take the focus as soon as it is visible, and keeps it', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('.table-footer button')];
      const drawn = buttons.find(({ textContent }) => textContent === 'Export');
      if (!drawn) return;
      observer.disconnect();
      drawn.focus();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto('/everything/buckets');
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the link to the list shows its first row completely', async ({ page, deploy }) => {
    const { url } = await deploy(allOperational);
    await page.goto(`${url}/events`);
    const table = page.getByRole('table', { name: 'event types' });
    const first = table.locator('tr[aria-rowindex="1"]');
    await expect(first).toBeAttached();
    await page.getByRole('button', { name: 'To the list' }).tap();
    await expect(first).toBeFocused();
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const head = table.getByRole('columnheader').first();
    const foot = (await top(head)) + ((await head.boundingBox())?.height ?? Number.NaN);
    expect(await top(first)).toBeGreaterThanOrEqual(Math.floor(foot));
  });
});
