import type { APIRequestContext, Page } from '@playwright/test';
import { withDouble } from '../servers/double.ts';
import { allOperational } from '../support/scenarios.ts';
import { type Deployed, expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const statusPath = '/api/v2/status';
const nodesPath = '/api/v2/nodes';
/** Poll interval, seconds: the shortest one. The host serves a cached status for this time. */
const pollSeconds = 2;
const grace = 10;
/** Seconds by which the screen may be late, because it counts whole seconds. */
const tick = 1;

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const headline = (page: Page) => page.getByRole('main').locator('header[data-freshness]').first();
const figure = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('[data-freshness]')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last();

function openStatus(page: Page, { url }: Deployed) {
  return openInStoppedTime(page, url, async () => {
    await expect(verdict(page)).toContainText('components');
    for (const label of ['Regions', 'Nodes', 'Buckets', 'Event volume'])
      await expect(figure(page, label).locator('[data-claim]')).toBeVisible();
  });
}

/** Waits until the host returns the failure instead of its last good response. */
async function untilHostFails(request: APIRequestContext, { api }: Deployed): Promise<void> {
  await expect
    .poll(async () => (await request.get(api + statusPath)).status(), { intervals: [100] })
    .toBeGreaterThanOrEqual(500);
}

/** Makes the service accept status requests without answering them. */
async function silenceStatus(request: APIRequestContext, deployed: Deployed): Promise<void> {
  deployed.double.set(statusPath, { status: 503 });
  await untilHostFails(request, deployed);
  deployed.double.set(statusPath, { hold: true });
}

/**
 * Timeout of the host, seconds. It is longer than the test, because this test is about the timeout of the
 * page.
 */
const timeoutSeconds = 300;

test.describe('a status document that no longer comes', () => {
  test('is late one lifetime and 10 s after its last response, and nothing stays green', async ({
    page,
    request,
    deploy,
  }) => {
    const deployed = await deploy({ ...allOperational, pollSeconds, timeoutSeconds });
    const time = await openStatus(page, deployed);
    await expect(headline(page)).toHaveAttribute('data-freshness', 'fresh');
    await expect(verdict(page).locator('[data-severity]')).toHaveAttribute('data-severity', 'ok');

    await silenceStatus(request, deployed);
    time.expectSilence(statusPath);
    await time.pass(grace - 1);
    await expect(headline(page)).toHaveAttribute('data-freshness', 'fresh');

    await time.pass(1 + pollSeconds + tick);
    await expect(headline(page)).toHaveAttribute('data-freshness', 'late');
    await expect(verdict(page)).toContainText('Not confirmed');
    await expect(verdict(page)).toContainText('Last known: operational');
    await expect(verdict(page).locator('[data-severity]')).toHaveAttribute('data-severity', 'unvouched');
    await expect(headline(page)).toContainText(/last confirmed \d\d:\d\d:\d\d/i);
    const tiles = page.getByRole('list', { name: 'Components' });
    await expect(tiles.locator('[data-severity=unvouched]')).toHaveCount(18);
    await expect(tiles.getByText('Operational')).toHaveCount(18);
    await expectNoGoodWithoutProof(page);
  });

  test('is lost after three lifetimes and 10 s: no contact, with the last known word', async ({
    page,
    request,
    deploy,
  }) => {
    const components = [{ name: 'Cache', status: 'degraded' }, ...allOperational.components.slice(0, 4)];
    const deployed = await deploy({ ...allOperational, components, pollSeconds, timeoutSeconds });
    const time = await openStatus(page, deployed);
    await silenceStatus(request, deployed);
    time.expectSilence(statusPath);
    await time.pass(3 * pollSeconds + grace + tick);
    await expect(headline(page)).toHaveAttribute('data-freshness', 'lost');
    await expect(verdict(page).getByRole('heading')).toHaveText('No contact');
    await expect(verdict(page)).toContainText('Last known: degraded');
    await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem')).toHaveCount(5);
    await expectNoGoodWithoutProof(page);
  });
});

test('a service that refuses connections is reported at the second failure, and recovers by itself', async ({
  page,
  request,
  deploy,
}) => {
  const deployed = await deploy({ ...allOperational, pollSeconds });
  const time = await openStatus(page, deployed);
  let failures = 0;
  page.on('response', (response) => {
    if (response.url().endsWith(statusPath) && response.status() >= 500) failures += 1;
  });
  await deployed.double.close();
  await untilHostFails(request, deployed);

  await time.passUntil(() => failures === 1, pollSeconds + 1);
  await expect(headline(page)).toHaveAttribute('data-freshness', 'fresh');
  expect(await time.passUntil(() => failures === 2, 3)).toBeLessThanOrEqual(3);
  await expect(headline(page)).toHaveAttribute('data-freshness', 'late');
  await expect(headline(page)).toContainText(/last try failed: .*(?:refused|unreachable|connection)/i);
  await expectNoGoodWithoutProof(page);

  const port = Number(new URL(deployed.double.url).port);
  await withDouble({ ...allOperational, port }, async () => {
    await time.pass(4 + pollSeconds);
    await expect(headline(page)).toHaveAttribute('data-freshness', 'fresh');
    await expect(verdict(page).getByRole('heading')).toHaveText('Operational');
    await expect(verdict(page)).toContainText('18 of 18 components report operational');
  });
});

test('a failing endpoint affects no other panel', async ({ page, deploy }) => {
  const deployed = await deploy(allOperational);
  const time = await openStatus(page, deployed);
  deployed.double.set(nodesPath, { status: 500, body: 'out of order' });
  await time.pass(75);
  await expect(figure(page, 'Nodes')).toHaveAttribute('data-freshness', 'late');
  await expect(figure(page, 'Nodes')).toContainText('60');
  await expect(figure(page, 'Nodes')).toContainText(/last confirmed \d\d:\d\d:\d\d, last try failed/i);
  for (const label of ['Regions', 'Buckets', 'Event volume'])
    await expect(figure(page, label)).toHaveAttribute('data-freshness', 'fresh');
  await expect(headline(page)).toHaveAttribute('data-freshness', 'fresh');
  await expect(verdict(page)).toContainText('18 of 18 components report operational');

  deployed.double.clear(nodesPath);
  await time.pass(32);
  await expect(figure(page, 'Nodes')).toHaveAttribute('data-freshness', 'fresh');
});

test('a list with max-age=60 is late at 70 s', async ({ page, deploy }) => {
  const deployed = await deploy(allOperational);
  const time = await openStatus(page, deployed);
  const requestCount = () => deployed.double.log.filter(({ path }) => path === nodesPath).length;
  const before = requestCount();
  await time.passUntil(() => requestCount() > before, 65);
  deployed.double.set(nodesPath, { hold: true });
  time.expectSilence(nodesPath);
  // The last response is less than a second old. So it is 68 to 69 s old after this step, and at least 70 s
  // after the next one.
  await time.pass(68);
  await expect(figure(page, 'Nodes')).toHaveAttribute('data-freshness', 'fresh');
  await time.pass(2 + tick);
  await expect(figure(page, 'Nodes')).toHaveAttribute('data-freshness', 'late');
  await expect(figure(page, 'Nodes')).toContainText('60');
  await expect(figure(page, 'Regions')).toHaveAttribute('data-freshness', 'fresh');
  await expectNoGoodWithoutProof(page);
});

test('a status that never came is lost at once, with its cause', async ({ page, deploy }) => {
  const deployed = await deploy(allOperational);
  deployed.double.set(statusPath, { status: 500 });
  await page.goto(deployed.url);
  await expect(verdict(page).getByRole('heading')).toHaveText('Answers HTTP 500');
  await expect(verdict(page)).toContainText('HTTP 500');
  await expect(headline(page)).toHaveAttribute('data-freshness', 'lost');
  await expectNoGoodWithoutProof(page);
});
