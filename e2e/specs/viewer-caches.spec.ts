/**
 * Viewers behind real caches: the caches store no private response, and no viewer gets the data of another
 * (docs/operate/caches.md).
 */

import { writeFile } from 'node:fs/promises';
import type { RunningCache } from '../caches/programs.ts';
import { type CountingProxy, receive, startCountingProxy } from '../caches/requests.ts';
import { unmarkedNginx, viewerCaches } from '../caches/viewer-programs.ts';
import { type Double, startDouble } from '../servers/double.ts';
import { isInstalled } from '../support/hosts/installed-programs.ts';
import { expect, test } from '../support/test.ts';

const installed = viewerCaches.filter(({ command }) => isInstalled(command));
const missing = [...new Set(viewerCaches.map(({ command }) => command))].filter(
  (command) => !isInstalled(command),
);

const password = 'correct horse';
/** Output of `edgewatch password` for `password`. */
const line = 'scrypt:32768:8:3:oGaFq18hHG8DuDLfw4F-1g:1h9phuYkeyW-8MwUc6WamiWCyAr52HUDJnRSEm2qhFU';

const api = '/deployments/vault/api';
const nodesPath = '/api/v2/nodes';
const lifetimeSeconds = 2;

function startService(): Promise<Double> {
  return startDouble({
    status: 'operational',
    sizes: { nodes: 60 },
    mixed: false,
    offered: ['/api/v2/status', nodesPath],
  });
}

interface Behind {
  readonly name: string;
  readonly url: string;
  readonly proxy: CountingProxy;
}

/**
 * Runs checks behind each cache in front of a host, and stops everything afterwards.
 *
 * @returns the faults that the checks found, one sentence each.
 */
async function faultsBehind(
  hostUrl: string,
  check: (behind: Behind) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (const command of missing) process.stdout.write(`skipped: ${command} is not installed\n`);
  const faults: string[] = [];
  // One cache after the other: on a small machine the host is slow, and these programs give up on a slow
  // host.
  for (const { name, start } of installed) {
    const proxy = await startCountingProxy(hostUrl);
    let cache: RunningCache | null = null;
    try {
      cache = await start(proxy.port);
      for (const fault of await check({ name, url: cache.url, proxy })) faults.push(`${name}: ${fault}`);
    } finally {
      await cache?.stop();
      proxy.close();
    }
  }
  return faults;
}

const accepted = ['', 'gzip', 'gzip', 'br', 'br', 'gzip, br', ''];

test('a cache in front of an open host stores only lists, history and files, each encoding for those who accept it', async ({
  startWith,
}, info) => {
  test.skip(installed.length === 0, 'none of the caches is installed');
  const service = await startService();
  service.set(nodesPath, { headers: { 'cache-control': 'public, max-age=60', etag: '"nodes"' } });
  const file = info.outputPath('edgewatch.json');
  await writeFile(
    file,
    JSON.stringify({ deployments: [{ slug: 'vault', name: 'Vault', baseUrl: service.url }] }),
  );
  const host = await startWith(['--config', file]);
  const script = /"(\/assets\/index-[^"]+\.js)"/.exec((await receive(`${host.url}/vault`)).text)?.[1] ?? '';
  const mayBeStored = [script, `${api}/v2/nodes`, '/history'];
  const mustReachTheHost = [
    '/',
    '/vault/nodes',
    '/wall',
    '/config.json',
    '/openapi.json',
    '/metrics',
    '/readyz',
    '/favicon.svg',
    `${api}/v2/status`,
    `${api}/v1/nodes`,
    `${api}/v2/nodes?limit=x`,
    '/assets/none.js',
    '/history/none/sight',
  ];
  try {
    const faults = await faultsBehind(host.url, async ({ url, proxy }) => {
      const wrong: string[] = [];
      for (const path of mustReachTheHost) {
        const before = proxy.count();
        const statuses = [await receive(url + path), await receive(url + path)].map(({ status }) => status);
        if (proxy.count() - before < 2) wrong.push(`${path} (${statuses.join()}) was stored`);
      }
      for (const path of mayBeStored) {
        const { text } = await receive(host.url + path);
        for (const encoding of accepted) {
          const {
            status,
            headers,
            text: got,
          } = await receive(url + path, {
            headers: encoding === '' ? {} : { 'accept-encoding': encoding },
          });
          const sent = headers['content-encoding'];
          if (status !== 200) wrong.push(`${path} answers ${status}`);
          if (sent !== undefined && !encoding.split(', ').includes(sent))
            wrong.push(`${path} is ${sent} for "${encoding}"`);
          if (path !== '/history' && got !== text) wrong.push(`${path} differs for "${encoding}"`);
        }
      }
      // The `ETag` of one encoding must not confirm another encoding, whether the cache or the host responds.
      const tagged = await receive(url + script, { headers: { 'accept-encoding': 'gzip' } });
      const tag = tagged.headers.etag ?? '';
      const again = await receive(url + script, {
        headers: { 'accept-encoding': 'gzip', 'if-none-match': tag },
      });
      if (tagged.headers['content-encoding'] === 'gzip' && again.status !== 304)
        wrong.push(`the tag ${tag} is answered by ${again.status}`);
      if (again.headers['cache-control'] !== tagged.headers['cache-control'])
        wrong.push(`the 304 has ${again.headers['cache-control']}`);
      return wrong;
    });
    expect(faults).toEqual([]);
  } finally {
    await service.close();
  }
});

