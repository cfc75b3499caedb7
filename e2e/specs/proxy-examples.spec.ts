/** Runs every proxy example of the docs with the real program: pages, log-in and log-out, wall links. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'jsonc-parser';
import { startDouble } from '../servers/double.ts';
import { chromiumThatResolves } from '../support/chromium.ts';
import { isOpensslThere, makeAuthority, whyNoOpenssl } from '../support/hosts/certificates.ts';
import { blocksOf, inPlaceOf, isNginxThere, startNginx, whyNoNginx } from '../support/hosts/fronts.ts';
import { runProgram } from '../support/hosts/host.ts';
import { isInstalled } from '../support/hosts/installed-programs.ts';
import { exampleName, type PathWay, proxies, send, startExample } from '../support/hosts/proxies.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const password = 'correct horse';
/** Output of `edgewatch password` for `password`. */
const line = 'scrypt:32768:8:3:oGaFq18hHG8DuDLfw4F-1g:1h9phuYkeyW-8MwUc6WamiWCyAr52HUDJnRSEm2qhFU';

// Browsers do not count this name as local over http, so they send `Origin` but no `Sec-Fetch-Site`.
test.use({ launchOptions: chromiumThatResolves(exampleName), ignoreHTTPSErrors: true });

const [keeping = '', removing = ''] = blocksOf('operate/proxies.md', 'jsonc');

test('every example of the docs for a proxy is run by a test', () => {
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
  // authenticating-proxies.spec.ts runs the fourth example for nginx.
  for (const { language } of proxies)
    expect(blocksOf('operate/proxies.md', language), language).toHaveLength(language === 'nginx' ? 4 : 3);
});

const spellings = [
  '',
  '/',
  '?order=name',
  '/edge/',
  '/edge/nodes/?sort=-capacity',
  '/edge/wall/',
  '/config.json/',
  '/openapi.json',
  '/api/v2/status',
  '/deployments/edge/api/v1/nodes',
];

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs in at a deep address, reloads it, opens every spelling, logs out, and opens a wall by its link. */
async function visit(page: Page, base: string, wallLink: string): Promise<void> {
  const surprises: string[] = [];
  page.on('websocket', (socket) => surprises.push(socket.url()));
  page.on('request', (request) => {
    if (!request.url().startsWith(base)) surprises.push(request.url());
  });
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await test.step('log in at a deep address, and reload it', async () => {
    await page.goto(`${base}/edge/regions/gra1`);
    await expect(page).toHaveURL(`${base}/login?next=%2Fedge%2Fregions%2Fgra1`);
    await logIn(page);
    await expect(page).toHaveURL(`${base}/edge/regions/gra1`);
    await expect(heading).toContainText('gra1');
    await page.reload();
    await expect(heading).toContainText('gra1');
    const session = { name: 'edgewatch-session', path: '/ops/ew', secure: base.startsWith('https:') };
    expect(await page.context().cookies()).toContainEqual(expect.objectContaining(session));
  });
  await test.step('every spelling of an address leads somewhere', async () => {
    const addresses = spellings.map((spelling) => base + spelling);
    const statuses = await page.evaluate(
      (urls) => Promise.all(urls.map(async (url) => `${(await fetch(url)).status} ${url}`)),
      addresses,
    );
    expect(statuses).toEqual(addresses.map((address) => `200 ${address}`));
  });
  await test.step('log out', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(`${base}/login`);
    await page.goto(`${base}/edge`);
    await expect(page).toHaveURL(`${base}/login?next=%2Fedge`);
  });
  await test.step('open a wall by its link', async () => {
    await page.goto(base + wallLink.replace('/wall', '/edge/wall'));
    await expect(page).toHaveURL(`${base}/edge/wall`);
    await expect(page.getByRole('main')).toHaveAttribute('data-scene', 'status');
  });
  expect(surprises).toEqual([]);
}

/** Makes the files of the examples for TLS. */
function makeCertificate(folder: string) {
  mkdirSync(folder);
  const authority = makeAuthority(folder);
  const identity = authority.sign(`DNS:${exampleName}`);
  const { cert, key } = identity;
  const files = Object.entries({ 'dash.pem': cert, 'dash.key': key, 'dash-with-key.pem': cert + key });
  for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text);
  return {
    ca: readFileSync(authority.file, 'utf8'),
    identity,
    files: Object.fromEntries(files.map(([name]) => [`/etc/ssl/${name}`, `${folder}/${name}`])),
  };
}

const ways: readonly PathWay[] = ['keeps', 'removes'];

