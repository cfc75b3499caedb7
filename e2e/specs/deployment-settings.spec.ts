import { writeFile } from 'node:fs/promises';
import { startDouble } from '../servers/double.ts';
import { field } from '../servers/edits.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';

test('settings of one deployment apply to that one only', async ({ page, startWith }, testInfo) => {
  const doubles = [
    await startDouble({ ...allOperational, sizes: { buckets: 600 }, maximumLimit: 100 }),
    await startDouble({ ...allOperational, sizes: { buckets: 600 }, maximumLimit: 100 }),
  ] as const;
  const [slow, plain] = doubles;
  const file = testInfo.outputPath('edgewatch.json');
  const own = {
    pollSeconds: 40,
    budget: 60,
    limits: { maximumItems: 100 },
    departures: ['/api/v1/nodes data[].pop'],
  };
  const deployments = [
    { slug: 'slow', baseUrl: slow.url, ...own },
    { slug: 'plain', baseUrl: plain.url },
  ];
  await writeFile(file, JSON.stringify({ deployments, pollSeconds: 2 }));
  for (const double of doubles) double.set('/api/v1/nodes', { edit: field('pop', 'Graz') });
  const { url } = await startWith(['--config', file]);

  await test.step('its list of buckets', async () => {
    await page.goto(`${url}/slow/buckets`);
    const claim = page.getByRole('main').locator('[data-claim]').first();
    await expect(claim).toHaveAttribute('data-claim', 'at-least');
    await expect(claim).toContainText('100');
    expect(slow.log.some(({ query }) => query.includes('region'))).toBe(false);
    await page.goto(`${url}/plain/buckets`);
    await expect(claim).toContainText('600');
  });

  await test.step('its endpoints page', async () => {
    const findings = page.getByRole('table', { name: 'Findings' });
    await page.goto(`${url}/slow/endpoints`);
    await expect(page.getByText('Status is read every 40 s')).toContainText('at most 60 requests a minute');
    await expect(findings.getByRole('row', { name: /data\[\]\.pop/ })).toContainText('known');
    await expect(page.getByRole('row', { name: /api\/v1\/nodes/ }).first()).toContainText('1 known');
    await page.goto(`${url}/plain/endpoints`);
    await expect(page.getByText('Status is read every 2 s')).toContainText('at most 240 requests a minute');
    await expect(findings.getByRole('row', { name: /data\[\]\.pop/ })).not.toContainText('known');
  });

  await test.step('its poll interval', async () => {
    // Those of the page: the host's observer polls at moments of its own.
    const polls = { slow: 0, plain: 0 };
    page.on('request', (request) => {
      if (request.url().endsWith('/deployments/slow/api/v2/status')) polls.slow += 1;
      if (request.url().endsWith('/deployments/plain/api/v2/status')) polls.plain += 1;
    });
    const time = await openInStoppedTime(page, url, () =>
      expect(page.getByRole('main')).toContainText('2 operational'),
    );
    await time.pass(80);
    // At the opening, and at most three times 40 s after the poll before it.
    expect(polls.slow).toBeGreaterThanOrEqual(2);
    expect(polls.slow).toBeLessThanOrEqual(4);
    expect(polls.plain).toBeGreaterThanOrEqual(20);
  });
  await page.close();
  await Promise.all(doubles.map((double) => double.close()));
});
