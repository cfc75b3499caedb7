import type { Page } from '@playwright/test';
import { makeRows } from '../servers/double-data.ts';
import { allOperational } from '../support/scenarios.ts';
import { type Deployed, expect, test } from '../support/test.ts';

const statusPath = '/api/v2/status';
const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const tiles = (page: Page) => page.getByRole('list', { name: 'Components' }).getByRole('listitem');
const tile = (page: Page, name: string) => tiles(page).filter({ hasText: name });

function drop({ double }: Deployed, ...positions: number[]): void {
  double.set(statusPath, {
    edit: (body) => ({
      ...body,
      components: allOperational.components.filter((_, index) => !positions.includes(index)),
    }),
  });
}

const [first, second] = allOperational.components;
const vanished = second?.name ?? '';
const remaining = first?.name ?? '';

/**
 * Opens a page, and waits until the browser has stored its component list. The code that sets the title also
 * stores the list.
 */
async function openKnown(page: Page, { url }: Deployed): Promise<void> {
  await page.goto(url);
  await expect(page).toHaveTitle(/^Operational · /);
  await expect(verdict(page)).toContainText('18 of 18');
  await expect(page.getByRole('list', { name: 'Regions by zone' })).toBeVisible();
}

test('a vanished component is named until it is acknowledged or returns, also after reloads', async ({
  page,
  deploy,
}) => {
  test.slow();
  const deployed = await deploy({ ...allOperational, pollSeconds: 2 });
  await openKnown(page, deployed);
  const icon = () => page.locator('link[rel=icon]').getAttribute('href');
  await expect.poll(icon).toMatch(/^data:image/);
  const good = await icon();

  await test.step('it is named, in the verdict as well', async () => {
    drop(deployed, 1);
    await expect(verdict(page).getByRole('heading')).toHaveText('1 component no longer listed');
    await expect(verdict(page)).toContainText('17 of 18 components report operational');
    await expect(verdict(page).locator('[data-severity]')).toHaveAttribute('data-severity', 'vanished');
    await expect(tile(page, vanished)).toContainText(/no longer listed, last seen \d\d:\d\d/i);
    await expect(tile(page, vanished).locator('[data-severity]')).toHaveAttribute('data-severity', 'vanished');
    await expect(tiles(page)).toHaveCount(18);
  });

  await test.step('it is acknowledged, and the acknowledgement can be undone', async () => {
    await page.reload();
    await expect(tile(page, vanished)).toContainText(/no longer listed, last seen \d\d:\d\d/i);
    await page.getByRole('button', { name: `Acknowledge that ${vanished}` }).focus();
    await page.keyboard.press('Enter');
    await expect(tiles(page)).toHaveCount(17);
    await expect(verdict(page).getByRole('heading')).toHaveText('Operational');
    const undo = page.getByRole('button', { name: `Undo the acknowledgement of ${vanished}` });
    await expect(undo).toBeFocused();

    await page.reload();
    await expect(undo).toBeVisible();
    await expect(tiles(page)).toHaveCount(17);
    await undo.click();
    await expect(tile(page, vanished)).toContainText(/no longer listed/i);
  });

  await test.step('it returns', async () => {
    deployed.double.clear(statusPath);
    await expect(verdict(page)).toContainText('18 of 18 components report operational');
    await expect(page.getByText(/no longer listed/i).filter({ visible: true })).not.toContainText([vanished]);
    await expect(tile(page, vanished).locator('[data-severity=ok]')).toBeVisible();
  });

  await test.step('it vanishes while no page is open, and is missed on the next visit', async () => {
    await page.goto('about:blank');
    drop(deployed, 1);
    // The host serves a cached status for one poll interval.
    await expect
      .poll(async () =>
        (await (await page.request.get(deployed.api + statusPath)).text()).includes(`"${vanished}"`),
      )
      .toBe(false);
    await page.goto(deployed.url);
    await expect(tile(page, vanished)).toContainText(/no longer listed, last seen/i);
  });

  await test.step('the tab shows the worst state and the number of problems in its title and icon', async () => {
    deployed.double.set(statusPath, {
      edit: (body) => ({
        ...body,
        components: allOperational.components.map((component, index) =>
          index < 2 ? { ...component, status: 'major_outage' } : component,
        ),
      }),
    });
    await expect(page).toHaveTitle(/^\(2\) Major outage · /);
    expect(await icon()).not.toBe(good);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Nodes', exact: true }).click();
    await expect(page).toHaveTitle(/^\(2\) Major outage · Nodes, double/);
    await pages.getByRole('link', { name: 'Status', exact: true }).click();
  });

  await test.step('components that are all replaced by others are all missed', async () => {
    const others = ['Billing', 'Search', 'Mail', 'Chat'].map((name) => ({ name, status: 'operational' }));
    deployed.double.set(statusPath, { edit: (body) => ({ ...body, components: others }) });
    await expect(verdict(page)).toContainText('18 components no longer listed');
    await expect(tiles(page)).toHaveCount(18 + others.length);
    await page.getByRole('button', { name: 'Acknowledge all' }).click();
    await expect(verdict(page)).toContainText('4 of 4 components report operational');
    await expect(tiles(page)).toHaveCount(others.length);
  });
});

