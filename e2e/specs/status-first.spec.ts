/**
 * The status stays current while lists hang, because neither host nor browser lets lists use all connections.
 */

import { allPaths } from '../servers/double.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const lists = allPaths.filter((path) => !path.endsWith('/status'));

test('the status stays fresh on a page whose lists all hang', async ({ page, deploy }) => {
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  for (const path of lists) double.set(path, { hold: true });
  const requested = new Set<string>();
  const answered: string[] = [];
  page.on('request', (request) => {
    const path = request.url().slice(api.length);
    if (lists.includes(path)) requested.add(path);
  });
  page.on('response', (response) => {
    if (response.url().startsWith(api)) answered.push(response.url().slice(api.length));
  });
  await page.goto(`${url}/endpoints`);
  const readings = () => answered.filter((path) => path === '/api/v2/status').length;
  await expect.poll(readings).toBeGreaterThanOrEqual(3);
  // No list has a response yet, and half of them still wait for a processing slot.
  expect(answered.filter((path) => !path.endsWith('/status'))).toEqual([]);
  expect(requested.size).toBe(4);
  const clocks = page.getByRole('table', { name: 'Clocks of the last answers' });
  await expect(clocks.getByRole('row').filter({ hasText: '/api/v2/status' })).toContainText(/[0-4]\ss ago/);

  for (const path of lists) double.clear(path);
  await expect.poll(() => requested.size).toBe(lists.length);
  await expect(clocks.getByRole('row').filter({ hasText: '/api/v1/events' })).toContainText(/ago/);
});
