import type { Page } from '@playwright/test';
import type { Row } from '../servers/double-data.ts';
import { openInventory } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const map = (page: Page) => page.getByRole('group', { name: /^Map of the regions/ });
const marks = (page: Page) => page.getByRole('list', { name: 'Regions, worst first' }).getByRole('link');

/** Presses Tab until the focused link matches an address. */
async function tabTo(page: Page, address: RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const to = await page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');
    if (address.test(to)) return;
  }
  throw new Error(`The tab key leads to nothing that leads to ${address}.`);
}

test('from the overview to one node by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Everything' }).first()).toBeVisible();
  await tabTo(page, /^\/everything$/);
  await page.keyboard.press('Enter');
  await expect(marks(page).first()).toBeVisible();
  await tabTo(page, /^\/everything\/regions\/\w+$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/everything\/regions\/\w+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Nearest regions' })).toBeVisible();
  await tabTo(page, /^\/everything\/nodes\/nod_\w+$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/everything\/nodes\/nod_\w+$/);
});

test('Find leads to a node by its id, and to a region by its city', async ({ page }) => {
  await openInventory(page, 'everything', 'nodes');
  const id = (await page.locator('tr[aria-rowindex="1"]').textContent())?.match(/nod_[a-z0-9]{14}/)?.[0] ?? '';
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Find' });
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type(id);
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/everything/nodes/${id}`);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('sao pau');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('São Paulo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/everything/regions/sao1');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('sao pau');
  // The dialog also contains an entry that searches all buckets.
  const found = page.getByRole('dialog').getByRole('option', { name: /sao1/ });
  await expect(found).toHaveCount(3);
  await expect(found.first()).toContainText('sao1, Everything');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Find names a state with its rows, and reads all buckets only on request', async ({
  page,
  deployTogether,
}) => {
  const sizes = { regions: 6, nodes: 60 };
  const own = { ...allOperational, maximumLimit: 100 };
  const { host, doubles } = await deployTogether({
    harbour: { ...own, mixed: true, sizes: { ...sizes, buckets: 300 } },
    whole: { ...own, sizes: { ...sizes, buckets: 80 } },
    delta: { ...own, sizes: { ...sizes, buckets: 200 } },
  });
  const slicesRead = () =>
    Object.values(doubles).map(
      ({ log }) =>
        log.filter(({ path, query }) => path.endsWith('/buckets') && query.includes('region=')).length,
    );
  const field = page.getByRole('combobox', { name: 'Find' });
  const found = page.getByRole('dialog').getByRole('option');
  const openFind = async (address: string) => {
    await page.goto(host.url + address);
    await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
    await page.keyboard.press('/');
  };

  await test.step('on the overview it names the deployments whose buckets it would read, and reads only those', async () => {
    await openFind('/');
    await field.fill('crate-1');
    const all = found.filter({ hasText: 'Search all buckets of harbour and delta for “crate-1”' });
    await expect(all).toContainText('200 loaded; asks 12 more lists');
    expect(slicesRead()).toEqual([0, 0, 0]);
    await all.click();
    await expect(all).toHaveCount(0);
    await expect(page.getByRole('dialog')).toContainText('13 of 319 found');
    expect(slicesRead()).toEqual([6, 0, 6]);
  });

  await test.step('a state leads to its rows', async () => {
    await openFind('/harbour');
    await field.fill('unknown nodes in ap-southeast');
    await expect(found.first()).toContainText(/Nodes unknown in ap-southeast.*5 nodes unknown/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/nodes\?(?=.*severity=unknown)(?=.*zone=ap-southeast)/);
  });

  await test.step('on a deployment its key reads all buckets, and later typing goes on', async () => {
    await openFind('/harbour');
    await field.fill('crate-1');
    const all = found.filter({ hasText: '100 loaded; asks 6 more lists' });
    await expect(all).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('End');
    await expect(all).toBeVisible();
    await page.keyboard.press('a');
    await expect(all).toHaveCount(0);
    await expect(page.getByRole('dialog')).toContainText('13 of 165 found');
    await page.keyboard.type('0a');
    await expect(field).toHaveValue('crate-10a');
  });
});

test('? lists the keys, and single letters can be switched off', async ({ page }) => {
  await openInventory(page, 'everything', 'nodes');
  const find = page.getByRole('button', { name: 'Find' });
  await find.focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  const letters = keys.getByRole('checkbox', { name: 'single-letter keys' });
  await expect(letters).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(find).toBeFocused();
  await page.keyboard.press('w');
  await expect(page.getByRole('dialog', { name: 'Set up a wall' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL('/everything/regions');
  await page.keyboard.press('?');
  await letters.uncheck();
  await page.reload();
  await expect(find).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('single-letter');
  await expect(page.getByRole('option', { name: 'Setting Single-letter keys off' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Setting Single-letter keys on' })).toBeVisible();
});

const callout = (page: Page) => page.locator('[data-callout]');

test('a mark with focus or pointer has a callout inside the map and beside the mark', async ({ page }) => {
  await page.goto('/everything');
  await expect(marks(page)).toHaveCount(60);
  await expect(callout(page)).toHaveCount(0);
  const drawing = await map(page).elementHandle();
  for (const link of await marks(page).all()) {
    // One link after the other, because only one has the focus. All values are read in one step, because
    // focus scrolls the page.
    const { box, edges, mark, says, name } = await link.evaluate(async (element, around) => {
      element.focus();
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
      const [shown] = document.querySelectorAll('[data-callout]');
      const text = [...(shown?.querySelectorAll('p') ?? [])].map((line) => line.textContent.trim());
      return {
        box: shown?.getBoundingClientRect().toJSON(),
        edges: around?.getBoundingClientRect().toJSON(),
        mark: element.getBoundingClientRect().toJSON(),
        says: text,
        name: element.getAttribute('aria-label') ?? '',
      };
    }, drawing);
    const [city = '', state = '', amount = ''] = says;
    expect(name.startsWith(city.replace(/ ?[A-Z]{2}$/, ''))).toBe(true);
    expect(name.toLowerCase()).toContain(state.toLowerCase());
    expect(amount).toMatch(/^(at least )?[\d,]+ nodes?$/);
    const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
    expect(x < box.left || x > box.right || y < box.top || y > box.bottom).toBe(true);
    expect(box.left).toBeGreaterThanOrEqual(edges.left);
    expect(box.right).toBeLessThanOrEqual(edges.right);
    expect(box.top).toBeGreaterThanOrEqual(edges.top);
    expect(box.bottom).toBeLessThanOrEqual(edges.bottom);
  }
  await page.keyboard.press('Escape');
  await expect(callout(page)).toHaveCount(0);
  const saoPaulo = map(page).locator('[data-region=sao1]');
  await saoPaulo.hover();
  await expect(callout(page)).toContainText('São Paulo');
  await expect(callout(page)).toContainText('BR');
  await page.mouse.move(0, 0);
  await expect(callout(page)).toHaveCount(0);

  await test.step('the table of the map takes the space of the map', async () => {
    await map(page).focus();
    await page.keyboard.press('t');
    const table = page.getByRole('figure', { name: /on the map/ }).getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText(['Region', 'City', 'Status', 'Nodes', 'Place']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test('the map of the regions moves and zooms, and shares its marks with the table', async ({ page }) => {
  await openInventory(page, 'everything', 'regions');
  await expect(marks(page)).toHaveCount(60);
  const fit = page.getByRole('button', { name: 'Fit' });

  await test.step('Europe is drawn larger beside the zones', async () => {
    await expect(page.getByRole('heading', { name: /^Europe.*24 regions/ })).toBeVisible();
    // Until it is zoomed, the world map shows this label instead of the codes of regions.
    const framed = map(page).getByText('Europe, 24 regions below');
    const rome = map(page).locator('text', { hasText: 'rom1' });
    await expect(framed).toBeVisible();
    await expect(rome).toHaveCount(0);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(framed).toHaveCount(0);
    await fit.click();
    await expect(framed).toBeVisible();
  });

  await test.step('a table row highlights its mark, and a mark its row', async () => {
    const rings = map(page).locator('circle[stroke="var(--text)"]');
    await expect(rings).toHaveCount(0);
    await page.locator('tr[aria-rowindex="1"]').hover();
    await expect(rings).toHaveCount(1);
    const code = (await page.locator('tr[aria-rowindex="1"] [data-region]').getAttribute('data-region')) ?? '';
    await page.mouse.move(0, 0);
    await expect(rings).toHaveCount(0);
    await map(page).locator(`[data-region="${code}"]`).focus();
    await expect(page.locator('tr[data-lit]')).toHaveCount(1);
  });

  await test.step('it moves by keyboard, wheel and buttons, and the address stores its position', async () => {
    await expect(fit).toBeDisabled();
    await map(page).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/[?&]map=/);
    // The first mark is remembered by its region, because marks change their order while data arrives.
    const code = (await marks(page).first().getAttribute('data-region')) ?? '';
    const mark = map(page).locator(`[data-region="${code}"]`);
    const moved = await mark.boundingBox();
    await page.reload();
    await expect(fit).toBeEnabled();
    const back = await mark.boundingBox();
    expect(Math.abs((back?.x ?? 0) - (moved?.x ?? 0))).toBeLessThan(4);
    await map(page).focus();
    await page.keyboard.press('0');
    await expect(page).not.toHaveURL(/[?&]map=/);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(fit).toBeEnabled();
    await fit.click();
    await expect(fit).toBeDisabled();
  });

  await test.step('a focused mark beyond the edge is moved into the map, beside its callout', async () => {
    await map(page).focus();
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('+');
    const link = map(page).locator('[data-region=syd1]');
    await expect(link).not.toBeInViewport();
    await link.focus();
    await expect(callout(page)).toContainText('Sydney');
    const ring = map(page).locator('circle[stroke="var(--text)"]');
    await expect(async () => {
      const [edges, mark, drawn] = await Promise.all([map(page), link, ring].map((each) => each.boundingBox()));
      const middleOf = (box: typeof edges) => [
        (box?.x ?? 0) + (box?.width ?? 0) / 2,
        (box?.y ?? 0) + (box?.height ?? 0) / 2,
      ];
      for (const axis of [0, 1]) {
        expect(middleOf(mark ?? null)[axis]).toBeCloseTo(middleOf(edges ?? null)[axis] ?? 0, -1);
        expect(middleOf(drawn ?? null)[axis]).toBeCloseTo(middleOf(edges ?? null)[axis] ?? 0, -1);
      }
    }).toPass();
    await fit.click();
  });

  await test.step('its marks link to their regions', async () => {
    await page.locator('a[href="/everything/regions/rom1"]', { has: page.locator('title') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Rome');
  });
});

test('all regions are listed by zone beside the map, list and map highlight each other, and both follow a filter', async ({
  page,
}) => {
  await page.goto('/everything/regions?zone=sa-east');
  await expect(marks(page)).toHaveCount(2);
  await map(page).focus();
  await page.keyboard.press('t');
  const table = page.getByRole('figure', { name: /on the map/ }).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText('São Paulo');

  await page.goto('/everything/regions?size=bytes');
  const list = page.getByRole('group', { name: /^Regions by zone/ });
  await expect(list.getByRole('listitem')).toHaveCount(60);
  await expect(list).toBeInViewport({ ratio: 0.9 });
  await expect(map(page)).toBeInViewport({ ratio: 0.9 });
  const saoPaulo = list.getByRole('listitem').filter({ hasText: 'São Paulo' });
  await expect(saoPaulo).toHaveText(/TB|PB|GB/);
  await expect(saoPaulo).not.toBeInViewport();
  await map(page).locator('[data-region=sao1]').focus();
  await expect(saoPaulo).toBeInViewport({ ratio: 1 });
  await expect(saoPaulo).toHaveAttribute('data-lit');
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const second = list.getByRole('listitem').nth(1);
  await expect(second.getByRole('link')).toBeFocused();
  await expect(callout(page)).toContainText((await second.getByRole('link').textContent()) ?? '–');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/regions\/\w+$/);
});

test('names of 200 letters do not widen the page', async ({ page, deploy }) => {
  const fields = {
    code: 'gra1',
    name: 'n'.repeat(200),
    zone: 'z'.repeat(200),
    country: 'AT',
    status: 'operational',
  };
  const regions: Row[] = [{ fields, region: 'gra1' }];
  const { url } = await deploy({ ...allOperational, rows: { regions } });
  await page.goto(url);
  await expect(page.getByRole('list', { name: 'Regions by zone' })).toContainText('zzz');
  await expect(page.getByText(/^6 not on the map/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('Back restores the map, the scroll position and the focus, and a reload the selection', async ({
  page,
  request,
  deploy,
}) => {
  // Takes the regions of the demo, all operational, because an incident would add a line above the table.
  const listed = await (await request.get('/deployments/everything/api/v2/regions')).json();
  const regions: Row[] = listed.data.map((fields: Row['fields']) => ({
    fields: { ...fields, status: 'operational' },
    region: null,
  }));
  const { url } = await deploy({
    ...allOperational,
    rows: { regions },
    defaultLimit: 100,
    maximumLimit: 1000,
  });
  await page.goto(`${url}/regions`);
  await expect(marks(page)).toHaveCount(60);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(/[?&]map=/);
  const link = page.locator('tr[aria-rowindex="12"]').getByRole('link').first();
  await link.focus();
  await expect(page).toHaveURL(/[?&]row=\w+/);
  const address = page.url();
  // In the window, not in the page: lines above the table arrive at any time.
  const place = async () => (await link.boundingBox())?.y ?? Number.NaN;
  const before = await place();
  expect(await page.evaluate(() => globalThis.scrollY)).toBeGreaterThan(300);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/regions\/\w+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(link).toBeFocused();
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
  await page.reload();
  await expect(page.locator('tr[data-lit]')).toHaveCount(1);
  await expect(map(page).locator('circle[stroke="var(--text)"]')).toHaveCount(1);
});
