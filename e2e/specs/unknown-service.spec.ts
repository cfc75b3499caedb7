import type { Page } from '@playwright/test';
import { allPaths } from '../servers/double.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const sections = [
  'Status',
  'Regions',
  'Nodes',
  'Buckets',
  'Assets',
  'Applications',
  'Events',
  'Changes',
  'Endpoints',
];

/** Makes the body of a service that sends at most `limit` rows, whatever limit is requested. */
function cutAt(body: Record<string, unknown>, limit: number) {
  const data = Array.isArray(body['data']) ? body['data'].slice(0, limit) : [];
  return { ...body, data, pagination: { limit, count: data.length, has_more: true } };
}

test('a v1 service with unknown names and words is shown as sent, and nothing of it is called good', async ({
  page,
  request,
  deploy,
}) => {
  test.slow();
  const { url, host, double } = await deploy();
  // This endpoint sends ten rows for any request, so even one request per region leaves rows out.
  double.set('/api/v1/applications', { edit: (body) => cutAt(body, 10) });
  await page.goto(url);

  await test.step('its words are shown as sent, and only “operational” is fully good', async () => {
    await expect(verdict(page).getByRole('heading')).toHaveText('“wobbly”');
    await expect(verdict(page).locator('svg[data-severity]')).toHaveAttribute('data-severity', 'unknown');
    await expect(verdict(page)).toContainText('Tape Robot “wobbly”');
    await expect(verdict(page)).toContainText('2 of 5 components report operational');
    await expect(page.getByRole('main')).toContainText('words gives it a class, docs/operate/configuration.md');

    const tiles = page.getByRole('list', { name: 'Components' }).getByRole('listitem');
    for (const [name, word, severity] of [
      ['Tape Robot', '“wobbly”', 'unknown'],
      ['Kiosk', 'OK', 'assumed'],
    ] as const) {
      const tile = tiles.filter({ hasText: name });
      await expect(tile.locator('[data-verbatim]', { hasText: word })).toBeVisible();
      await expect(tile.locator('[data-severity]')).toHaveAttribute('data-severity', severity);
    }
    // On screen the status word is easy to read. The title contains it as sent.
    const porter = tiles.filter({ hasText: 'Night Porter' });
    await expect(porter.getByText('Rebooting', { exact: true })).toHaveAttribute('title', 'rebooting');
    await expect(porter.locator('[data-severity]')).toHaveAttribute('data-severity', 'notice');
    for (const name of ['Warp Lane', 'Ledger'])
      await expect(tiles.filter({ hasText: name }).locator('[data-severity]')).toHaveAttribute(
        'data-severity',
        'ok',
      );
  });

  await test.step('an endpoint that is not offered is plain text in the navigation', async () => {
    await expect(navigation(page).getByText('Buckets, not offered')).toBeVisible();
    for (const section of sections)
      await expect(navigation(page).getByRole('link', { name: section, exact: true })).toHaveCount(
        section === 'Buckets' ? 0 : 1,
      );
  });

  /** Total → its claim and text: “at least” for a truncated list, an exact number for a complete one. */
  const totals: Readonly<Record<string, readonly [claim: string, text: string]>> = {
    Regions: ['exact', '6'],
    // This list has more rows than one response, so it is read as one request per region.
    Nodes: ['known-regions', '60 in 6 known regions'],
    Assets: ['known-regions', '120 in 6 known regions'],
    Applications: ['at-least', 'at least 10'],
    Events: ['exact', '14'],
  };
  for (const section of sections.filter((each) => each !== 'Buckets'))
    await test.step(section, async () => {
      await navigation(page).getByRole('link', { name: section, exact: true }).click();
      await expect(page).toHaveTitle(new RegExp(section === 'Status' ? 'double' : `${section}, double`));
      await expect(page.getByRole('main').locator('[data-freshness=fresh]').first()).toBeVisible();
      await expect(page.locator('html')).not.toContainText(/demo|simulated|invented/i);
      const [claim, text] = totals[section] ?? [];
      if (claim === undefined || text === undefined) return;
      const total = page.getByRole('main').locator('[data-claim]').first();
      await expect(total).toHaveText(text);
      await expect(total).toHaveAttribute('data-claim', claim);
      for (const count of await page.locator('[data-claim=at-least]').allTextContents())
        expect(count).toContain('at least');
    });

  await test.step('nodes with unknown words are not counted as good', async () => {
    await navigation(page).getByRole('link', { name: 'Nodes', exact: true }).click();
    const rows = page.getByRole('table', { name: 'nodes' }).getByRole('row');
    for (const [word, severity] of [
      ['“wobbly”', 'unknown'],
      ['OK', 'assumed'],
      ['Rebooting', 'notice'],
      ['Operational', 'ok'],
    ] as const) {
      // Only a part of the list is rendered, so the test searches for each word.
      await page.getByRole('searchbox').fill(word.replace(/[“”]/g, ''));
      const marks = rows.filter({ has: page.getByText(word, { exact: true }) }).locator('[data-severity]');
      await expect(marks.first()).toBeVisible();
      for (const mark of await marks.all()) await expect(mark).toHaveAttribute('data-severity', severity);
    }
    await expectNoGoodWithoutProof(page);
  });

  await test.step('the page of an endpoint that is not offered says so', async () => {
    await page.goto(`${url}/buckets`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buckets');
    await expect(page.getByRole('main')).toContainText('This deployment doesn’t offer /api/v2/buckets');
    await expect(page.getByRole('main').locator('[data-claim]')).toHaveCount(0);
  });

  await page.goto(host.url);
  await expect(page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.locator('html')).not.toContainText(/demo/i);
  expect(await (await request.get(`${host.url}/config.json`)).json()).toMatchObject({
    deployments: [{ slug: 'double', demo: false }],
  });
});

test('services that offer little are named as such, and nothing is invented', async ({
  page,
  deployTogether,
}) => {
  const { host, doubles } = await deployTogether({
    'only-status': { offered: ['/api/v1/status'] },
    failing: { offered: ['/api/v2/status', '/api/v2/nodes', '/api/v1/events'] },
    'no-status': { offered: ['/api/v2/regions', '/api/v2/nodes'] },
    nothing: { offered: [] },
  });
  doubles['failing']?.set('/api/v2/status', { status: 503, body: 'not now' });
  const main = page.getByRole('main');
  const links = navigation(page).getByRole('link');

  await test.step('only its status: a verdict', async () => {
    await page.goto(`${host.url}/only-status`);
    await expect(verdict(page)).toContainText('2 of 5 components');
    await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem')).toHaveCount(5);
    await expect(navigation(page).getByText(/, not offered$/)).toHaveCount(6);
    await expect(links).toHaveText(['Status', 'Changes', 'Endpoints']);
    await expect(main.locator('[data-claim]')).toHaveCount(0);
    await expect(main.getByText(/^Not offered by this deployment: regions, nodes, /)).toHaveCount(1);
  });

  await test.step('no status document: the components are not offered, the changes are', async () => {
    await page.goto(`${host.url}/no-status`);
    await expect(verdict(page).getByRole('heading')).toHaveText('No status document');
    const changes = main
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^Recent changes/ }) });
    await expect(changes).toContainText(/No component, region or node changed|No changes/);
    await expect(main.getByText('Not offered', { exact: true })).toHaveCount(1);
  });

  await test.step('a status document that fails from the start: the navigation still learns what is offered', async () => {
    await page.goto(`${host.url}/failing/nodes`);
    await expect(links).toHaveText(['Status', 'Nodes', 'Events', 'Changes', 'Endpoints']);
  });

  await test.step('nothing of this API', async () => {
    const url = `${host.url}/nothing`;
    await page.goto(url);
    await expect(verdict(page).getByRole('heading')).toHaveText('Nothing answers');
    await expect(verdict(page)).toContainText('No endpoint of this API responds here.');
    await expect(verdict(page).locator('[data-severity]')).toHaveAttribute('data-severity', 'unvouched');
    await expect(main.locator('header[data-freshness]')).toHaveAttribute('data-freshness', 'lost');
    await expect(page).toHaveTitle(/^\(1\) Not read · /);
    for (const section of ['', '/nodes']) {
      await page.goto(url + section);
      await expect(main.getByText(/doesn’t offer/).first()).toBeVisible();
      await expect(main.getByText('This isn’t a fault').filter({ visible: true })).toHaveCount(0);
    }
    await page.goto(`${url}/endpoints`);
    await expect(main).toContainText('No endpoint of this API responds here.');
    await expect(links).toHaveText(['Status', 'Changes', 'Endpoints']);
  });
});

