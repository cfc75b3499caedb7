import { expectNothingSerious } from '../support/axe.ts';
import { openInventory, openStatus } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

// pages.spec.ts tests the pages of the demo.
test.describe('axe finds nothing serious in either theme', () => {
  test('status as tiles, on a phone, and as rows with the pointer on the button', async ({ page }) => {
    await openStatus(page, 'everything');
    await expectNothingSerious(page);
    await page.setViewportSize(phone);
    await expectNothingSerious(page);
    await page.setViewportSize(desktop);
    await page.getByRole('button', { name: 'Rows', exact: true }).click();
    await expectNothingSerious(page);
  });

  test('a list that is not offered, and a record that does not exist', async ({ page }) => {
    await openInventory(page, 'platform', 'nodes');
    await expectNothingSerious(page);
    await page.goto('/everything/nodes/nod_none');
    await expect(page.getByRole('link', { name: 'All nodes', exact: true })).toBeVisible();
    await expectNothingSerious(page);
  });

  test('unknown status words and truncated lists, and a service without contact', async ({
    page,
    deployTogether,
  }) => {
    const { host, doubles } = await deployTogether({ double: {}, gone: {} });
    await page.goto(`${host.url}/double/nodes`);
    await expect(page.getByRole('table', { name: 'nodes' }).getByText('“wobbly”').first()).toBeVisible();
    await expectNothingSerious(page);
    await doubles['gone']?.close();
    await page.goto(`${host.url}/gone`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connection refused');
    await expectNothingSerious(page);
  });
});

test('the first Tab stop skips to the content, navigation moves the focus to the new heading, and Back returns it to the link', async ({
  page,
}) => {
  await openStatus(page, 'everything');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).not.toBeFocused();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

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
