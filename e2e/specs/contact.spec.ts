import { allPaths, withDouble } from '../servers/double.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

test('a screen whose every feed fails says so once, and recovers by itself', async ({ page, deploy }) => {
  // All endpoints except the region list, which may be cached for five minutes.
  const offered = allPaths.filter((path) => path !== '/api/v2/regions');
  const { url, double } = await deploy({ ...allOperational, offered, pollSeconds: 2 });
  const contact = page.getByRole('complementary', { name: 'Contact' });
  const time = await openInStoppedTime(page, `${url}/applications`, async () => {
    await expect(page.locator('[aria-rowcount] tr[aria-rowindex="1"]')).toContainText(/\w/);
  });
  await expect(contact).toHaveCount(0);
  await double.close();
  await time.pass(90);
  await expect(contact).toContainText(/No contact since \d\d:\d\d:\d\d/);
  await expect(contact).toContainText(/Last try failed: .*connection/);
  await expect(contact).toContainText(/Next try in \d+\ss|Trying now/);
  await expect(page.getByText(/last try failed/).filter({ visible: true })).toHaveCount(0);
  await expectNoGoodWithoutProof(page);

  const port = Number(new URL(double.url).port);
  await withDouble({ ...allOperational, port }, async () => {
    await time.pass(10);
    await expect(contact).toHaveCount(0);
  });
});

test('a screen without contact states whether its own host responds', async ({ page, deploy }) => {
  const { url, double, host } = await deploy({ ...allOperational, pollSeconds: 2 });
  for (const path of allPaths) double.set(path, { status: 401, body: '{}' });
  const contact = page.getByRole('complementary', { name: 'Contact' });
  const time = await openInStoppedTime(page, url, () =>
    expect(contact).toContainText('No contact since this page opened'),
  );
  // Lists whose first request is still due could have contact.
  await time.settleUntil(contact);
  await expect(contact).toContainText('Its own host answers. Last try failed: HTTP 401');
  await host.stop();
  await time.passInVain(10);
  await expect(contact).toContainText('Its own host does not answer. Last try failed: no connection');
});

test('after eight hours of sleep each endpoint is requested once within five seconds', async ({
  page,
  deploy,
}) => {
  // Only the browser sleeps. With a long interval, the status in the host's cache is not due within this
  // test.
  const { url, api } = await deploy({ ...allOperational, pollSeconds: 60 });
  const verdict = page.getByRole('status', { name: 'Overall status' });
  const time = await openInStoppedTime(page, url, async () => {
    await expect(verdict).toContainText('18 of 18');
    await expect(
      page.getByRole('list', { name: 'Regions by zone' }).getByRole('listitem').first(),
    ).toBeVisible();
  });
  await time.pass(2);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(api)) requested.push(request.url().slice(api.length));
  });
  // Simulates a sleep: the wall clock advances, and timers do not.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 8 * 3_600_000);
  await time.pass(5);
  expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted());
  expect(requested).toContain('/api/v2/status');
  expect(requested).toContain('/api/v2/regions');
  await expect(page.getByRole('main').locator('header[data-freshness]').first()).toHaveAttribute(
    'data-freshness',
    'fresh',
  );
});
