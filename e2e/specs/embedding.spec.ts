/** Pages of other origins that show a wall in a frame, or a badge (`frameAncestors`, docs/use/embedding.md). */

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { startDouble } from '../servers/double.ts';
import { startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

/** A site with a page that shows a badge and a frame of the host. */
async function startSite() {
  const site = { html: '', url: '', close: () => server.close() };
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(site.html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  site.url = `http://127.0.0.1:${address.port}`;
  return site;
}

test('a configured origin shows walls and badges, another one does not', async ({ browser }) => {
  // The pages of other sites are not ours: their requests to the host and what it refuses are no faults.
  const page = await browser.newPage();
  const [double, wiki, other, watcher] = [
    await startDouble(allOperational),
    await startSite(),
    await startSite(),
    await startSite(),
  ];
  const file = test.info().outputPath('edgewatch.json');
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: double.url, observe: 'all' }];
  const heartbeat = [{ url: watcher.url, seconds: 10 }];
  await writeFile(file, JSON.stringify({ pollSeconds: 2, deployments, frameAncestors: [wiki.url], heartbeat }));
  const host = await startHost(['--config', file]);
  const badge = `${host.url}/deployments/edge/badge.svg`;
  const frame = (path: string) =>
    `<iframe title="Wall" width="1200" height="700" src="${host.url}${path}"></iframe>`;
  const picture = page.getByRole('img', { name: 'Edge' });
  const isShown = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  const framed = page.frameLocator('iframe');
  /** Address of a frame that the browser refused to load. */
  const refused = 'chrome-error://chromewebdata/';
  try {
    await expect.poll(async () => (await fetch(badge)).text()).toContain('operational, &lt; 1');
    await test.step('the configured origin', async () => {
      wiki.html = `<img alt="Edge" src="${badge}">${frame('/edge/wall')}`;
      await page.goto(wiki.url);
      await expect.poll(isShown).toBe(true);
      await expect(framed.getByRole('status', { name: 'Overall status' })).toBeVisible();
    });
    await test.step('another origin', async () => {
      other.html = `<img alt="Edge" src="${badge}">${frame('/edge/wall')}`;
      await page.goto(other.url);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
      expect(await isShown()).toBe(false);
      await expect.poll(() => page.frames()[1]?.url()).toBe(refused);
    });
    await test.step('a page that is no wall', async () => {
      wiki.html = frame('/edge');
      await page.goto(wiki.url);
      await expect.poll(() => page.frames()[1]?.url()).toBe(refused);
    });
    await test.step('a feed reader finds the feed by the address of the page', async () => {
      await page.goto(`${host.url}/edge`);
      const link = page.locator('link[rel="alternate"][type="application/atom+xml"]');
      const address = await link.evaluate((element: HTMLLinkElement) => element.href);
      const response = await fetch(address);
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('<title>Edge: state changes'),
      ]);
    });
    await test.step('the heartbeat is accepted', async () => {
      const up = async () =>
        (await (await fetch(`${host.url}/metrics`)).text()).match(/^edgewatch_heartbeat_up.*$/m)?.[0];
      expect(await up()).toBe('edgewatch_heartbeat_up{heartbeat="1"} 1');
    });
  } finally {
    await page.close();
    await host.stop();
    await double.close();
    for (const site of [wiki, other, watcher]) site.close();
  }
});
