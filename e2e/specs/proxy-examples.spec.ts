/** Runs every proxy example of the docs behind a real nginx: pages, log-in and log-out. */

import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { parse } from 'jsonc-parser';
import { chromiumLaunch } from '../support/chromium.ts';
import { blocksOf, inPlaceOf, isNginxThere, startNginx, whyNoNginx } from '../support/hosts/fronts.ts';
import { expect, test } from '../support/test.ts';

const password = 'correct horse';
/** Output of `edgewatch password` for `password`. */
const line = 'scrypt:32768:8:3:oGaFq18hHG8DuDLfw4F-1g:1h9phuYkeyW-8MwUc6WamiWCyAr52HUDJnRSEm2qhFU';

/**
 * Host name in the examples. Browsers do not count it as local over http, so they send `Origin` but no
 * `Sec-Fetch-Site`.
 */
const name = 'dash.example.com';

/** Configurations of docs/operate/proxies.md. Each follows an nginx block. */
const configurations = blocksOf('operate/proxies.md', 'jsonc');
const examples = blocksOf('operate/proxies.md', 'nginx').map((block, index) => ({
  block,
  config: configurations[index] ?? '',
}));

test('every nginx example of the docs is run by a test', () => {
  const folder = new URL('../../docs/', import.meta.url);
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((page) =>
    page.endsWith('.md'),
  );
  const withExamples = pages.filter((page) => blocksOf(page, 'nginx').length > 0);
  // ways-in.spec.ts runs the example of plain files, which has no log-in. caches.spec.ts runs the caches in
  // front of a service, shared-cache.spec.ts those in front of the host.
  expect(new Set(withExamples)).toEqual(
    new Set(['operate/caches.md', 'operate/cdn.md', 'operate/plain-files.md', 'operate/proxies.md']),
  );
  expect(blocksOf('operate/plain-files.md', 'nginx')).toHaveLength(1);
  expect(examples).toHaveLength(configurations.length);
});

/** Starts a browser in which the host name of the examples leads to this machine. */
async function withBrowser<R>(work: (browser: Awaited<ReturnType<typeof chromium.launch>>) => Promise<R>) {
  const { args, ...launch } = chromiumLaunch();
  const rules = `--host-resolver-rules=MAP ${name} 127.0.0.1`;
  const browser = await chromium.launch({ ...launch, args: [...args, rules] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

for (const [index, { block, config }] of examples.entries())
  test(`example ${index + 1} of docs/operate/proxies.md: log in, browse and log out over plain http`, async ({
    startWith,
  }) => {
    test.skip(!isNginxThere, whyNoNginx);
    const file = test.info().outputPath('edgewatch.jsonc');
    await writeFile(file, JSON.stringify({ ...parse(config), demo: true, access: { password: line } }));
    const host = await startWith(['--config', file]);
    const { origin } = new URL(host.url);
    const front = await startNginx(inPlaceOf(block, { 'http://127.0.0.1:4600': origin }));
    const base = `${front.origin.replace('127.0.0.1', name)}/ops/ew`;
    try {
      await withBrowser(async (browser) => {
        const page = await browser.newPage();
        await page.goto(`${base}/edge/nodes`);
        await expect(page).toHaveURL(`${base}/login?next=%2Fedge%2Fnodes`);
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page).toHaveURL(`${base}/edge/nodes`);
        await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', /[1-9]/);
        await page.getByRole('link', { name: 'Status', exact: true }).click();
        await expect(page.getByRole('status', { name: 'Overall status' })).toBeVisible();
        await page.getByRole('button', { name: 'Log out' }).click();
        await expect(page).toHaveURL(`${base}/login`);
        await page.goto(`${base}/edge`);
        await expect(page).toHaveURL(/\/login\?next=/);
      });
    } finally {
      await front.close();
    }
  });

test('behind a proxy that replaces Host, a refused log-in names the setting to change', async ({
  startWith,
}) => {
  test.skip(!isNginxThere, whyNoNginx);
  const file = test.info().outputPath('edgewatch.jsonc');
  await writeFile(file, JSON.stringify({ basePath: '/ops/ew', demo: true, access: { password: line } }));
  const host = await startWith(['--config', file]);
  const { origin } = new URL(host.url);
  const replacing = inPlaceOf(examples[0]?.block ?? '', {
    'http://127.0.0.1:4600': origin,
    'proxy_set_header Host $http_host;': '',
  });
  const front = await startNginx(replacing);
  try {
    await withBrowser(async (browser) => {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      const base = `${front.origin.replace('127.0.0.1', name)}/ops/ew`;
      await page.goto(`${base}/login`);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('heading', { name: 'Form refused' })).toBeVisible();
      const main = page.getByRole('main');
      await expect(main).toContainText('proxy_set_header Host $http_host;');
      await expect(main).toContainText(`hostNames with ${name}`);
      await expect(main).toContainText('trustedProxies');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.getByRole('link', { name: 'Back to the log-in page' }).click();
      await expect(page).toHaveURL(`${base}/login`);
    });
  } finally {
    await front.close();
  }
});
