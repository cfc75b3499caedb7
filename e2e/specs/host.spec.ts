import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startDouble } from '../servers/double.ts';
import { runProgram, startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });

test.describe('before the verdict', () => {
  /** Addresses that were requested before an element existed, whether the host or the app rendered it. */
  async function requestedBefore(page: Page, selector: string): Promise<readonly string[]> {
    await page.addInitScript((awaited) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector(awaited)) return;
        observer.disconnect();
        performance.mark('there');
      }).observe(document, { childList: true, subtree: true });
    }, selector);
    await page.goto('/everything');
    await expect(
      page.locator('#root').getByRole('group', { name: 'Key figures' }).locator('[data-claim]'),
    ).toHaveCount(7);
    return page.evaluate(() => {
      const [there] = performance.getEntriesByName('there');
      const requested = performance.getEntriesByType('resource');
      return requested.filter(({ startTime }) => there && startTime <= there.startTime).map(({ name }) => name);
    });
  }

  test('at most 4 requests are made', async ({ page }) => {
    const requested = await requestedBefore(page, '[role=status] h1');
    expect(requested).not.toEqual([]);
    // The first request is the one for the HTML document.
    expect(1 + requested.length, requested.join(' ')).toBeLessThanOrEqual(4);
  });

  for (const [until, selector, most] of [
    ['it stands in the document', '[role=status] h1', 5_800],
    ['the app itself vouches for it', ':root:not(:has(.host-drawn)) [role=status] h1', 178_500],
  ] as const)
    test(`at most ${most} bytes of compressed scripts are requested until ${until}`, async ({
      page,
      request,
    }) => {
      const requested = await requestedBefore(page, selector);
      const scripts = requested.filter((address) => new URL(address).pathname.endsWith('.js'));
      expect(scripts).not.toEqual([]);
      const sizes = await Promise.all(
        scripts.map(async (address) => gzipSync(await (await request.get(address)).body()).byteLength),
      );
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most);
    });

  test('it is in the document without any script', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    // The host waits 100 ms for the service. On a busy machine the first document may come without a verdict.
    await expect(async () => {
      await page.goto(`${baseURL}/everything`);
      await expect(verdict(page)).toContainText(/\d+ of 18 components/, { timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem')).toHaveCount(18);
    await page.close();
  });
});

test('a list page requests each list once, before the app has loaded', async ({ page }) => {
  await page.goto('/everything/buckets');
  await expect(page.getByRole('table', { name: 'buckets' })).toHaveAttribute('aria-rowcount', /[1-9]/);
  const requested = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .toSorted((one, other) => one.startTime - other.startTime)
      .map(({ name }) => name),
  );
  // If the list is longer than one response, a request with another limit follows.
  const bucketRequests = requested.filter((address) => /\/api\/v2\/buckets(?:\?limit=\d+)?$/.test(address));
  expect(bucketRequests).not.toEqual([]);
  expect(new Set(bucketRequests).size, bucketRequests.join(' ')).toBe(bucketRequests.length);
  const first = (pattern: RegExp) => requested.findIndex((path) => pattern.test(path));
  expect(requested.indexOf(bucketRequests[0] ?? '')).toBeLessThan(first(/\/main-[^/]+\.js$/));
  // The document contains the app's styles, so no style sheet is requested.
  expect(first(/\/index-[^/]+\.css$/)).toBe(-1);
});

test('every response carries a content policy, and pages allow only what they need', async ({ request }) => {
  for (const address of [
    '/',
    '/everything',
    '/favicon.svg',
    '/api/v2/status',
    '/config.json',
    '/assets/none.js',
  ]) {
    const { 'content-security-policy': policy } = (await request.get(address)).headers();
    expect(policy, address).toMatch(/^default-src 'none'/);
    expect(policy, address).toContain("frame-ancestors 'none'");
    expect(policy, address).not.toContain('unsafe');
  }
});

