/** The addresses an operator gives Edgewatch: below a path, behind a proxy, and as plain files without its host. */

import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { startDouble } from '../servers/double.ts';
import {
  blockOf,
  type Front,
  inPlaceOf,
  isNginxThere,
  startFiles,
  startNginx,
  startProxy,
  whyNoNginx,
} from '../support/fronts.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const overviewOf = (page: Page) => page.getByRole('list', { name: 'Deployments' });
const built = fileURLToPath(new URL('../../dist/app', import.meta.url));

/** Opens every kind of address below `/ops/ew`, loads it anew, and watches that nothing above it is asked. */
async function expectEveryAddress(page: Page, origin: string): Promise<void> {
  const base = `${origin}/ops/ew`;
  const outside: string[] = [];
  page.on('request', (asked) => {
    if (!new URL(asked.url()).pathname.startsWith('/ops/ew')) outside.push(asked.url());
  });
  const table = page.getByRole('table', { name: 'nodes' });
  const overview = overviewOf(page);
  for (const [address, shown] of [
    ['', overview],
    ['/', overview],
    ['?order=name', overview],
    ['/edge', verdict(page)],
    ['/edge/', verdict(page)],
    ['/edge/nodes', table],
    ['/edge/nodes/?sort=-capacity', table],
    ['/edge/regions/gra1', page.getByRole('heading', { level: 1 })],
    ['/edge/regions/gra1/', page.getByRole('heading', { level: 1 })],
    ['/wall', page.locator('main[data-scene]')],
    ['/edge/wall/', page.locator('main[data-scene]')],
  ] as const)
    await test.step(address === '' ? 'no slash at all' : address, async () => {
      await page.goto(base + address);
      await expect(shown.first()).toBeVisible();
      await page.reload();
      await expect(shown.first()).toBeVisible();
      await expect(page.locator('html')).not.toContainText('There is nothing at this address');
    });
  await page.goto(`${base}/edge/nodes/`);
  await expect(table).toHaveAttribute('aria-rowcount', /[1-9]/);
  await page.getByRole('link', { name: 'Edgewatch' }).click();
  await expect(overview.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(overview.getByRole('listitem')).toHaveCount(1);
  expect(outside).toEqual([]);
}

for (const [given, proxy] of [
  ['/ops/ew', null],
  ['ops/ew', 'a proxy'],
  ['/ops/ew/', 'nginx'],
] as const)
  test(`every address works below --base-path ${given}${proxy === null ? '' : `, behind ${proxy}`}`, async ({
    page,
    request,
    startWith,
  }) => {
    test.skip(proxy === 'nginx' && !isNginxThere, whyNoNginx);
    const double = await startDouble(allOperational);
    const host = await startWith(['--base-url', `edge=${double.url}`, '--base-path', given]);
    const { origin } = new URL(host.url);
    expect(host.url).toBe(`${origin}/ops/ew`);
    const proxied = inPlaceOf(blockOf('host.md', 'nginx'), { 'http://127.0.0.1:4600': origin });
    const front =
      proxy === null
        ? { origin, close: async () => undefined }
        : await (proxy === 'nginx' ? startNginx(proxied) : startProxy(origin));
    try {
      await expectEveryAddress(page, front.origin);
      for (const address of [
        '/config.json',
        '/config.json/',
        '/api/v2/status',
        '/deployments/edge/api/v1/nodes',
      ])
        expect((await request.get(`${front.origin}/ops/ew${address}`)).status(), address).toBe(200);
      // The reader's choice of a theme holds at every spelling, from the document on.
      await page.goto(`${front.origin}/ops/ew/edge`);
      const html = page.locator('html');
      const before = (await html.getAttribute('data-theme')) ?? 'light';
      await page.getByRole('button', { name: 'Switch between dark and light' }).click();
      await expect(html).not.toHaveAttribute('data-theme', before);
      await page.goto(`${front.origin}/ops/ew`);
      await expect(overviewOf(page)).toBeVisible();
      await expect(html).not.toHaveAttribute('data-theme', before);
    } finally {
      await page.close();
      await front.close();
      await double.close();
    }
  });

for (const server of ['nginx', 'a file server'] as const)
  test(`as plain files behind ${server}, by the lines of the docs, every address works`, async ({
    page,
    request,
  }, testInfo) => {
    test.skip(server === 'nginx' && !isNginxThere, whyNoNginx);
    const double = await startDouble(allOperational);
    const folder = testInfo.outputPath('edgewatch');
    await mkdir(folder, { recursive: true });
    await symlink(built, `${folder}/app`);
    await writeFile(`${folder}/config.json`, blockOf('plain-files.md', 'json'));
    const block = inPlaceOf(blockOf('plain-files.md', 'nginx'), {
      '/srv/edgewatch': folder,
      'https://edge.example.com': double.url,
    });
    let front: Front | null = null;
    try {
      front = await (server === 'nginx' ? startNginx(block) : startFiles(block, folder, double.url));
      const { origin } = front;
      for (const address of ['/ops/ew', '/ops/ew/edge/nodes/', '/ops/ew/config.json']) {
        const { 'content-security-policy': policy } = (await request.get(origin + address)).headers();
        expect(policy, address).toMatch(/^default-src 'none'/);
        expect(policy, address).not.toMatch(/unsafe|https?:/);
      }
      expect((await request.get(`${origin}/ops/ew/assets/none.js`)).status()).toBe(404);
      await expectEveryAddress(page, origin);
    } finally {
      await page.close();
      await front?.close();
      await double.close();
    }
  });
