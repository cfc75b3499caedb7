import { observedComponents } from '#contract/resources.ts';
import { list, rowsOf } from '../servers/edits.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

test.describe('the verdict', () => {
  test('shows how many components report operational, and the source', async ({ page, deploy }) => {
    const { url } = await deploy(allOperational);
    await page.goto(url);
    const verdict = page.getByRole('status', { name: 'Overall status' });
    await expect(verdict.getByRole('heading', { level: 1 })).toHaveText('Operational');
    await expect(verdict).toContainText('18 of 18 components report operational, read');
    await expect(page.getByRole('main')).toContainText('/api/v2/status');
    await expect(page.getByRole('main')).not.toContainText('Seen since');
  });

  test('leads with the worst component by name and counts the others', async ({ page, deploy }) => {
    const components = observedComponents.map((name) => ({
      name,
      status: name === 'Cache' ? 'major_outage' : name === 'Export' ? 'degraded' : 'operational',
    }));
    const { url } = await deploy({ ...allOperational, components });
    await page.goto(url);
    const verdict = page.getByRole('status', { name: 'Overall status' });
    await expect(verdict.getByRole('heading', { level: 1 })).toHaveText('Major outage');
    await expect(verdict).toContainText('Cache major outage, Export degraded');
    await expect(verdict).toContainText('16 of 18 components report operational');
    await expect(verdict).toContainText('calls itself operational');
    const since = page.getByRole('definition').filter({ hasText: /^\d\d:\d\d:\d\d, \d+\ss$/ });
    await expect(since).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: 'Seen since' })).toBeVisible();
    // On a phone the components with problems are visible without scrolling.
    await page.setViewportSize({ width: 390, height: 844 });
    const tiles = page.getByRole('list', { name: 'Components', exact: true }).getByRole('listitem');
    for (const name of ['Cache', 'Export'])
      await expect(tiles.filter({ hasText: name })).toBeInViewport({ ratio: 1 });
  });

  test('follows the service without input', async ({ page, deploy }) => {
    const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
    await page.goto(url);
    const verdict = page.getByRole('status', { name: 'Overall status' });
    await expect(verdict).toContainText('18 of 18');
    // The app stores the known components. The server-rendered page does not.
    await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
    double.set('/api/v2/status', {
      edit: (body) => ({ ...body, components: [{ name: 'Cache', status: 'down' }] }),
    });
    await expect(verdict.getByRole('heading')).toHaveText('Down');
    const tiles = page.getByRole('list', { name: 'Components' }).getByRole('listitem');
    await expect(tiles.filter({ hasText: 'no longer listed' })).toHaveCount(17);
    await expect(tiles).toHaveCount(18);
  });
});

