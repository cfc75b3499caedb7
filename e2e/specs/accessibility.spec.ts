import { expectNothingSerious } from '../support/axe.ts';
import { detailed, inventory, openEndpoints, openFirst, openInventory, openStatus } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

test.describe('axe finds nothing serious in either theme', () => {
  test('all deployments', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.locator('[data-claim]').first()).toBeVisible();
    await expectNothingSerious(page);
  });

  test('status as tiles', async ({ page }) => {
    await openStatus(page, 'everything');
    await expectNothingSerious(page);
  });

  test('status as rows, with the pointer on the button', async ({ page }) => {
    await openStatus(page, 'everything');
    await page.getByRole('button', { name: 'Rows', exact: true }).click();
    await expectNothingSerious(page);
  });

  test('endpoints', async ({ page }) => {
    await openEndpoints(page, 'everything');
    await expectNothingSerious(page);
  });

  for (const section of inventory)
    test(section, async ({ page }) => {
      await openInventory(page, 'everything', section);
      await expectNothingSerious(page);
    });

  for (const section of detailed)
    test(`one of the ${section}`, async ({ page }) => {
      await openInventory(page, 'everything', section);
      await openFirst(page, 'everything', section);
      await expectNothingSerious(page);
    });

  test('a list that is not offered', async ({ page }) => {
    await openInventory(page, 'platform', 'nodes');
    await expectNothingSerious(page);
  });

  test('a record that does not exist', async ({ page }) => {
    await page.goto('/everything/nodes/nod_none');
    await expect(page.getByRole('link', { name: 'All nodes', exact: true })).toBeVisible();
    await expectNothingSerious(page);
  });

  test('unknown status words and truncated lists', async ({ page, deploy }) => {
    const { url } = await deploy();
    await page.goto(`${url}/nodes`);
    await expect(page.getByRole('table', { name: 'nodes' }).getByText('“wobbly”').first()).toBeVisible();
    await expectNothingSerious(page);
  });

  test('a service without contact', async ({ page, deploy }) => {
    const { url, double } = await deploy();
    await double.close();
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connection refused');
    await expectNothingSerious(page);
  });

  test('status on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openStatus(page, 'everything');
    await expectNothingSerious(page);
  });

  test('nodes on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openInventory(page, 'everything', 'nodes');
    await expectNothingSerious(page);
  });
});

test('the first Tab stop skips to the content', async ({ page }) => {
  await openStatus(page, 'everything');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('navigation moves the focus to the new heading, and Back returns it to the link', async ({ page }) => {
  await openStatus(page, 'everything');
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  for (const name of ['Nodes', 'Buckets', 'Endpoints']) {
    await pages.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();
    await expect(pages.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(new RegExp(`${name}, Everything`));
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Buckets' })).toBeVisible();
  await expect(pages.getByRole('link', { name: 'Endpoints', exact: true })).toBeFocused();
});

test('a change is announced politely and once, without a second status', async ({ page, deploy }) => {
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  await page.goto(url);
  const polite = page.locator('[aria-live=polite]:not([role])');
  await expect(polite.first()).toBeAttached();
  double.set('/api/v2/status', {
    edit: (body) => ({
      ...body,
      components: allOperational.components.map(({ name, status }) => ({
        name,
        status: name === 'Cache' ? 'down' : status,
      })),
    }),
  });
  await expect(polite.filter({ hasText: 'Cache is now down.' })).toHaveCount(1);
  await expect(page.locator('[role=status], [role=alert]')).toHaveCount(1);
});

test('the theme follows the system until the reader or the address chooses', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/everything');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.goto('/everything?theme=light');
  await expect(html).toHaveAttribute('data-theme', 'light');
});
