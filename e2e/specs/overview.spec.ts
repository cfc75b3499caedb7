import { startDouble } from '../servers/double.ts';
import { field } from '../servers/edits.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const demo = ['Everything', 'Object storage', 'Edge network', 'Platform'];

test('the demo has four deployments, with verdict, size and age, and each keeps the section if it has it', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('4 deployments');
  const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
  const row = (name: string) => rows.filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(rows).toHaveCount(4);
  for (const name of demo) {
    await expect(row(name)).toContainText(/\d+ of \d+ components/);
    await expect(row(name)).toHaveAttribute('data-freshness', 'fresh');
    await expect(row(name)).toContainText(/\d+\ss ago/);
  }
  // The demo deployment Platform offers applications, events and status. Edge has no buckets.
  await expect(row('Platform').getByText('not offered')).toHaveCount(3);
  await expect(row('Edge network').getByText('not offered')).toHaveCount(1);
  await expect(row('Everything').locator('dl [data-claim]')).toHaveCount(4);
  await expect(row('Everything').getByText('not offered')).toHaveCount(0);

  await page.getByRole('link', { name: 'Everything', exact: true }).click();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const other = page.getByRole('combobox', { name: 'Deployment' });
  const title = page.getByRole('heading', { level: 1 });
  await pages.getByRole('link', { name: 'Nodes' }).click();
  await expect(title).toHaveText('Nodes');
  await other.selectOption('Edge network');
  await expect(page).toHaveURL('/edge/nodes');
  await other.selectOption('Everything');
  await expect(page).toHaveURL('/everything/nodes');
  await pages.getByRole('link', { name: 'Buckets' }).click();
  await expect(title).toHaveText('Buckets');
  await other.selectOption('Edge network');
  await expect(page).toHaveURL('/edge');
  await expect(page.getByRole('status', { name: 'Overall status' })).toContainText('components');
  await page.getByRole('link', { name: 'Edgewatch' }).click();
  await expect(page.getByRole('list', { name: 'Deployments' })).toBeVisible();
});

test('deployments are sorted worst first or as configured, and the choice is remembered', async ({
  page,
  deployTogether,
}) => {
  const { host } = await deployTogether({
    calm: allOperational,
    'worked-on': { ...allOperational, status: 'maintenance' },
    down: { ...allOperational, status: 'major_outage' },
  });
  await page.goto(host.url);
  const names = page
    .getByRole('list', { name: 'Deployments' })
    .getByRole('link', { name: /^(?:calm|worked-on|down)$/ });
  const order = page.getByRole('group', { name: 'Order of deployments' });
  await expect(names).toHaveText(['down', 'worked-on', 'calm']);
  await order.getByRole('button', { name: 'As configured' }).click();
  await expect(names).toHaveText(['calm', 'worked-on', 'down']);
  await page.reload();
  await expect(names).toHaveText(['calm', 'worked-on', 'down']);
  // The host renders no list whose order the app would change.
  const drawnFor = async () => (await page.request.get(host.url)).text();
  expect(await drawnFor()).not.toContain('aria-label="Deployments"');
  await order.getByRole('button', { name: 'Worst first' }).click();
  await expect.poll(drawnFor).toContain('aria-label="Deployments"');
  await expect(names).toHaveText(['down', 'worked-on', 'calm']);
});