test('hashed files are cached for good, a missing one is 404, a page is never cached', async ({ request }) => {
  const document = await request.get('/everything/nodes');
  expect(document.headers()['content-type']).toContain('text/html');
  expect(document.headers()['cache-control']).toBe('no-store');
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await document.text()) ?? [];
  const answer = await request.get(script);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['cache-control']).toContain('immutable');
  expect(['br', 'gzip']).toContain(answer.headers()['content-encoding']);
  for (const missing of ['/assets/index-00000000.js', '/assets/', '/.env', '/files.json', '/favicon.ico']) {
    const { status, type } = await request
      .get(missing)
      .then((each) => ({ status: each.status(), type: each.headers()['content-type'] }));
    expect(status, missing).toBe(404);
    expect(type, missing).not.toContain('text/html');
  }
});

test('the host prints its URL before an upstream, and ends when stopped', async ({ deploy, request }) => {
  const { host, double } = await deploy();
  expect(host.url).not.toBe(double.url);
  expect((await request.get(`${host.url}/readyz`)).status()).toBe(200);
  expect(await host.stop()).toBe(0);
});

test('SIGHUP and a changed file reload the configuration, and a bad one is refused', async ({ request }) => {
  const double = await startDouble(allOperational);
  const file = test.info().outputPath('edgewatch.jsonc');
  const write = (...slugs: readonly string[]) =>
    writeFile(file, JSON.stringify({ deployments: slugs.map((slug) => ({ slug, baseUrl: double.url })) }));
  await write('one');
  const host = await startHost(['--config', file]);
  const slugs = async () => {
    const { deployments } = await (await request.get(`${host.url}/config.json`)).json();
    return deployments.map(({ slug }: { readonly slug: string }) => slug);
  };
  const ready = async () => (await request.get(`${host.url}/readyz`)).json();
  try {
    await write('one', 'two');
    host.signal('SIGHUP');
    await expect.poll(slugs).toEqual(['one', 'two']);
    await writeFile(file, '{ "port": "x" }');
    await expect.poll(ready, { timeout: 10_000 }).toMatchObject({
      configuration: { refused: expect.stringContaining('edgewatch.jsonc:1:11') },
      deployments: { n: 2 },
    });
    // The host writes its log after the response, so wait for the line.
    await expect.poll(() => host.written()).toContain('edgewatch.jsonc:1:11: port: a number is expected');
    expect(await slugs()).toEqual(['one', 'two']);
    await write('three');
    await expect.poll(slugs, { timeout: 10_000 }).toEqual(['three']);
    expect(await ready()).not.toHaveProperty('configuration.refused');
  } finally {
    expect(await host.stop()).toBe(0);
    await double.close();
  }
});

test('H23: each request is one JSON line on standard output, without its query', async ({
  deploy,
  request,
}) => {
  const { host } = await deploy();
  await request.get(`${host.url}/api/v1/nodes?limit=7`);
  await request.get(`${host.url}/.nowhere?token=canary`);
  const lines = () =>
    host
      .written()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): Record<string, unknown> => JSON.parse(line));
  await expect
    .poll(() => lines().map(({ path, status }) => [path, status]))
    .toEqual([
      ['/api/v1/nodes', 200],
      ['/.nowhere', 404],
    ]);
  expect(lines()[0]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    msg: 'request',
    method: 'GET',
    path: expect.any(String),
    status: expect.any(Number),
    ms: expect.any(Number),
    bytes: expect.any(Number),
    address: '127.0.0.1',
  });
  expect(host.written()).not.toMatch(/canary|limit=/);
});

test('H19: an unexpected error is the last log line and exit code 70, and the next start reports it', async ({
  request,
}) => {
  const data = test.info().outputPath('data');
  const breaking = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new Error('out of order'); });")}`;
  const host = await startHost(['--demo', '--data', data], undefined, { NODE_OPTIONS: `--import ${breaking}` });
  await request.get(`${host.url}/healthz`);
  await expect.poll(() => host.written()).toContain('"path":"/healthz"');
  host.signal('SIGUSR2');
  expect(await host.ended).toBe(70);
  expect(host.written()).toMatch(/"level":"fatal".*out of order/);
  const next = await startHost(['--demo', '--data', data]);
  await expect.poll(() => next.written()).toContain('did not end normally: it was killed or crashed');
  expect(await next.stop()).toBe(0);
  const last = await startHost(['--demo', '--data', data]);
  expect(await last.stop()).toBe(0);
  expect(last.written()).not.toContain('did not end');
});

