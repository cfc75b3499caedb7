/**
 * A real cache has stored an HTTP error, and repeats it while the service is healthy
 * (docs/operate/caches.md).
 */

import { writeFile } from 'node:fs/promises';
import { errorKeepingNginx } from '../caches/configurations.ts';
import { startDouble } from '../servers/double.ts';
import { startHost } from '../support/hosts/host.ts';
import { isInstalled } from '../support/hosts/installed-programs.ts';
import { expect, test } from '../support/test.ts';

const nodesPath = '/api/v2/nodes';

test('an error that nginx repeats from its cache is reported as a possible stored copy', async ({
  page,
}, info) => {
  test.skip(!isInstalled(errorKeepingNginx.command), `${errorKeepingNginx.command} is not installed`);
  const origin = await startDouble({ offered: ['/api/v2/status', nodesPath], status: 'operational' });
  const cache = await errorKeepingNginx.start(Number(new URL(origin.url).port));
  origin.set(nodesPath, { status: 503, body: '{}', headers: { 'cache-control': 'public, max-age=300' } });
  const file = info.outputPath('edgewatch.json');
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: cache.url }];
  await writeFile(file, JSON.stringify({ pollSeconds: 2, deployments }));
  const host = await startHost(['--config', file]);
  try {
    await page.goto(`${host.url}/edge/nodes`);
    await expect(page.getByText('HTTP 503').first()).toBeVisible();
    origin.clear();
    const note = /HTTP 503, the same since \d\d:\d\d:\d\d: it may be a stored copy/;
    await expect(page.getByText(note).first()).toBeVisible();
    expect(origin.log.filter(({ path }) => path === nodesPath)).toHaveLength(1);
    await page.goto(`${host.url}/edge/endpoints`);
    await expect(page.getByRole('row', { name: /v2\/nodes/ }).first()).toContainText(note);
  } finally {
    await host.stop();
    await cache.stop();
    await origin.close();
  }
});