test('a service that returns web pages is named as such in every panel', async ({ page, deploy }) => {
  const { url, double } = await deploy();
  for (const path of allPaths)
    double.set(path, {
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: '<!doctype html><title>Sign in</title><script>globalThis.pwned = true</script>',
    });
  await page.goto(url);
  await expect(verdict(page).getByRole('heading')).toHaveText('A web page responds');
  await expect(verdict(page)).toContainText('web page');
  await expectNoGoodWithoutProof(page);
  const contact = page.getByRole('complementary', { name: 'Contact' });
  await expect(contact).toContainText('No contact since this page opened');
  await expect(contact).not.toContainText('may no longer be true');
  // The next retry is stated once, and the failure notice in the top bar leaves room for the navigation.
  await expect(page.getByText(/Next try|Trying now/).filter({ visible: true })).toHaveCount(1);
  for (const section of sections)
    await expect(navigation(page).getByRole('list').first().getByText(section, { exact: true })).toBeInViewport(
      { ratio: 1 },
    );
  await page.goto(`${url}/nodes`);
  const face = page.getByRole('group', { name: 'Could not be read' }).first();
  await expect(face).toContainText('web page');
  await expect(face).toContainText('/api/v2/nodes');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'pwned'))).toBeUndefined();
});

test('lists that fail from the start leave the verdict partly unknown until they are read', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy(allOperational);
  for (const path of ['/api/v1/nodes', '/api/v2/nodes', '/api/v2/buckets'])
    double.set(path, { status: 503, body: 'not now' });
  await page.goto(url);
  await expect(verdict(page)).toContainText('Partly unknown: buckets and nodes could not be read.');
  await expect(page).toHaveTitle(/^Assumed good, partly unknown · /);
  for (const path of ['/api/v1/nodes', '/api/v2/nodes', '/api/v2/buckets']) double.clear(path);
  await expect(verdict(page)).not.toContainText('Partly unknown', { timeout: 15_000 });
  await expect(page).toHaveTitle(/^Operational · /);
});

