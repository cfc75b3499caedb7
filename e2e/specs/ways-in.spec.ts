/**
 * All ways in which an operator may serve the app: below a path, behind a proxy, and as plain files without a
 * host. A browser opens them behind nginx, or behind a test server if nginx is missing.
 */

import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Page } from '@playwright/test';
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
} from '../support/hosts/fronts.ts';
import { startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const overviewOf = (page: Page) => page.getByRole('list', { name: 'Deployments' });
const built = fileURLToPath(new URL('../../dist/app', import.meta.url));

const addresses = [
  '',
  '/',
  '?order=name',
  '/edge',
  '/edge/',
  '/edge/nodes/?sort=-capacity',
  '/edge/regions/gra1',
  '/edge/regions/gra1/',
  '/wall',
  '/edge/wall/',
];

/** Expects that every file in the HTML document of each address exists, resolved from that address. */
async function expectDocuments(request: APIRequestContext, base: string): Promise<void> {
  const parts = new Set<string>();
  for (const address of addresses) {
    const answer = await request.get(base + address);
    expect(answer.status(), address).toBe(200);
    const named = [...(await answer.text()).matchAll(/ (?:src|href)="([^"#]+)"/g)];
    expect(named.length, address).toBeGreaterThan(2);
    for (const [, path = ''] of named) parts.add(new URL(path, base + address).href);
  }
  for (const part of parts) {
    expect(`${part}/`.startsWith(`${base}/`), part).toBe(true);
    expect((await request.get(part)).status(), part).toBe(200);
  }
}

/**
 * Opens pages of every depth below `base`, and reloads the deepest. Expects that nothing outside `base` is
 * requested.
 */
async function walk(page: Page, base: string): Promise<void> {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(base)) outside.push(request.url());
  });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await page.goto(base);
  await overviewOf(page).getByRole('link', { name: /^edge/i }).click();
  await expect(verdict(page)).toContainText('18 of 18 components');
  await pages.getByRole('link', { name: 'Nodes' }).click();
  await expect(page).toHaveURL(`${base}/edge/nodes`);
  await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', /[1-9]/);
  await page.goto(`${base}/edge/regions/gra1/`);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(heading).toContainText('gra1');
  await page.reload();
  await expect(heading).toContainText('gra1');
  await page.getByRole('link', { name: 'Edgewatch' }).click();
  await expect(overviewOf(page).getByRole('listitem')).toHaveCount(1);
  await page.goto(`${base}/edge/wall/`);
  await expect(page.locator('main[data-scene]')).toBeVisible();
  expect(outside).toEqual([]);
}

for (const [given, proxy] of [
  ['ops/ew', 'a proxy'],
  ['/ops/ew/', 'nginx'],
] as const)
  test(`every address works below --base-path ${given}, behind ${proxy}`, async ({
    page,
    request,
    startWith,
  }) => {
    test.skip(proxy === 'nginx' && !isNginxThere, whyNoNginx);
    const double = await startDouble(allOperational);
    const host = await startWith(['--base-url', `edge=${double.url}`, '--base-path', given]);
    const { origin } = new URL(host.url);
    expect(host.url).toBe(`${origin}/ops/ew`);
    const proxied = inPlaceOf(blockOf('operate/proxies.md', 'nginx'), { 'http://127.0.0.1:4600': origin });
    const front = await (proxy === 'nginx' ? startNginx(proxied) : startProxy(origin));
    try {
      await expectDocuments(request, host.url);
      const base = `${front.origin}/ops/ew`;
      await expectDocuments(request, base);
      for (const address of [
        '/config.json/',
        '/openapi.json',
        '/api/v2/status',
        '/deployments/edge/api/v1/nodes',
      ])
        expect((await request.get(base + address)).status(), address).toBe(200);
      expect((await request.get(`${front.origin}/edge`)).status()).toBe(404);
      if (proxy === 'a proxy' && isNginxThere) return;
      await walk(page, base);
      // The chosen theme applies to every spelling of the address, from the HTML document on.
      await page.goto(`${base}/edge`);
      const html = page.locator('html');
      const chosen = (await html.getAttribute('data-theme')) === 'dark' ? 'light' : 'dark';
      await page.getByRole('button', { name: 'Switch between dark and light' }).click();
      await expect(html).toHaveAttribute('data-theme', chosen);
      await page.goto(base);
      await expect(overviewOf(page)).toBeVisible();
      await expect(html).toHaveAttribute('data-theme', chosen);
    } finally {
      await page.close();
      await front.close();
      await double.close();
    }
  });

test('every address works behind a trusted proxy that strips its prefix, and no other client can set one', async ({
  page,
  request,
}) => {
  const double = await startDouble(allOperational);
  const file = test.info().outputPath('edgewatch.json');
  const deployments = [{ slug: 'edge', baseUrl: double.url }];
  await writeFile(file, JSON.stringify({ deployments, trustedProxies: ['127.0.0.1'] }));
  const host = await startHost(['--config', file]);
  const open = await startHost(['--base-url', `edge=${double.url}`]);
  const front = await startProxy(host.url, '/ops/ew');
  try {
    await expectDocuments(request, `${front.origin}/ops/ew`);
    await walk(page, `${front.origin}/ops/ew`);
    const headers = { 'x-forwarded-prefix': '/ops/ew' };
    expect(await (await request.get(`${host.url}/edge`, { headers })).text()).toContain('src="/ops/ew/assets/');
    expect(await (await request.get(`${open.url}/edge`, { headers })).text()).not.toContain('/ops/ew');
  } finally {
    await page.close();
    await front.close();
    await Promise.all([host.stop(), open.stop()]);
    await double.close();
  }
});

for (const server of ['nginx', 'a file server'] as const)
  test(`as plain files behind ${server}, by the docs, every address works`, async ({
    page,
    request,
  }, testInfo) => {
    test.skip(server === 'nginx' && !isNginxThere, whyNoNginx);
    const double = await startDouble(allOperational);
    const folder = testInfo.outputPath('edgewatch');
    await mkdir(folder, { recursive: true });
    await symlink(built, `${folder}/app`);
    await writeFile(`${folder}/config.json`, blockOf('operate/plain-files.md', 'json'));
    const block = inPlaceOf(blockOf('operate/plain-files.md', 'nginx'), {
      '/srv/edgewatch': folder,
      'https://edge.example.com': double.url,
    });
    let front: Front | null = null;
    try {
      front = await (server === 'nginx' ? startNginx(block) : startFiles(block, folder, double.url));
      const { origin } = front;
      // host.spec.ts checks what this policy allows.
      const { 'content-security-policy': policyOfHost } = (await request.get('/favicon.svg')).headers();
      for (const address of ['/ops/ew', '/ops/ew/edge/nodes/', '/ops/ew/config.json']) {
        const { 'content-security-policy': policy } = (await request.get(origin + address)).headers();
        expect(policy, address).toBe(policyOfHost);
      }
      expect((await request.get(`${origin}/ops/ew/assets/none.js`)).status()).toBe(404);
      await expectDocuments(request, `${origin}/ops/ew`);
      if (server === 'nginx' || !isNginxThere) await walk(page, `${origin}/ops/ew`);
    } finally {
      await page.close();
      await front?.close();
      await double.close();
    }
  });
