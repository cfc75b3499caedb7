import { writeFile } from 'node:fs/promises';
import { startDouble } from '../servers/double.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

test('the demo says what it is and what to do next, and recent changes fill the overview', async ({
  page,
  startWith,
}) => {
  const { url } = await startWith([], { EDGEWATCH_OBSERVE: 'all' });
  await page.goto(url);
  const demo = page.getByRole('region', { name: 'Demo' });
  await expect(demo).toContainText('Edgewatch shows what is wrong');
  await expect(demo).toContainText('You see an invented fleet');
  await demo.getByRole('button', { name: 'Point it at your service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Point it at your service' });
  await expect(dialog).toContainText('npm start -- --base-url https://storage.example.com');
  for (const link of await dialog.getByRole('link').all())
    expect(await link.evaluate((each) => each instanceof HTMLAnchorElement && each.origin)).toBe(
      new URL(url).origin,
    );
  await page.keyboard.press('Escape');
  await expect(demo.getByRole('button')).toBeFocused();
  const changes = page.getByRole('list', { name: 'Recent changes' }).getByRole('listitem');
  await expect(changes).toHaveCount(12, { timeout: 45_000 });
  await expect(changes.first()).toHaveAttribute('data-freshness', 'fresh');
});

test('changes of all deployments come from the record, or from this page if there is none', async ({
  page,
  startWith,
}, testInfo) => {
  const recorded = await startDouble(allOperational);
  const unrecorded = await startDouble(allOperational);
  const file = testInfo.outputPath('edgewatch.json');
  const deployments = [
    { slug: 'recorded', baseUrl: recorded.url },
    { slug: 'unrecorded', baseUrl: unrecorded.url, observe: 'off' },
  ];
  await writeFile(file, JSON.stringify({ pollSeconds: 2, deployments }));
  const { url } = await startWith(['--config', file], { EDGEWATCH_OBSERVE: 'all' });
  await page.goto(url);
  await expect(page.getByRole('region', { name: 'Demo' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Edgewatch shows what is wrong');
  const section = page.getByRole('region', { name: /Recent changes/ });
  await expect(section).toContainText('No changes in the last 7 d.');
  await expect(section).toContainText('Without a history record: unrecorded.');
  const fall = (body: Record<string, unknown>) => ({ ...body, status: 'degraded' });
  recorded.set('/api/v2/status', { edit: fall });
  unrecorded.set('/api/v2/status', { edit: fall });
  const rows = section.getByRole('listitem');
  await expect(rows.filter({ hasText: 'unrecorded' })).toContainText('operational to degraded');
  // The page requests the history at most every 20 s, so wait here until the change is recorded.
  const recordedChanges = async () => {
    const changes: { readonly data: readonly unknown[] } = await (await fetch(`${url}/history/changes`)).json();
    return changes.data.length;
  };
  await expect.poll(recordedChanges).toBeGreaterThan(0);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/recorded.*Overall status/);
  // On a phone one change takes less space than twelve.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await section.boundingBox())?.height).toBeLessThan(250);
  await Promise.all([recorded.close(), unrecorded.close()]);
});