for (const proxy of proxies)
  for (const way of ways) {
    const isSecure = proxy.secure === way;
    const scheme = isSecure ? 'https' : 'http';
    test(`${proxy.name} ${way} the path, over ${scheme}: log in, reload, log out, open a wall`, async ({
      page,
      startWith,
    }) => {
      const { command } = proxy;
      test.skip(command !== null && !isInstalled(command), `skipped: ${command} is not installed`);
      test.skip(isSecure && !isOpensslThere, whyNoOpenssl);
      const [file, data] = [test.info().outputPath('edgewatch.json'), test.info().outputPath('data')];
      const double = await startDouble(allOperational);
      const settings = {
        ...parse(way === 'keeps' ? keeping : removing),
        // The name is not needed if the proxy replaces it.
        ...(way === 'removes' && proxy.replacesHost && { hostNames: [] }),
        deployments: [{ slug: 'edge', baseUrl: double.url }],
        access: { password: line },
      };
      writeFileSync(file, JSON.stringify(settings));
      const host = await startWith(['--config', file, '--data', data]);
      const certificate = isSecure ? makeCertificate(test.info().outputPath('tls')) : null;
      const front = await startExample(proxy, way, host.url, certificate);
      const { port } = new URL(front.origin);
      try {
        // The path arrives as it was sent, and the address of the client, whatever the client says.
        const path = '/edge/nodes/a%2Fb%25c';
        const { status, location } = await send(`${scheme}://127.0.0.1:${port}`, `/ops/ew${path}`, {
          from: '127.0.0.2',
          headers: { 'x-forwarded-for': '192.0.2.7' },
          ...(certificate && { ca: certificate.ca }),
        });
        expect([status, location]).toEqual([303, `/ops/ew/login?next=${encodeURIComponent(path)}`]);
        await expect.poll(host.written).toContain('"address":"127.0.0.2"');
        const { stdout: wallLink } = await runProgram(['wall-links', 'add', 'lobby', '--data', data]);
        await visit(page, `${scheme}://${exampleName}:${port}/ops/ew`, wallLink.trim());
      } finally {
        await page.close();
        await front.close();
        await double.close();
      }
    });
  }

test('behind a proxy that replaces Host, a refused log-in names the setting to change', async ({
  page,
  startWith,
}) => {
  test.skip(!isNginxThere, whyNoNginx);
  const file = test.info().outputPath('edgewatch.jsonc');
  writeFileSync(file, JSON.stringify({ basePath: '/ops/ew', demo: true, access: { password: line } }));
  const host = await startWith(['--config', file]);
  const { origin } = new URL(host.url);
  const [example = ''] = blocksOf('operate/proxies.md', 'nginx');
  const replacing = inPlaceOf(example, {
    'http://127.0.0.1:4600': origin,
    'proxy_set_header Host $http_host;': '',
  });
  const front = await startNginx(replacing);
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    const base = `${front.origin.replace('127.0.0.1', exampleName)}/ops/ew`;
    await page.goto(`${base}/login`);
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'Form refused' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('proxy_set_header Host $http_host;');
    await expect(main).toContainText(`hostNames with ${exampleName}`);
    await expect(main).toContainText('trustedProxies');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('link', { name: 'Back to the log-in page' }).click();
    await expect(page).toHaveURL(`${base}/login`);
  } finally {
    await page.close();
    await front.close();
  }
});

test('nginx in front of three hosts goes on if one of them is killed', async ({ startWith }) => {
  test.skip(!isNginxThere, whyNoNginx);
  const double = await startDouble(allOperational);
  const hosts = [];
  for (const name of ['edgewatch-1', 'edgewatch-2', 'edgewatch-3']) {
    // oxlint-disable-next-line no-await-in-loop -- hosts have a data folder each
    const host = await startWith(['--base-url', `edge=${double.url}`, '--data', test.info().outputPath(name)]);
    hosts.push({ name, host });
  }
  const example = readFileSync(new URL('../../deploy/compose/three-hosts.nginx.conf', import.meta.url), 'utf8');
  const addresses = hosts.map(({ name, host }) => [`${name}:4600 resolve`, new URL(host.url).host]);
  // The names of Docker do not exist here.
  const resolver = { 'resolver 127.0.0.11 valid=5s;': '' };
  const front = await startNginx(inPlaceOf(example, { ...resolver, ...Object.fromEntries(addresses) }));
  const statuses = async () => {
    const asked = Array.from({ length: 12 }, () => fetch(`${front.origin}/deployments/edge/api/v2/status`));
    return new Set((await Promise.all(asked)).map(({ status }) => status));
  };
  expect(await statuses()).toEqual(new Set([200]));
  hosts[0]?.host.signal('SIGKILL');
  expect(await statuses()).toEqual(new Set([200]));
  await front.close();
  await double.close();
});