test('a reload shows the complete figures of the observer, as does the status page, and an open page keeps them', async ({
  page,
  startWith,
}) => {
  const offered = ['/api/v2/status', '/api/v2/regions', '/api/v2/nodes', '/api/v2/buckets'];
  const double = await startDouble({ ...allOperational, offered, defaultLimit: 8, maximumLimit: 10 });
  const host = await startWith(['--base-url', `many=${double.url}`, '--observe', 'all']);
  // The observer reads nodes and buckets as one request per region.
  for (const list of ['nodes', 'buckets']) {
    const isKnown = new RegExp(`"/api/v2/${list}","tally":{[^}]*.{0,9999}?"known-regions"`);
    const document = async () => (await page.request.get(host.url)).text();
    await expect.poll(async () => isKnown.test(await document()), { timeout: 30_000 }).toBe(true);
  }
  await page.clock.install();
  const responses = ['nodes', 'buckets'].map((list) =>
    page.waitForResponse((response) => response.url().includes(`/api/v2/${list}`)),
  );
  await page.goto(host.url);
  await Promise.all((await Promise.all(responses)).map((response) => response.finished()));
  const figures = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem').locator('dl');
  await expect(figures).toContainText('60 in 6 known regions');
  await expect(figures).toContainText('112 GB in 6 known regions');
  await expect(figures).not.toContainText('only');
  // An hour later the totals in the document are too old, and the page requests new ones.
  const renewed = page.waitForResponse(/\/config\/tallies\.json$/);
  await page.clock.fastForward('01:15:00');
  await (await renewed).finished();
  await expect(figures).toContainText('112 GB in 6 known regions');
  await expect(figures).not.toContainText('only');
  // The status page has the same sum of buckets.
  const list = page.waitForResponse((response) => response.url().includes('/api/v2/buckets'));
  await page.goto(`${host.url}/many`);
  await (await list).finished();
  const keyFigure = (name: string) =>
    page
      .getByRole('group', { name: 'Key figures' })
      .locator('[data-freshness]')
      .filter({ hasText: new RegExp(`^${name}`) });
  await expect(keyFigure('Stored')).toContainText(/112\s*GB/);
  for (const name of ['Buckets', 'Objects', 'Stored']) await expect(keyFigure(name)).not.toContainText('only');
  await double.close();
});

test('problems are counted by kind, and each figure links to those rows', async ({ page, deployTogether }) => {
  const components = allOperational.components.map((each, index) =>
    index === 0 ? { ...each, status: 'degraded' } : each,
  );
  const { host, doubles } = await deployTogether({
    calm: allOperational,
    ailing: { ...allOperational, components },
  });
  doubles['ailing']?.set('/api/v2/regions', { edit: field('status', 'degraded') });
  await page.goto(host.url);
  const row = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem').first();
  await expect(row).toContainText('The status document says operational');
  await expect(row.getByRole('link', { name: '1 of 18 components' })).toHaveAttribute('href', '/ailing');
  await row.getByRole('link', { name: '1 of 6 regions' }).click();
  await expect(page).toHaveURL(`${host.url}/ailing/regions?severity=degraded`);
  await expect(page.locator('[aria-rowcount="1"]')).toBeVisible();
});

test('an unreadable deployment is listed with the worst, and the others are still read', async ({
  page,
  deployTogether,
}) => {
  const { host, doubles } = await deployTogether({ calm: allOperational, gone: allOperational });
  await doubles['gone']?.close();
  await page.goto(host.url);
  const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
  await expect(rows.first().getByRole('link')).toHaveText('gone');
  await expect(rows.first()).toHaveAttribute('data-freshness', 'lost');
  await expect(rows.first()).toContainText('No contact');
  await expect(rows.first().locator('[data-severity=ok], [data-severity=assumed]')).toHaveCount(0);
  await expect(rows.last()).toHaveAttribute('data-freshness', 'fresh');
  await expect(rows.last()).toContainText('18 of 18 components report operational');
});

test('the changes of a chosen range state what they leave out, and that none were recorded', async ({
  page,
  recordedDemo: { url },
}) => {
  const day = 86_400_000;
  const rangeBefore = (days: number) =>
    `from=${new Date(Date.now() - (days + 7) * day).toISOString()}&to=${new Date(Date.now() - days * day).toISOString()}`;
  await page.goto(`${url}/?${rangeBefore(0.5)}`);
  const section = page.getByRole('region', { name: /^Changes/ });
  await expect(section.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(12);
  await expect(section).toContainText('Only 12 are shown here.');
  await page.goto(`${url}/?${rangeBefore(800)}`);
  await expect(section).toContainText(/No changes were recorded from .* UTC\./);
  await expect(section.getByRole('listitem')).toHaveCount(0);
});