for (const width of [390, 1440]) {
  test(`evidence is read aloud in the order in which it is seen, ${width} px wide`, async ({
    page,
    deploy,
  }) => {
    const { url, double } = await deploy(allOperational);
    double.set('/api/v2/nodes', {
      edit: (body) =>
        list(
          rowsOf(body).map((row) => ({ ...row, status: 'degraded' })),
          body,
        ),
    });
    await page.setViewportSize({ width, height: 844 });
    await page.goto(url);
    const evidence = page.getByRole('list', { name: 'What the verdict rests on' });
    await expect(evidence.getByRole('listitem')).toHaveCount(3);
    await expect(evidence).toContainText('60 of 60 not operational');
    await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
    const components = page.getByRole('list', { name: 'Components', exact: true });
    const parts = await evidence.locator('> li > *').all();
    const seen = await Promise.all(
      [...(width < 760 ? [components] : []), ...parts, ...(width < 760 ? [] : [components])].map((part) =>
        part.boundingBox(),
      ),
    );
    // Each is below the one before, or beside it further right.
    const misplaced = seen.flatMap((box, index) => {
      const before = seen[index - 1];
      if (!box || !before || box.width === 0 || before.width === 0) return [];
      const isBelow = box.y >= before.y + before.height - 4;
      return isBelow || box.x >= before.x + before.width ? [] : [index];
    });
    expect(misplaced).toEqual([]);
    const follows = await evidence.evaluate(
      (list, node) => {
        if (!node) return null;
        return (node.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      },
      await components.elementHandle(),
    );
    expect(follows).toBe(width === 390);
  });
}

test('there is one main, one status and one list of components', async ({ page }) => {
  await page.goto('/everything');
  await expect(page.getByRole('status', { name: 'Overall status' })).toContainText(/of 18 components/);
  await expect(page.getByRole('group', { name: 'View of components' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.locator('[role=status]')).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Components', exact: true })).toHaveCount(1);
});

test('each component is listed with its status word, problems first', async ({ page, deploy }) => {
  const words = ['operational', 'degraded', 'partial_outage', 'major_outage', 'maintenance', 'wobbly'];
  const labels = ['Operational', 'Degraded', 'Partial outage', 'Major outage', 'Maintenance', '“wobbly”'];
  const components = observedComponents.map((name, index) => ({
    name,
    status: words[index % words.length] ?? '',
  }));
  const { url } = await deploy({ ...allOperational, components });
  for (const view of ['tiles', 'rows']) {
    await page.goto(`${url}?view=${view}`);
    const items = page.getByRole('list', { name: 'Components' }).getByRole('listitem');
    const worstFirst = [3, 2, 1, 5, 4, 0].flatMap((word) =>
      observedComponents
        .filter((_, index) => index % words.length === word)
        .map((name) => [name, labels[word] ?? ''] as const),
    );
    await expect(items).toContainText(worstFirst.map(([name]) => name));
    await expect(items).toContainText(worstFirst.map(([, word]) => word));
  }
});

test('18 tiles fit a desktop screen without scrolling', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url);
  await expect(page.getByRole('group', { name: 'View of components' })).toBeVisible();
  await expect(page.getByText('Event volume')).toBeVisible();
  for (const tile of await page.getByRole('list', { name: 'Components' }).getByRole('listitem').all())
    await expect(tile).toBeInViewport({ ratio: 1 });
});

test('the rows view is stored in the address', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  await page.goto(url);
  const views = page.getByRole('group', { name: 'View of components' });
  await views.getByRole('button', { name: 'Rows' }).click();
  await expect(page).toHaveURL(/[?&]view=rows/);
  await page.reload();
  await expect(views.getByRole('button', { name: 'Rows' })).toHaveAttribute('aria-pressed', 'true');
  await views.getByRole('button', { name: 'Tiles' }).click();
  await expect(page).toHaveURL(url);
  await page.goto(`${url}?view=sideways`);
  await expect(views.getByRole('button', { name: 'Tiles' })).toHaveAttribute('aria-pressed', 'true');
});

test('every key figure links to its rows', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  await page.goto(url);
  const main = page.getByRole('main');
  for (const [figure, address] of [
    ['6', '/double/regions'],
    ['60', '/double/nodes'],
    ['30', '/double/buckets'],
  ] as const)
    await expect(main.getByRole('link', { name: figure, exact: true })).toHaveAttribute('href', address);
  const figures = main.getByRole('group', { name: 'Key figures' }).locator('a:has([data-claim])');
  await expect(figures).toHaveCount(7);
  const links = main.locator('a:has([data-claim])').and(page.locator(':not([aria-label=Contradictions] *)'));
  await expect(links.nth(7)).toBeVisible();
  for (const link of await links.all())
    await expect(link).toHaveAttribute('href', /^\/double\/(?:regions|nodes|buckets|events)/);
});

test('every status mark is inside an element with a freshness', async ({ page }) => {
  for (const address of ['/everything', '/']) {
    await page.goto(address);
    await expect(page.locator('[data-severity]').first()).toBeVisible();
    await expect(page.locator('[data-claim]').first()).toBeVisible();
    await expect(page.locator('[data-severity]:not([data-freshness] *)')).toHaveCount(0);
  }
});

test('demo data is labelled as such, and only demo data', async ({ page, deploy }) => {
  await page.goto('/everything');
  await expect(page.getByText('demo data')).toBeVisible();
  const { url } = await deploy(allOperational);
  await page.goto(url);
  await expect(page.getByRole('group', { name: 'View of components' })).toBeVisible();
  await expect(page.getByText(/demo/i)).toHaveCount(0);
});

test('few components show complete names, and stacked marks stay in their line', async ({ page, deploy }) => {
  const long = 'Regional object replication';
  const stacked = `Edge${'\u0301'.repeat(60)}`;
  const names = ['API', long, stacked];
  const { url } = await deploy({
    ...allOperational,
    components: names.map((name) => ({ name, status: 'operational' })),
  });
  await page.goto(url);
  const tiles = page.getByRole('list', { name: 'Components' }).getByRole('listitem');
  const name = tiles.getByTitle(long);
  await expect(name).toBeVisible();
  expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await expect(tiles.filter({ hasText: '‹+56 marks›' })).toBeVisible();
  const marks = page.locator('.verbatim-marks').first();
  await expect(marks).toHaveCSS('clip-path', /inset/);
});
