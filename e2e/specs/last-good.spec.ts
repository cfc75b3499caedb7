/**
 * A viewer who comes during a failure sees the host's last good response, with its age and without a green
 * mark.
 */

import type { Page } from '@playwright/test';
import { look } from '../support/look.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const nodesPath = '/api/v2/nodes';
const table = (page: Page) => page.getByRole('table', { name: 'nodes' });
const panelOf = (page: Page) =>
  page
    .locator('main [data-freshness]')
    .filter({ has: table(page) })
    .first();

for (const [seconds, freshness] of [
  [75, 'late'],
  [400, 'lost'],
] as const)
  test(`a list last read ${seconds} s ago is ${freshness}, and fresh again with the next response`, async ({
    page,
    context,
    deploy,
  }) => {
    const { url, double, host } = await deploy(allOperational);
    await page.goto(`${url}/nodes`);
    await expect(table(page)).toHaveAttribute('aria-rowcount', /^[1-9]/);
    const rows = await table(page).getAttribute('aria-rowcount');
    await page.close();
    await host.leap(seconds * 1000);
    double.set(nodesPath, { status: 503, body: 'not now' });
    const late = await context.newPage();
    await late.goto(`${url}/nodes`);
    await expect(table(late)).toHaveAttribute('aria-rowcount', rows ?? '');
    await expect(panelOf(late)).toHaveAttribute('data-freshness', freshness);
    await expect(
      late
        .locator('main')
        .getByText(/last confirmed/i)
        .first(),
    ).toBeVisible();
    const green = late.locator(
      '[data-freshness="late"] :is([data-severity="ok"], [data-severity="assumed"]), [data-freshness="lost"] :is([data-severity="ok"], [data-severity="assumed"])',
    );
    await expect(green).toHaveCount(0);
    expect((await look(late)).violations).toEqual([]);
    double.clear(nodesPath);
    await expect(panelOf(late)).toHaveAttribute('data-freshness', 'fresh');
  });
