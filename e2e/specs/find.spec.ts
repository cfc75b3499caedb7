import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

test('Find offers to load unread lists, and searches them', async ({ page, deploy }) => {
  const { double, url } = await deploy({ ...allOperational, sizes: { buckets: 60, nodes: 20, regions: 4 } });
  double.set('/api/v2/buckets', { hold: true });
  double.set('/api/v1/events', { status: 500 });
  double.set('/api/v1/assets', { status: 404 });
  await page.goto(`${url}/applications`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Applications');
  await page.getByRole('button', { name: 'Find' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find' });
  const option = (name: RegExp) => dialog.getByRole('option', { name });
  await page.keyboard.type('crate-17');

  await test.step('a slow list: no result is claimed before it was read', async () => {
    const unread = option(/Buckets are not loaded\. Load and search them\./);
    await expect(unread).toHaveAttribute('aria-selected', 'true');
    await expect(dialog).toContainText(/Nothing found in .* Not searched yet: buckets/);
    await page.keyboard.press('Enter');
    await expect(option(/Buckets are being loaded\./)).toHaveAttribute('aria-selected', 'true');
    await expect(dialog).toContainText('Being loaded: buckets.');
    double.clear('/api/v2/buckets');
    await expect(option(/Bucket crate-17/).first()).toBeVisible();
    await expect(option(/^Buckets/)).toHaveCount(0);
  });

  await test.step('a list that fails, and one that is not offered', async () => {
    await expect(option(/Event types are not loaded\. Load and search them\./)).toBeVisible();
    await expect(option(/loaded/)).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    await expect(option(/Event types could not be loaded\. The next try is automatic\./)).toBeVisible();
  });
});

for (const path of ['/', '/everything/nodes'])
  test(`keys that are pressed on ${path} before the code of Find is loaded open it, and are typed into it`, async ({
    page,
  }) => {
    let load: () => void = () => undefined;
    const isAllowed = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/\/assets\/(?:Find|AfterFirstPaint)-[^/]*\.js$/, async (route) => {
      await isAllowed;
      await route.continue();
    });
    await page.goto(path);
    await page.keyboard.press('/');
    await page.keyboard.type('sao');
    load();
    await expect(page.getByRole('combobox', { name: 'Find' })).toHaveValue('sao');
  });

test('a letter that is typed while Find opens follows the letters typed before', async ({ page }) => {
  let load: () => void = () => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/assets\/Palette-[^/]*\.js$/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  // Types into the field after it got the focus and before React renders again.
  await page.addInitScript(() => {
    addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLInputElement)
        queueMicrotask(() => document.execCommand('insertText', false, 'o'));
    });
  });
  await page.goto('/everything/nodes');
  await page.keyboard.press('/');
  await page.keyboard.type('sa');
  load();
  const field = page.getByRole('combobox', { name: 'Find' });
  await expect(field).toHaveValue('sao');
  await expect(page.getByRole('listbox', { name: 'Found' })).toContainText('São Paulo');
});