test('data is in ./edgewatch-data by default, created once the host serves', async () => {
  const folder = test.info().outputPath('here');
  await mkdir(folder);
  const there = `data:text/javascript,${encodeURIComponent(`process.chdir(${JSON.stringify(folder)})`)}`;
  const variables = { NODE_OPTIONS: `--import ${there}`, EDGEWATCH_DATA: '' };
  const host = await startHost(['--demo'], undefined, variables);
  const record = join(folder, 'edgewatch-data', 'run.json');
  await expect.poll(() => existsSync(record)).toBe(true);
  const { port } = new URL(host.url);
  await expect(startHost(['--demo', '--port', port], undefined, variables)).rejects.toThrow(/is taken/);
  expect(existsSync(record)).toBe(true);
  expect(await host.stop()).toBe(0);
  expect(existsSync(record)).toBe(false);
  await rm(join(folder, 'edgewatch-data'), { recursive: true });
  await expect(startHost(['--port', 'x'], undefined, variables)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

test.describe('a mistake on the command line gives one sentence, and nothing is started', () => {
  async function expectRefused(args: readonly string[], sentence: RegExp): Promise<void> {
    const { code, stdout, stderr } = await runProgram(args);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(sentence);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  }

  for (const [mistake, args, sentence] of [
    ['an unknown flag', ['--colour', 'red'], /no flag --colour/],
    ['an unknown command', ['watch'], /no command "watch"/],
    ['a port that is none', ['--port', '70000'], /--port must be .*70000/],
    [
      'a base URL that is none',
      ['--base-url', 'edge.example.com'],
      /"edge\.example\.com" is not an http or https URL/,
    ],
    ['a base URL with a query', ['--base-url', 'http://127.0.0.1:1/?key=1'], /must not have a query/],
    ['another address without --open', ['--host', '0.0.0.0'], /add --open/],
    [
      'a configuration that is not there',
      ['--config', '/nowhere/edgewatch.json'],
      /\/nowhere\/edgewatch\.json cannot be read/,
    ],
  ] as const)
    test(mistake, () => expectRefused(args, sentence));

  test('a mistake in the configuration, with its line and path', async () => {
    const file = test.info().outputPath('wrong.jsonc');
    await writeFile(file, '{\n  // seconds\n  "pollSeconds": "often"\n}\n');
    await expectRefused(['--config', file], /wrong\.jsonc:3:18: pollSeconds: .*found "often"/);
  });

  test('all mistakes of a configuration at once, also by config check', async () => {
    const file = test.info().outputPath('wrong.jsonc');
    await writeFile(file, '{\n  "port": "x",\n  "deployments": [{ "slug": "wall" }],\n  "colour": 1\n}\n');
    const [check, serve] = [await runProgram(['config', 'check', file]), await runProgram(['--config', file])];
    expect(check.code).toBe(1);
    expect(check.stderr).toBe(serve.stderr);
    expect(check.stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/wrong\.jsonc:2:11: port: /),
      expect.stringMatching(/wrong\.jsonc:3:19: deployments\[0\]\.baseUrl: this is missing/),
      expect.stringMatching(/wrong\.jsonc:3:29: deployments\[0\]\.slug: /),
      expect.stringMatching(/wrong\.jsonc:4:13: colour: this setting does not exist/),
    ]);
    await writeFile(file, '{ "deployments": [{ "baseUrl": "http://127.0.0.1:9" }] }');
    expect(await runProgram(['config', 'check', file])).toMatchObject({
      code: 0,
      stdout: `${file}: no mistakes. Deployments: 1.\n`,
    });
  });

  test('a port that is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    // The shared demo holds the default data folder, and a second host there would say so.
    const data = test.info().outputPath('data');
    await expectRefused(['--port', port, '--data', data], new RegExp(`${port}.*(?:taken|in use)`));
    await new Promise((resolve) => server.close(resolve));
  });
});