test('an incomplete or foreign status document is not good news, and another version than its path is named', async ({
  page,
  deployTogether,
}) => {
  // Regions and nodes, many of them with problems, do not count for the verdict of these deployments.
  const { host, doubles } = await deployTogether(
    { empty: {}, bare: {}, seven: {} },
    { verdict: { regions: false, nodeShare: false } },
  );
  doubles['empty']?.set('/api/v1/status', { edit: () => ({ status: 'operational', version: 'v1' }) });
  await page.goto(`${host.url}/empty`);
  await expect(verdict(page)).toContainText('The document lists no components');
  await expect(verdict(page).locator('[data-severity]')).toHaveAttribute('data-severity', 'assumed');

  doubles['bare']?.set('/api/v1/status', { edit: () => ({ version: 'v1' }) });
  await page.goto(`${host.url}/bare`);
  await expect(verdict(page).getByRole('heading')).toHaveText('Not this API');
  await expect(verdict(page)).toContainText('the response is not a status document');
  await expectNoGoodWithoutProof(page);

  for (const path of ['/api/v1/status', '/api/v2/status'])
    doubles['seven']?.set(path, { edit: (body) => ({ ...body, version: 'v7' }) });
  await page.goto(`${host.url}/seven`);
  const note = page.getByRole('main').getByText(/states version v7/);
  await expect(note.locator('[data-verbatim]')).toHaveText('v7');
});
