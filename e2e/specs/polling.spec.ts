import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';

/**
 * Lifetime of regions in this test, seconds. The documented one is 300 s; the page must follow the response.
 */
const shortened = 90;

/**
 * Endpoints that the status page polls → lifetime of their responses, seconds (part 8 of the API document).
 */
const lifetimes: Readonly<Record<string, number>> = {
  '/api/v2/status': 10,
  '/api/v2/nodes': 60,
  '/api/v2/buckets': 60,
  '/api/v1/events': 60,
  '/api/v2/regions': shortened,
};

/** Seconds that requests are counted: longer than the longest lifetime with its jitter. */
const watched = 130;

test('each endpoint is polled when its response has expired, and not before', async ({ page, deploy }) => {
  test.slow();
  const { url, api, double } = await deploy(allOperational);
  double.set('/api/v2/regions', { headers: { 'Cache-Control': `public, max-age=${shortened}` } });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const fromCache: string[] = [];
  browser.on('Network.requestServedFromCache', ({ requestId }) => fromCache.push(requestId));
  const ids = new Map<string, string>();
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => ids.set(requestId, request.url));

  const verdict = page.getByRole('status', { name: 'Overall status' });
  const time = await openInStoppedTime(page, url, async () => {
    await expect(verdict).toContainText('18 of 18');
    await expect(page.getByRole('group', { name: 'Key figures' }).locator('[data-claim]')).toHaveCount(7);
    // This page does not show these two lists. It requests them once, for the counts in the navigation.
    await expect
      .poll(() => [...ids.values()].filter((requested) => requested.startsWith(api)))
      .toContain(`${api}/api/v1/applications`);
  });

  /** Path → times of its requests, seconds. */
  const requested = new Map<string, number[]>();
  let second = 0;
  page.on('request', (request) => {
    if (!request.url().startsWith(api)) return;
    const path = request.url().slice(api.length);
    requested.set(path, [...(requested.get(path) ?? []), second]);
  });
  page.on('response', async (response) => {
    if (response.url().endsWith('/status'))
      expect(await response.headerValue('cache-control')).toBe('no-store');
  });
  await time.pass(watched, (passed) => {
    second = passed;
  });

  expect([...requested.keys()].toSorted()).toEqual(Object.keys(lifetimes).toSorted());
  for (const [path, lifetime] of Object.entries(lifetimes)) {
    const seconds = requested.get(path) ?? [];
    // A poll may be late by a twentieth of the lifetime, so that screens do not poll at once. Here a response
    // may also take a second.
    expect.soft(seconds.length, path).toBeGreaterThanOrEqual(Math.floor(watched / (1.05 * lifetime + 1)));
    expect.soft(seconds.length, path).toBeLessThanOrEqual(watched / lifetime + 1);
    const gaps = seconds.slice(1).map((each, index) => each - (seconds[index] ?? 0));
    // Times are rounded to whole seconds.
    expect.soft(Math.min(...gaps), path).toBeGreaterThanOrEqual(lifetime - 1);
  }
  await expect(verdict).toContainText('18 of 18');
  expect(fromCache.map((id) => ids.get(id)).filter((address) => address?.startsWith(api))).toEqual([]);
});

test('the status in the HTML document saves the first request', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  // On a busy machine the first document may be sent before the host has read the status.
  const document = async () => (await page.request.get(url)).text();
  await expect.poll(document).toContain('/api/v2/status","status":200');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(url);
  await expect(page.getByRole('status', { name: 'Overall status' })).toContainText('18 of 18');
  await expect(page.getByRole('group', { name: 'Key figures' }).locator('[data-claim]')).toHaveCount(7);
  expect(requested.filter((path) => path.endsWith('/status'))).toEqual([]);
  expect(double.log.filter(({ path }) => path.endsWith('/status'))).toHaveLength(1);
});

test('however many viewers watch, the status is polled once per period', async ({ context, deploy }) => {
  const { url, double } = await deploy(allOperational);
  for (let viewer = 0; viewer < 4; viewer += 1) {
    const page = await context.newPage();
    await page.goto(url);
    await expect(page.getByRole('status', { name: 'Overall status' })).toContainText('18 of 18');
  }
  const times = double.log.filter(({ path }) => path.endsWith('/status')).map((request) => request.time);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(gaps.every((gap) => gap >= 9_900)).toBe(true);
});

test('however many viewers watch, a list is read once per lifetime, and each sees its age', async ({
  context,
  request,
  deploy,
}) => {
  const path = '/api/v2/nodes';
  const { url, api, double, host } = await deploy(allOperational);
  const requested = () => double.log.filter((each) => each.path === path).length;
  const open = async () => {
    const page = await context.newPage();
    await page.goto(`${url}/nodes`);
    await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', '60');
    return page.getByRole('main');
  };
  await expect(await open()).toContainText(/Read \d\ss ago/);
  await host.leap(30_000);
  await expect(await open()).toContainText(/Read 3\d\ss ago/);
  const ages = await Promise.all(
    Array.from({ length: 100 }, async () => (await request.get(api + path)).headers()['age']),
  );
  expect(ages.every((age) => Number(age) >= 30 && Number(age) < 60)).toBe(true);
  expect(requested()).toBe(1);
  await host.leap(30_000);
  await expect(await open()).toContainText(/Read \d\ss ago/);
  expect(requested()).toBe(2);
});

test('lists are requested without parameters, and only from documented paths', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  await page.goto(url);
  await expect(page.getByRole('group', { name: 'Key figures' }).locator('[data-claim]')).toHaveCount(7);
  expect(double.log.map(({ method, query }) => `${method} ${query}`)).toEqual(double.log.map(() => 'GET '));
  for (const { path } of double.log) expect(allOperational.offered).toContain(path);
});
