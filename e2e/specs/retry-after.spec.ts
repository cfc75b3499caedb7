/**
 * If a deployment requests a pause, the host waits, and the page shows for how long (RFC 9110, section
 * 10.2.3). src/host/gateway/pauses.test.ts tests the forms of `Retry-After`.
 */

import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { stopTime } from '../support/time.ts';

const nodesPath = '/api/v2/nodes';

test('a pause until a date is counted down, and nothing is requested before its end', async ({
  page,
  deploy,
}) => {
  const now = Date.parse('2026-03-01T12:00:01Z');
  const until = new Date(now + 20_000).toUTCString();
  const { url, api, double } = await deploy({ ...allOperational, now: () => now });
  double.set(nodesPath, { status: 503, headers: { 'Retry-After': until }, body: 'not now' });
  let requests = 0;
  page.on('request', (request) => {
    if (request.url() === api + nodesPath) requests += 1;
  });
  const time = await stopTime(page);
  await page.goto(`${url}/nodes`);
  const failed = page.getByRole('group', { name: 'Could not be read' }).first();
  await time.settleUntil(failed);
  await expect(failed).toContainText(/Next try in (?:19|20)\ss/);
  await time.pass(18);
  await expect(failed).toContainText(/Next try in [1-3]\ss/);
  expect(requests).toBe(1);
  expect(double.log.filter(({ path }) => path === nodesPath)).toHaveLength(1);
  double.clear(nodesPath);
  await time.pass(3);
  expect(requests).toBe(2);
  await expect(page.locator('[role=table][aria-rowcount] tr[aria-rowindex="1"]')).toContainText(/\w/);
});

test('a pause also applies to a reload and a second tab, which count down the rest of it', async ({
  page,
  context,
  deploy,
}) => {
  const { url, double, host } = await deploy(allOperational);
  double.set(nodesPath, { status: 429, headers: { 'Retry-After': '60' }, body: 'not now' });
  const failed = (on: typeof page) => on.getByRole('group', { name: 'Could not be read' }).first();
  await page.goto(`${url}/nodes`);
  await expect(failed(page)).toContainText(/Next try in (?:[56]\d\ss|1\smin)/);
  await host.leap(30_000);
  await page.reload();
  await expect(failed(page)).toContainText(/Next try in (?:2\d|30)\ss/);
  const other = await context.newPage();
  await other.goto(`${url}/nodes`);
  await expect(failed(other)).toContainText(/Next try in (?:2\d|30)\ss/);
  expect(double.log.filter(({ path }) => path === nodesPath)).toHaveLength(1);
});

test('a date in the past is no pause, and causes no storm', async ({ page, deploy }) => {
  const { url, api, double } = await deploy(allOperational);
  double.set(nodesPath, {
    status: 503,
    headers: { 'Retry-After': 'Sun, 01 Jan 1995 00:00:00 GMT' },
    body: 'not now',
  });
  const seconds: number[] = [];
  let second = 0;
  page.on('request', (request) => {
    if (request.url() === api + nodesPath) seconds.push(second);
  });
  const time = await stopTime(page);
  await page.goto(`${url}/nodes`);
  await time.settleUntil(page.getByRole('group', { name: 'Could not be read' }).first());
  await time.pass(60, (passed) => {
    second = passed;
  });
  // Retries come after 1, 2 and 4 s, and then every 30 s (docs/understand/freshness.md).
  expect(seconds.length).toBeLessThanOrEqual(6);
  expect(seconds.length).toBeGreaterThanOrEqual(4);
});