test('a cache in front of a host with access never gives one viewer the data of another', async ({
  startWith,
}, info) => {
  test.skip(installed.length === 0, 'none of the caches is installed');
  const service = await startService();
  service.set(nodesPath, { headers: { 'cache-control': 'public, max-age=60', etag: '"nodes"' } });
  const file = info.outputPath('edgewatch.json');
  await writeFile(
    file,
    JSON.stringify({
      access: {
        password: line,
        proxy: { trusted: ['127.0.0.1'], userHeader: 'X-User', groupHeader: 'X-Groups' },
      },
      deployments: [
        { slug: 'lobby', name: 'Lobby', baseUrl: service.url },
        { slug: 'vault', name: 'Vault', baseUrl: service.url, visibleTo: ['keepers'] },
      ],
    }),
  );
  const host = await startWith(['--config', file]);
  const keeper = { 'x-user': 'a', 'x-groups': 'keepers' };
  const guest = { 'x-user': 'b', 'x-groups': 'guests' };
  const paths = [
    '/',
    '/vault',
    '/config.json',
    '/openapi.json',
    `${api}/v2/nodes`,
    `${api}/v2/status`,
    '/history',
  ];
  try {
    const faults = await faultsBehind(host.url, async ({ url, proxy }) => {
      const wrong: string[] = [];
      const statusesOf = async (headers: Readonly<Record<string, string>>) => {
        const all: number[] = [];
        for (const path of paths) {
          const { status, text } = await receive(url + path, { headers });
          all.push(status);
          if (headers !== keeper && /"?vault"?[",]/i.test(text) && status === 200)
            wrong.push(`${path} shows the vault to ${headers['x-user'] ?? 'an unauthenticated viewer'}`);
        }
        return all.join();
      };
      const expected = [
        [keeper, '200,200,200,200,200,200,200'],
        [guest, '200,200,200,200,404,404,200'],
        [{}, '303,303,401,401,401,401,401'],
        [keeper, '200,200,200,200,200,200,200'],
      ] as const;
      for (const [headers, statuses] of expected) {
        const got = await statusesOf(headers);
        if (got !== statuses) wrong.push(`${JSON.stringify(headers)} gets ${got}`);
      }
      // Neither the cookie of a log-in nor its page may reach the next viewer.
      const form = {
        method: 'POST',
        body: new URLSearchParams({ password, next: '/lobby' }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          // Ten attempts per address are allowed, so each cache has an address of its own.
          'x-forwarded-for': `192.0.2.${proxy.port % 250}`,
        },
      };
      const loggedIn = await receive(`${url}/login`, form);
      const cookie = loggedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      if (loggedIn.status !== 303 || cookie === '') wrong.push(`the log-in is answered by ${loggedIn.status}`);
      for (const path of [
        '/login',
        '/lobby',
        '/deployments/lobby/api/v2/nodes',
        '/config.json',
        '/wall?key=none',
      ]) {
        await receive(url + path, { headers: { cookie } });
        const { status, headers } = await receive(url + path);
        const isRefused = path === '/login' ? status === 200 : status === 303 || status === 401;
        if (!isRefused) wrong.push(`${path} answers ${status} after a log-in of another`);
        if (headers['set-cookie']) wrong.push(`${path} sets a cookie`);
      }
      return wrong;
    });
    expect(faults).toEqual([]);
  } finally {
    await service.close();
  }
});

test('a page behind a cache that repeats copies forever loses its green when the host dies', async ({
  browser,
  startWith,
}, info) => {
  test.skip(!isInstalled(unmarkedNginx.command), 'skipped: nginx is not installed');
  const service = await startService();
  service.set(nodesPath, {
    headers: { 'cache-control': `public, max-age=${lifetimeSeconds}`, etag: '"nodes"' },
  });
  const file = info.outputPath('edgewatch.json');
  await writeFile(
    file,
    JSON.stringify({ pollSeconds: 2, deployments: [{ slug: 'vault', name: 'Vault', baseUrl: service.url }] }),
  );
  const host = await startWith(['--config', file]);
  const cache = await unmarkedNginx.start(Number(new URL(host.url).port));
  // A page outside the shared fixtures, because the browser reports each script that it cannot load.
  const page = await browser.newPage();
  try {
    let address = '';
    page.on('response', (response) => {
      if (response.url().includes(`${api}/v2/nodes`) && response.ok()) address = response.url();
    });
    await page.goto(`${cache.url}/vault/nodes`);
    const table = page.getByRole('table', { name: 'nodes' });
    await expect(table).toHaveAttribute('aria-rowcount', '60');
    const panel = page.locator('[data-freshness]').filter({ has: table });
    await expect(panel).toHaveAttribute('data-freshness', 'fresh');
    await host.stop();
    const stoppedAt = Date.now();
    await expect(panel).toHaveAttribute('data-freshness', /late|lost/, { timeout: 60_000 });
    // Data stays fresh for L + 10 s after the last copy was made. 4 s more are for the rounding of a header
    // and a slow machine.
    expect(Date.now() - stoppedAt).toBeLessThan(1000 * (lifetimeSeconds + 10 + 4));
    // Meanwhile the cache repeats its copy with 200, the lifetime of a new response and no `Age`.
    const copy = await page.evaluate(async (url) => {
      const { status, headers } = await fetch(url, { cache: 'no-store' });
      return [status, headers.get('cache-control'), headers.get('age')];
    }, address);
    expect(copy).toEqual([200, `public, max-age=${lifetimeSeconds}`, null]);
  } finally {
    await page.close();
    await cache.stop();
    await service.close();
  }
});
