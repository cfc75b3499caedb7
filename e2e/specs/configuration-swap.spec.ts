import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startDouble } from '../servers/double.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

test('an open page takes a new list of deployments without losing focus, input or place', async ({
  page,
  context,
  startWith,
}, testInfo) => {
  const double = await startDouble(allOperational);
  const file = testInfo.outputPath('edgewatch.json');
  const configure = (...slugs: readonly string[]) =>
    writeFile(
      file,
      JSON.stringify({
        deployments: slugs.map((slug) => ({ slug, name: `The ${slug}`, baseUrl: double.url })),
      }),
    );
  await configure('one', 'two');
  const host = await startWith(['--config', file]);
  const swap = async (...slugs: readonly string[]) => {
    await configure(...slugs);
    const before = host.written().split('was reloaded and applies').length;
    host.signal('SIGHUP');
    await expect.poll(() => host.written().split('was reloaded and applies').length).toBe(before + 1);
  };

  const open = async (on: Page, address: string) => {
    await on.clock.install();
    await on.goto(address);
  };
  const overview = await context.newPage();
  await open(overview, host.url);
  await expect(overview.getByRole('heading', { level: 1 })).toHaveText('2 deployments');
  await open(page, `${host.url}/one/buckets`);
  const search = page.getByRole('searchbox');
  await search.fill('a');
  await expect(page).toHaveURL(/q=a$/);
  const document = await page.evaluateHandle(() => globalThis.document.documentElement);

  await swap('one', 'three');
  await page.clock.fastForward(32_000);
  await overview.clock.fastForward(32_000);
  const choice = page.getByRole('combobox', { name: 'Deployment' });
  await expect(choice.getByRole('option')).toHaveText(['The one', 'The three']);
  await expect(search).toHaveValue('a');
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(/q=a$/);
  await expect(overview.getByRole('main')).toContainText('The three');
  await expect(overview.getByRole('main')).not.toContainText('The two');

  await swap('three');
  await page.clock.fastForward(32_000);
  await expect(page.getByRole('main')).toContainText(
    '“The one” is no longer in the configuration of this host',
  );
  await swap('three', 'one');
  await page.clock.fastForward(32_000);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Buckets/);
  expect(await document.evaluate((element) => element === globalThis.document.documentElement)).toBe(true);
  await overview.close();
  await page.close();
  await double.close();
});
