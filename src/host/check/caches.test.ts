import { describe, expect, test } from 'vitest';
import { allPaths, withDouble } from '#e2e/servers/double.ts';
import { report, told } from '#testing/check-reports.ts';
import { runCheck } from './check.ts';
import type { Report } from './report.ts';
import type { Fetch } from './requests.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/**
 * Findings of a check whose lists all have these headers.
 *
 * @param headersOf - gets the number of earlier requests for the list.
 */
async function cachesIn(headersOf: (times: number) => Readonly<Record<string, string>>): Promise<string[]> {
  const times = new Map<string, number>();
  const fetchThrough: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (url.includes('/status') || response.status !== 200) return response;
    const count = times.get(url) ?? 0;
    times.set(url, count + 1);
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(headersOf(count))) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };
  return withDouble({ offered: allPaths }, async ({ url }) => {
    const { text, passed } = await runCheck(url, { json: true, fetch: fetchThrough });
    expect(passed).toBe(true);
    const checked: Report = JSON.parse(text);
    return told(checked, 'not shown')
      .map(plain)
      .filter((line) => /^deployment (?:caches|what shows|if )/.test(line))
      .map((line) => line.replace(/^deployment /, ''));
  });
}

// Each check waits a second, so that an `Age` can grow. So they run in parallel.
describe.concurrent('the check of caches', () => {
  test('without a sign of a cache the check reports none, and sends at most five requests per endpoint', async () => {
    await withDouble({ offered: allPaths }, async (server) => {
      const lines = told(await report(server.url), 'not shown').join('\n');
      expect(lines).toContain('deployment caches on the way: No response shows a cache');
      for (const path of allPaths)
        expect(server.log.filter((request) => request.path === path).length).toBeLessThanOrEqual(5);
    });
  });

  test('Squid is named, with the behaviour of its age and the setting to change', async () => {
    const headers = { via: '1.1 cache.test (squid/5.7)', 'x-cache': 'HIT from cache.test' };
    expect(await cachesIn((times) => ({ ...headers, age: String(7 + 2 * times) }))).toEqual([
      expect.stringMatching(
        /^caches on the way: Caches on the way: squid\/5\.7\. Copies state their age: none is fresh beyond \d+ s, and none hides an outage\.$/,
      ),
      'what shows them: Via: 1.1 cache.test (squid/5.7); cache status: HIT from cache.test; Age grows from 7 to 9 s',
      'if Squid caches here: set max_stale to 0 seconds (docs/operate/caches.md#squid)',
    ]);
  });

  test('an age of the API of another host is that of the cache on the way', async () => {
    const stamps = { 'edgewatch-served': new Date().toISOString(), 'edgewatch-age': '3' };
    const [line] = await cachesIn(() => ({ ...stamps, via: '1.1 a (Varnish/7.1)', age: '3' }));
    expect(line).toContain('Varnish/7.1. Copies state their age');
  });

  test('an Age that appears at the second request shows HAProxy, which sends nothing else', async () => {
    const lines = await cachesIn((times): Record<string, string> => (times > 0 ? { age: '0' } : {}));
    expect(lines[0]).toContain('A cache is on the way. Copies state their age');
    expect(lines[1]).toBe('what shows them: Age 0 appears at the second request');
  });

  test('nginx is found with and without marks on its copies', async () => {
    const [marked, unmarked] = await Promise.all([
      cachesIn(() => ({ server: 'nginx/1.22.1', 'x-cache-status': 'MISS' })),
      cachesIn(() => ({ server: 'nginx/1.22.1', via: '1.1 front' })),
    ]);
    expect(marked[0]).toContain('stale ones are marked');
    expect(marked.at(-1)).toContain('docs/operate/caches.md#nginx');
    expect(unmarked[0]).toContain('Copies state no age: a stale copy can hide an outage.');
  });

  test('an age that stands still comes from another cache', async () => {
    const [, shown] = await cachesIn(() => ({ age: '7' }));
    expect(shown).toBe('what shows them: Age stands at 7 s: a cache repeats that of another one');
  });

  test('an error with a lifetime may be a stored copy', async () => {
    await withDouble({ offered: ['/api/v1/status', '/api/v1/nodes'] }, async (server) => {
      server.set('/api/v1/nodes', { status: 503, headers: { 'Cache-Control': 'public, max-age=60' } });
      expect(told(await report(server.url), 'fail')).toContain(
        '/api/v1/nodes an offered endpoint returns 200: HTTP 503, it may be a stored copy',
      );
    });
  });
});
