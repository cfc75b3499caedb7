/** Many viewers behind a cache that shares responses (`sharedCache`, docs/operate/cdn.md). */

import { type CacheProgram, nginx, varnish } from '../caches/programs.ts';
import { receive, startCountingProxy } from '../caches/requests.ts';
import { startTinyCache } from '../caches/tiny-cache.ts';
import { blockOf, inPlaceOf } from '../support/hosts/fronts.ts';
import { isInstalled } from '../support/hosts/installed-programs.ts';
import { expect, test } from '../support/test.ts';

/** The examples of the docs, with the port that the programs of the tests replace. */
const exampleOf = (language: string) => () =>
  inPlaceOf(blockOf('operate/cdn.md', language), { '4600': '9000' });
const caches: readonly CacheProgram[] = [
  nginx('nginx', exampleOf('nginx')),
  varnish('Varnish', exampleOf('vcl')),
];

const nodesPath = '/api/v2/nodes';
const statusPath = '/api/v2/status';
const failingPath = '/api/v2/buckets';
const offered = [statusPath, nodesPath, failingPath];
const vault = { status: 'operational', mixed: false, offered } as const;
const viewers = 200;
const paths = [
  ['/vault', 200],
  ['/config.json', 200],
  [`/deployments/vault${statusPath}`, 200],
  [`/deployments/vault${failingPath}`, 500],
  // An absent endpoint is 200 for a page.
  ['/deployments/vault/api/v1/nodes', 200],
] as const;

for (const { name, command, start } of caches)
  test(`${viewers} viewers behind ${name} cost the host a few requests per address`, async ({
    deployTogether,
  }) => {
    test.skip(!isInstalled(command), `skipped: ${command} is not installed`);
    const { host, doubles } = await deployTogether({ vault }, { sharedCache: true });
    const proxy = await startCountingProxy(host.url);
    const cache = await start(proxy.port);
    try {
      doubles['vault']?.set(failingPath, { status: 500 });
      for (const [path, expected] of paths) {
        const before = proxy.count();
        const received = await Promise.all(
          Array.from({ length: viewers }, (_, viewer) =>
            receive(cache.url + path, {
              headers: {
                // As each poll of a page, and as browsers of different people.
                'cache-control': 'no-cache',
                cookie: `edgewatch-theme=${viewer % 2 === 0 ? 'dark' : 'light'}`,
                'user-agent':
                  viewer % 3 === 0 ? 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36' : 'desk',
                'accept-encoding': 'gzip',
                accept: 'application/json, application/problem+json',
              },
            }),
          ),
        );
        expect(new Set(received.map(({ status }) => status)), path).toEqual(new Set([expected]));
        // A slow machine may need longer than the 1 s or 2 s of one copy.
        const copies = new Set(received.map(({ headers }) => headers['edgewatch-served']));
        expect(proxy.count() - before, path).toBe(copies.size);
        expect(copies.size, path).toBeLessThanOrEqual(4);
      }
    } finally {
      await cache.stop();
      proxy.close();
    }
  });

test('a document that a cache kept for 60 s shows nothing as fresh, and one at hand has the theme of its viewer', async ({
  deployTogether,
  page,
  context,
}) => {
  const { host, doubles } = await deployTogether(
    { vault: { ...vault, offered: [statusPath, nodesPath] } },
    { sharedCache: true },
  );
  const cache = await startTinyCache(host.url, ['/vault']);
  try {
    // The first document may not wait for the service.
    const delivers = async (url: string) => (await receive(`${url}/vault`)).text.includes('id="delivered"');
    await expect.poll(() => delivers(host.url)).toBe(true);
    expect(await delivers(cache.url)).toBe(true);
    await context.addCookies([{ name: 'edgewatch-theme', value: 'dark', url: cache.url }]);
    await page.goto(`${cache.url}/vault`);
    const verdict = page.getByRole('status', { name: 'Overall status' });
    await expect(verdict).toContainText(/operational/i);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect((await receive(`${cache.url}/vault`)).text).toContain('<html lang="en">');

    // The service no longer responds, and the host's time passes.
    doubles['vault']?.set(statusPath, { hold: true });
    doubles['vault']?.set(nodesPath, { hold: true });
    await host.leap(60_000);
    await page.goto(`${cache.url}/vault`);
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('[data-freshness="fresh"]')).toHaveCount(0);
    await expect(verdict).not.toContainText(/operational/i);
  } finally {
    await page.close();
    cache.close();
  }
});
