import type { Page } from '@playwright/test';
import { observedComponents } from '#contract/resources.ts';
import { list, rowsOf } from '../servers/edits.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const verdictOf = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const tilesOf = (page: Page) =>
  page.getByRole('list', { name: 'Components', exact: true }).getByRole('listitem');

test('a calm deployment has its count, source and figures on one screen, and then follows the service', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  await page.goto(url);
  const main = page.getByRole('main');
  const verdict = verdictOf(page);

  await test.step('the verdict shows how many components report operational, and the source', async () => {
    await expect(verdict.getByRole('heading', { level: 1 })).toHaveText('Operational');
    await expect(verdict).toContainText('18 of 18 components report operational, read');
    await expect(main).toContainText('/api/v2/status');
    await expect(page.getByRole('term').filter({ hasText: 'Since' })).toHaveCount(0);
  });

  await test.step('18 tiles fit a desktop screen without scrolling', async () => {
    await expect(page.getByRole('group', { name: 'View of components' })).toBeVisible();
    await expect(page.getByText('Event volume')).toBeVisible();
    await expect(tilesOf(page)).toHaveCount(18);
    for (const tile of await tilesOf(page).all()) await expect(tile).toBeInViewport({ ratio: 1 });
  });

  await test.step('every key figure links to its rows', async () => {
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

  await test.step('it shows neither contradictions nor a label of the demo', async () => {
    await expect(page.getByText('all operational')).toHaveCount(2);
    await expect(page.getByText('Contradictions')).toHaveCount(0);
    await expect(page.getByText(/demo/i)).toHaveCount(0);
  });

  await test.step('the rows view is stored in the address', async () => {
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

  await test.step('a change is shown without input, and announced politely and once', async () => {
    const polite = page.locator('[aria-live=polite]:not([role])');
    await expect(polite.first()).toBeAttached();
    const components = allOperational.components.map(({ name, status }) => ({
      name,
      status: name === 'Cache' ? 'down' : status,
    }));
    double.set('/api/v2/status', { edit: (body) => ({ ...body, components }) });
    await expect(verdict.getByRole('heading')).toHaveText('Down');
    await expect(polite.filter({ hasText: 'Cache is now down.' })).toHaveCount(1);
    await expect(page.locator('[role=status], [role=alert]')).toHaveCount(1);
  });

  await test.step('components that the service drops stay listed as such', async () => {
    double.set('/api/v2/status', {
      edit: (body) => ({ ...body, components: [{ name: 'Cache', status: 'down' }] }),
    });
    await expect(tilesOf(page).filter({ hasText: 'no longer listed' })).toHaveCount(17);
    await expect(tilesOf(page)).toHaveCount(18);
  });
});

test('evidence is read aloud in the order in which it is seen, on a desktop and on a phone', async ({
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
  await page.goto(url);
  const evidence = page.getByRole('list', { name: 'What the verdict rests on' });
  await expect(evidence.getByRole('listitem')).toHaveCount(3);
  await expect(evidence).toContainText('60 of 60 not operational');
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
  const components = page.getByRole('list', { name: 'Components', exact: true });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // The page is laid out again in the next frames after it was resized.
    await expect(async () => {
      const parts = await evidence.locator('> li > *').all();
      const seen = await Promise.all(
        [...(width < 760 ? [components] : []), ...parts, ...(width < 760 ? [] : [components])].map((part) =>
          part.boundingBox(),
        ),
      );
      // Each part must be below the part before it, or to the right of it.
      const misplaced = seen.flatMap((box, index) => {
        const before = seen[index - 1];
        if (!box || !before || box.width === 0 || before.width === 0) return [];
        const isBelow = box.y >= before.y + before.height - 4;
        return isBelow || box.x >= before.x + before.width ? [] : [index];
      });
      expect(misplaced, `${width} px wide`).toEqual([]);
      const follows = await evidence.evaluate(
        (list, node) => {
          if (!node) return null;
          return (node.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        },
        await components.elementHandle(),
      );
      expect(follows, `${width} px wide`).toBe(width === 390);
    }).toPass();
  }
});

test('components have their status word and complete name, problems first, and the worst leads the verdict', async ({
  page,
  deployTogether,
}) => {
  const words = ['operational', 'degraded', 'partial_outage', 'major_outage', 'maintenance', 'wobbly'];
  const labels = ['Operational', 'Degraded', 'Partial outage', 'Major outage', 'Maintenance', '“wobbly”'];
  const long = 'Regional object replication';
  const stacked = `Edge${'\u0301'.repeat(60)}`;
  const components = {
    led: observedComponents.map((name) => ({
      name,
      status: name === 'Cache' ? 'major_outage' : name === 'Export' ? 'degraded' : 'operational',
    })),
    mixed: observedComponents.map((name, index) => ({ name, status: words[index % words.length] ?? '' })),
    few: ['API', long, stacked].map((name) => ({ name, status: 'operational' })),
  };
  const { host } = await deployTogether({
    led: { ...allOperational, components: components.led },
    mixed: { ...allOperational, components: components.mixed },
    few: { ...allOperational, components: components.few },
  });

  for (const view of ['tiles', 'rows'])
    await test.step(`as ${view} all are listed with their words, problems first`, async () => {
      await page.goto(`${host.url}/mixed?view=${view}`);
      const worstFirst = [3, 2, 1, 5, 4, 0].flatMap((word) =>
        observedComponents
          .filter((_, index) => index % words.length === word)
          .map((name) => [name, labels[word] ?? ''] as const),
      );
      await expect(tilesOf(page)).toContainText(worstFirst.map(([name]) => name));
      await expect(tilesOf(page)).toContainText(worstFirst.map(([, word]) => word));
    });

  await test.step('few components show complete names, and stacked marks stay in their line', async () => {
    await page.goto(`${host.url}/few`);
    const name = tilesOf(page).getByTitle(long);
    await expect(name).toBeVisible();
    expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await expect(tilesOf(page).filter({ hasText: '‹+56 marks›' })).toBeVisible();
    await expect(page.locator('.verbatim-marks').first()).toHaveCSS('clip-path', /inset/);
  });

  await test.step('the worst component leads by name, and the others are counted', async () => {
    await page.goto(`${host.url}/led`);
    const verdict = verdictOf(page);
    await expect(verdict.getByRole('heading', { level: 1 })).toHaveText('Major outage');
    await expect(verdict).toContainText('Cache major outage, Export degraded');
    await expect(verdict).toContainText('16 of 18 components report operational');
    await expect(verdict).toContainText('calls itself operational');
    const since = page.getByRole('definition').filter({ hasText: /^first seen \d\d:\d\d:\d\d, \d+\ss$/ });
    await expect(since).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: 'Since' })).toBeVisible();
    // On a phone the components with problems are visible without scrolling.
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ['Cache', 'Export'])
      await expect(tilesOf(page).filter({ hasText: name })).toBeInViewport({ ratio: 1 });
  });
});

test('the demo is labelled as such, with one main, one status and one list of components', async ({ page }) => {
  await page.goto('/everything');
  await expect(verdictOf(page)).toContainText(/of 18 components/);
  await expect(page.getByRole('group', { name: 'View of components' })).toBeVisible();
  await expect(page.getByText('demo data')).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.locator('[role=status]')).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Components', exact: true })).toHaveCount(1);
});