test('of several components with one name, only the vanished one is missed', async ({ page, deploy }) => {
  const components = [...allOperational.components.slice(0, 3), { name: remaining, status: 'operational' }];
  const deployed = await deploy({ ...allOperational, components, pollSeconds: 2 });
  await page.goto(deployed.url);
  await expect(verdict(page)).toContainText('4 of 4');
  deployed.double.set(statusPath, { edit: (body) => ({ ...body, components: components.slice(0, 3) }) });
  await expect(verdict(page)).toContainText('3 of 4');
  await expect(tile(page, remaining)).toHaveCount(2);
  await expect(tile(page, remaining).locator('[data-severity=vanished]')).toHaveCount(1);
});

const nodes = makeRows('nodes', 60);

for (const [what, path, section, position] of [
  ['node', '/api/v2/nodes', 'nodes', 1],
  ['region', '/api/v2/regions', 'regions', 2],
] as const) {
  const rows = section === 'nodes' ? nodes : makeRows('regions', 6);
  const id = String(rows[position]?.fields[section === 'nodes' ? 'id' : 'code']);
  const without = (body: Record<string, unknown>, hasMore: boolean) => {
    const data = rows.filter((_, index) => index !== position).map(({ fields }) => fields);
    return { ...body, data, pagination: { limit: 100, count: data.length, has_more: hasMore } };
  };
  const missing = (page: Page) => page.getByRole('list', { name: 'No longer listed', exact: true });
  const revisit = async (page: Page, { url, double, host }: Deployed, hasMore: boolean) => {
    await page.goto('about:blank');
    double.set(path, {
      headers: { 'Cache-Control': 'public, max-age=1' },
      edit: (body) => without(body, hasMore),
    });
    // Advances the host beyond the lifetime of the list that it has cached.
    await host.leap(2000);
    await page.goto(`${url}/${section}`);
  };

  test(`a ${what} missing from a complete list is named on its page until acknowledged, and from a truncated list not`, async ({
    page,
    deploy,
  }) => {
    const deployed = await deploy({ ...allOperational, rows: { [section]: rows } });
    // The list has a short lifetime from the start, because the host caches it for that time.
    deployed.double.set(path, { headers: { 'Cache-Control': 'public, max-age=1' } });
    await page.goto(`${deployed.url}/${section}`);
    await expect(page.locator('[role=table][aria-rowcount]')).toContainText(id);
    // The page logs a list shortly after it shows the rows, and stores the log when it is left.
    const isStored = () =>
      page.evaluate((row) => {
        dispatchEvent(new Event('pagehide'));
        return JSON.stringify(localStorage).includes(row);
      }, id);
    await expect.poll(isStored).toBe(true);

    await test.step('a truncated list', async () => {
      await revisit(page, deployed, true);
      await expect(page.locator('main [data-claim=at-least]').first()).toBeVisible();
      await expect(page.locator('[role=table][aria-rowcount]')).toBeVisible();
      await expect(missing(page)).toHaveCount(0);
    });

    await test.step('a complete list', async () => {
      await revisit(page, deployed, false);
      await expect(missing(page).getByRole('listitem')).toContainText([id]);
      await expect(missing(page)).toContainText(/last seen/);
      await expect(missing(page).locator('[data-severity=vanished]')).toHaveCount(1);
    });

    await page.goto(`${deployed.url}/${section}/${id}`);
    const remembered = page.getByText(/No longer listed, last seen .*\d\d:\d\d/);
    await expect(remembered.locator('[data-severity=vanished]')).toBeVisible();
    await page.goto(`${deployed.url}/${section}`);
    await missing(page)
      .getByRole('button', { name: /Acknowledge/ })
      .click();
    await expect(missing(page).getByRole('listitem')).toHaveCount(0);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(missing(page).getByRole('listitem')).toHaveCount(1);
  });
}

test('the browser stores only settings and the roster, without any state', async ({ page, deploy }) => {
  const components = allOperational.components.map(({ name }) => ({ name, status: 'degraded' }));
  const deployed = await deploy({ ...allOperational, components, status: 'degraded', mixed: false });
  await page.goto(deployed.url);
  await expect(page).toHaveTitle(/^\(18\) Degraded · /);
  await page.goto(`${deployed.url}/nodes`);
  await expect(page.locator('[role=table][aria-rowcount]')).toBeVisible();
  await expect(page).toHaveTitle(/^\(18\) Degraded · /);
  await page.goto(deployed.url);
  const inStore = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await expect.poll(inStore).toContain(remaining);
  const stored = await inStore();
  expect(stored).not.toMatch(/degraded|operational|capacity|bytes/);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => !key.startsWith('edgewatch:'))).toEqual([]);
});

test('an endpoint that is gone is no longer offered, even after a reload', async ({ page, deploy }) => {
  const deployed = await deploy({ ...allOperational, pollSeconds: 2 });
  await openKnown(page, deployed);
  await page.goto(`${deployed.url}/endpoints`);
  const row = page.getByRole('row').filter({ hasText: '/api/v1/events' }).first();
  await expect(row).toContainText('Readable');
  deployed.double.set('/api/v1/events', { status: 404 });
  // The host serves a cached list for its lifetime.
  await deployed.host.leap(60_000);
  await page.reload();
  await expect(row).toContainText('No longer offered');
  await page.reload();
  await expect(row).toContainText(/no longer offered since .*\d\d:\d\d\./i);
  await expect(row.locator('[data-severity=vanished]')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1 no longer offered');
});
