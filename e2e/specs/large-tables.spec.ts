import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { rowsOf } from '../servers/edits.ts';
import { chooseExport, unfoldCharts } from '../support/pages.ts';
import { inOneAnswer } from '../support/scenarios.ts';
import { type Deployed, expect, test } from '../support/test.ts';

/** Number of rows. So many are read by a worker. */
const total = 20_000;
const path = '/api/v2/buckets';
const grown = 5;
/** The shortest lifetime in the test: the list is refreshed while the test runs. */
const lifetime = { 'cache-control': 'public, max-age=5' };

test.describe('a table of 20,000 rows', () => {
  const tableOf = (page: Page) => page.getByRole('table', { name: 'buckets' });
  const rowAt = (page: Page, index: number) => tableOf(page).locator(`tr[aria-rowindex="${index}"]`);
  const headOf = (page: Page, name: string) =>
    tableOf(page).getByRole('columnheader', { name, exact: true }).getByRole('button');

  /**
   * Reads the id of a bucket from its row. The rest of the text changes: names that occur twice get a suffix
   * once all are known.
   */
  const idOf = async (row: Locator) => /bkt_\w+/.exec(await row.innerText())?.[0];

  let deployed: Deployed;
  let sent: readonly { readonly id: string; readonly name: string; readonly objects: number }[];

  test.beforeEach(async ({ page, request, deploy }) => {
    deployed = await deploy(inOneAnswer(total));
    deployed.double.set(path, { headers: lifetime });
    const body: { data: typeof sent } = await (await request.get(deployed.api + path)).json();
    sent = body.data;
    await page.goto(`${deployed.url}/buckets?sort=objects`);
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
    await expect(rowAt(page, 1)).toContainText(/\w/);
    // The worker starts after the response of the host.
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  });

  test('is searched, sorted, filtered and scrolled with only the visible rows in the document', async ({
    page,
  }) => {
    await test.step('a search finds all rows, and the keys reach them', async () => {
      const rows = tableOf(page).locator('tr[aria-rowindex]');
      expect(await rows.count()).toBeLessThan(100);
      await page.getByRole('searchbox').fill('CRATE-17');
      const found = sent.filter(({ name }) => name === 'crate-17').length;
      await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(found));
      await page.getByRole('searchbox').press('ArrowDown');
      await expect(rowAt(page, 1)).toBeFocused();
      await page.keyboard.press('End');
      await expect(rowAt(page, found)).toBeFocused();
      await expect(rowAt(page, found)).toBeInViewport();
      expect(await rows.count()).toBeLessThan(100);
      await page.getByRole('searchbox').fill('');
      await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
    });

    await test.step('Back undoes a choice, and typing is one step', async () => {
      await headOf(page, 'Bucket').click();
      await expect(page).toHaveURL(/sort=name/);
      await page.getByRole('combobox', { name: /^Region/ }).selectOption({ index: 1 });
      await expect(page).toHaveURL(/region=/);
      await page.getByRole('searchbox').pressSequentially('crate-1');
      await expect(page).toHaveURL(/q=crate-1/);
      await page.goBack();
      await expect(page).toHaveURL(/sort=name/);
      await expect(page).not.toHaveURL(/region=|q=/);
      await page.goBack();
      await expect(page).toHaveURL(/sort=objects/);
      await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
    });

    await test.step('rows are there at once after fast jumps, and some beyond the screen', async () => {
      await page.evaluate(async () => {
        for (let jumps = 0; jumps < 30; jumps += 1) {
          globalThis.scrollBy(0, 3000);
          await new Promise(requestAnimationFrame);
        }
      });
      /**
       * The rows that the reader sees between head and foot of the table, and the number of further rows that
       * are rendered above and below.
       */
      const seen = () =>
        page.evaluate(() => {
          const indexOf = (row: Element | null | undefined) => Number(row?.getAttribute('aria-rowindex'));
          const at = (height: number) => {
            const element = document.elementFromPoint(200, height)?.closest('tr[aria-rowindex]');
            return indexOf(element?.textContent ? element : null);
          };
          const drawn = [...document.querySelectorAll('tr[aria-rowindex]')];
          const head = document.querySelector('th')?.getBoundingClientRect().bottom ?? 0;
          const [first, last] = [at(head + 10), at(globalThis.innerHeight - 60)];
          return {
            first,
            rows: last - first,
            above: first - indexOf(drawn[0]),
            below: indexOf(drawn.at(-1)) - last,
          };
        });
      await expect.poll(async () => (await seen()).above).toBeGreaterThanOrEqual(4);
      const { first, rows, below } = await seen();
      expect(first).toBeGreaterThan(2000);
      expect(rows).toBeGreaterThan(10);
      expect(rows).toBeLessThan(40);
      expect(below).toBeGreaterThanOrEqual(4);
    });
  });

  test('is exported, and an export stops on request', async ({ page }) => {
    await test.step('exactly the shown rows, in their order, under a heading', async () => {
      await page.getByRole('searchbox').fill('crate-1');
      await headOf(page, 'Objects').click();
      const shown = sent
        .filter(({ name }) => name.startsWith('crate-1'))
        .toSorted((a, b) => b.objects - a.objects);
      await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(shown.length));
      await expect(rowAt(page, 1)).toContainText(shown[0]?.id.slice(-4) ?? '');
      const [download] = await Promise.all([page.waitForEvent('download'), chooseExport(page, 'Export JSON')]);
      const json: unknown = JSON.parse(await readFile(await download.path(), 'utf8'));
      expect(json).toMatchObject({
        about: { claim: 'exact', rows: `${shown.length} of ${total}`, filter: '“crate-1”' },
        data: shown.map(({ id }) => ({ id })),
      });
      await page.getByRole('searchbox').fill('');
      await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
      const [csv] = await Promise.all([page.waitForEvent('download'), chooseExport(page, 'Export CSV')]);
      // The button “Export” had been replaced by “Stop” during the export.
      await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
      const lines = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n');
      const ids = sent.toSorted((a, b) => b.objects - a.objects).map(({ id }) => id);
      const rows = lines.filter((line) => /,bkt_/.test(line));
      expect(rows).toHaveLength(total);
      expect(rows[0]).toContain(ids[0]);
      expect(rows.at(-1)).toContain(ids.at(-1));
    });

    await test.step('stopped, it writes nothing', async () => {
      const session = await page.context().newCDPSession(page);
      const downloads: unknown[] = [];
      page.on('download', (download) => downloads.push(download));
      const button = page.getByRole('button', { name: 'Export', exact: true });
      const inCsv = page.getByRole('button', { name: 'Export CSV' });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(inCsv).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(inCsv).toBeFocused();
      // Slows down the page. Otherwise the export would end before the button can be pressed.
      await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('progressbar', { name: 'Exporting buckets' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
      // The message is on screen for 4 s only, so the page itself looks for it.
      const isShown = page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const observer = new MutationObserver(() => {
              if (document.body.textContent?.includes('Stopped. No file was written')) resolve(true);
            });
            observer.observe(document.body, { subtree: true, childList: true, characterData: true });
          }),
      );
      await page.keyboard.press('Enter');
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      expect(await isShown).toBe(true);
      await expect(button).toBeFocused();
      expect(downloads).toEqual([]);
    });
  });

  test('keeps columns, grouping and the marked row in its address, and shows the progress while it loads', async ({
    page,
    context,
  }) => {
    await test.step('in its address, wherever that row is', async () => {
      await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Region' });
      const groups = page.getByRole('list', { name: 'Rows by region' });
      await expect(groups.getByRole('listitem').first()).toContainText(/\d/);
      await page.getByText('Columns', { exact: true }).click();
      await page.getByRole('checkbox', { name: 'Mean object' }).uncheck();
      await expect(headOf(page, 'Mean object')).toHaveCount(0);
      await rowAt(page, 1).focus();
      await page.keyboard.press('End');
      await expect(rowAt(page, total)).toBeFocused();
      // A row exists before it has content. The space key works only with content.
      await expect(rowAt(page, total)).toContainText(/\w/);
      await page.keyboard.press('Space');
      await expect(rowAt(page, total)).toHaveAttribute('aria-current', 'true');
      await expect(page).toHaveURL(/group=region/);
      await expect(page).toHaveURL(/selected=bkt_/);
      const copy = await context.newPage();
      await copy.goto(page.url());
      await expect(rowAt(copy, total)).toHaveAttribute('aria-current', 'true');
      await expect(rowAt(copy, total)).toBeInViewport();
      await expect(headOf(copy, 'Mean object')).toHaveCount(0);
      await expect(headOf(copy, 'Bucket')).toHaveCount(1);
      await copy.close();
    });

    await test.step('the progress', async () => {
      const address = page.url();
      // A request of the open page would time out in the leap, and the host would then serve its last good list.
      await page.goto('about:blank');
      deployed.double.set(path, { hold: true });
      await deployed.host.leap(5_000);
      await page.goto(address);
      await expect(page.getByRole('progressbar', { name: 'Loading buckets' })).toBeVisible();
      deployed.double.set(path, { headers: lifetime });
      await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
      await expect(page.getByRole('progressbar')).toHaveCount(0);
    });
  });

  /** Sets the next response: a few new rows first, and then all others in reverse order. */
  const growAndReverse = () =>
    deployed.double.set(path, {
      headers: lifetime,
      edit: (body) => {
        const rows = rowsOf(body);
        const more = rows
          .slice(0, grown)
          .map((row, place) => ({ ...row, id: `bkt_newcomer00000${place}`, objects: 0 }));
        const data = [...more, ...rows.toReversed()];
        return { ...body, data, pagination: { limit: data.length, count: data.length, has_more: false } };
      },
    });

  test('keeps the focused row, the focus and its screen position when a refresh adds and reorders rows', async ({
    page,
  }) => {
    await rowAt(page, 1).focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('PageDown');
    const focused = tableOf(page).locator('tr:focus');
    await expect(focused).toContainText(/bkt_|crate/);
    const index = Number(await focused.getAttribute('aria-rowindex'));
    const id = await idOf(focused);
    const topOf = async () => Math.round((await focused.boundingBox())?.y ?? Number.NaN);
    const top = await topOf();
    const scrolled = await page.evaluate(() => globalThis.scrollY);
    expect(index).toBeGreaterThan(40);
    expect(scrolled).toBeGreaterThan(500);
    growAndReverse();
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total + grown), { timeout: 20_000 });
    await expect(focused).toHaveAttribute('aria-rowindex', String(index + grown));
    await expect.poll(() => idOf(focused)).toBe(id);
    await expect.poll(topOf).toBe(top);
    expect(await page.evaluate(() => globalThis.scrollY)).toBeGreaterThan(scrolled);
    await page.keyboard.press('ArrowDown');
    await expect(rowAt(page, index + grown + 1)).toBeFocused();
  });

  test('keeps the scroll position in the list and the clicked row if the keyboard is not in use', async ({
    page,
  }) => {
    await page.mouse.wheel(0, 3000);
    await expect.poll(() => page.evaluate(() => globalThis.scrollY)).toBeGreaterThanOrEqual(3000);
    const clicked = tableOf(page).locator('tr[aria-rowindex]').nth(20);
    await clicked.click({ position: { x: 4, y: 4 } });
    const marked = tableOf(page).locator('tr[aria-current]');
    const firstInView = () =>
      page.evaluate(() => {
        const rows = [...document.querySelectorAll('tr[aria-rowindex]')];
        const first = rows.find((row) => row.getBoundingClientRect().top > 100);
        return [first?.getAttribute('aria-rowindex'), Math.round(first?.getBoundingClientRect().top ?? 0)];
      });
    const first = await firstInView();
    const index = Number(await marked.getAttribute('aria-rowindex'));
    const id = await idOf(marked);
    growAndReverse();
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total + grown), { timeout: 20_000 });
    await expect(marked).toHaveAttribute('aria-rowindex', String(index + grown));
    await expect.poll(() => idOf(marked)).toBe(id);
    await expect.poll(firstInView).toEqual(first);
  });

  test('shows its rows on a phone, where it starts below the screen, and again after returning to the top', async ({
    page,
  }) => {
    const fewFrames = () =>
      page.evaluate(async () => {
        for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame);
      });
    const scrollToTable = () =>
      page.evaluate(() => {
        const table = document.querySelector('tbody')?.getBoundingClientRect();
        if (!table || table.top < globalThis.innerHeight) throw new Error('The table does not begin below.');
        globalThis.scrollBy(0, table.top - 300);
      });
    await page.setViewportSize({ width: 390, height: 844 });
    await unfoldCharts(page);
    await page.reload();
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
    await expect(page.locator('figure').first()).toBeVisible();
    await fewFrames();
    await scrollToTable();
    await expect(rowAt(page, 1)).toContainText(/\w/);
    await page.evaluate(() => globalThis.scrollBy(0, 100_000));
    await expect(rowAt(page, 1)).toHaveCount(0);
    await page.evaluate(() => globalThis.scrollTo(0, 0));
    await fewFrames();
    await scrollToTable();
    await expect(rowAt(page, 1)).toContainText(/\w/);
    await expect(rowAt(page, 1)).toBeInViewport();
    await page.getByRole('combobox', { name: 'Go to rows' }).selectOption({ label: '10,001–10,500' });
    await expect(rowAt(page, 10_001)).toBeInViewport({ ratio: 1 });
    const inView = page.getByRole('group', { name: 'Rows in view' }).locator('b');
    await expect(inView).toHaveText(/^10,001–10,0/);
    const turn = (name: string) => page.getByRole('button', { name, exact: true });
    const lastInView = async () => Number((await inView.textContent())?.split('–')[1]?.replaceAll(',', ''));
    const before = await lastInView();
    await turn('Next rows').click();
    await expect(inView).toHaveText(new RegExp(`^${(before + 1).toLocaleString('en')}–`));
    await expect(rowAt(page, before + 1)).toBeInViewport({ ratio: 1 });
    await turn('Previous rows').click();
    await expect(inView).toHaveText(/^10,001–/);
    for (const name of ['Next rows', 'Previous rows']) {
      const box = await turn(name).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole('combobox', { name: 'Go to rows' }).selectOption({ label: '1–500' });
    await expect(turn('Previous rows')).toBeDisabled();
    await turn('Next rows').click();
    await turn('Previous rows').click();
    await expect(turn('Previous rows')).toBeDisabled();
    await expect(turn('Previous rows')).toBeFocused();
  });
});
