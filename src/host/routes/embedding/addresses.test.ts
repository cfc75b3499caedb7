import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noHistory } from '#host/history/history.ts';
import type { CurrentState } from '#host/observe/messages.ts';
import type { HostOptions } from '#host/routes/app.ts';
import { host } from '#testing/embedded-host.ts';
import { gated, preparePassword } from '#testing/gated.ts';
import { question } from '#testing/history/history-responses.ts';

beforeAll(preparePassword);

const names = ['feed.atom', 'badge.svg', 'summary.json'] as const;
const types = {
  'feed.atom': 'application/atom+xml; charset=utf-8',
  'badge.svg': 'image/svg+xml; charset=utf-8',
  'summary.json': 'application/json',
} as const;

/** A history that responds with what it was asked for. */
const asked: HostOptions['history'] = {
  ...noHistory,
  state: null,
  ask: async ({ path, feed, visible, ifNoneMatch, isPublic }) => ({
    status: ifNoneMatch === '"tag"' ? 304 : 200,
    headers: {
      'content-type': types['feed.atom'],
      'cache-control': `${isPublic ? 'public' : 'private'}, max-age=10`,
      etag: '"tag"',
    },
    body:
      ifNoneMatch === '"tag"'
        ? null
        : new TextEncoder().encode(JSON.stringify({ path, feed, visible: [...(visible ?? [])] })),
  }),
};

function stateOf(slug: string, what: Partial<CurrentState> = {}): CurrentState {
  const now = Date.now();
  const components = Array.from({ length: 20 }, (_, index) => ({
    id: `Part ${index}`,
    name: `Part ${index}`,
    severity: 'ok' as const,
    label: 'Operational',
  }));
  return {
    slug,
    severity: 'ok',
    headline: 'Operational',
    confirmedAt: now,
    validUntil: now + 20_000,
    components,
    ...what,
  };
}

function embedded(overrides: Partial<HostOptions> = {}) {
  const states = vi.fn(async (slugs: ReadonlySet<string>) => [...slugs].map((slug) => stateOf(slug)));
  return { states, ...host({ history: asked, states, ...overrides }) };
}

const addresses = names.flatMap((name) => [
  [`/${name}`, types[name]] as const,
  [`/deployments/first/${name}`, types[name]] as const,
]);

describe.each(['', '/ops'])('below base path %j', (basePath) => {
  test.each(addresses)(
    '%s has its type, may be stored for a short time, and has HEAD and 304',
    async (path, type) => {
      const { ask } = embedded({ basePath });
      const response = await ask(basePath + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=10(?:, must-revalidate)?$/);
      expect(response.headers.get('cross-origin-resource-policy')).not.toBe('cross-origin');
      const etag = response.headers.get('etag') ?? '';
      const head = await ask(basePath + path, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, type, '']);
      const unchanged = await ask(basePath + path, { headers: { 'if-none-match': etag } });
      expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
      expect(unchanged.headers.get('etag')).toBe(etag);
      expect((await ask(basePath + path, { method: 'POST' })).status).toBe(405);
    },
  );
});

test.each(names)('%s of an unknown deployment is a problem document', async (name) => {
  const response = await embedded().ask(`/deployments/absent/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

test('the feed is asked of the history, with the deployments of the viewer and the public address', async () => {
  const { ask } = embedded({ publicUrl: 'https://status.example.com' });
  const feed = { publicUrl: 'https://status.example.com' };
  const visible = ['first', 'old'];
  expect(await (await ask('/deployments/first/feed.atom?x')).json()).toEqual({ path: '/first', feed, visible });
  expect(await (await ask('/feed.atom')).json()).toEqual({ path: '', feed, visible });
  // The history has no address with a feed.
  expect(await (await ask('/history/first/feed.atom')).json()).toEqual({ path: '/first/feed.atom', visible });
  expect(question('/first').feed).toBeUndefined();
});

test('a long summary is compressed, and links to the page', async () => {
  const { ask } = embedded();
  const response = await ask('/deployments/old/summary.json', { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const plain: { readonly page: { readonly url: string } } = await (
    await ask('/deployments/old/summary.json')
  ).json();
  expect(new URL(plain.page.url, 'http://h/ops/deployments/old/summary.json').pathname).toBe('/ops/old');
});

test('no cache keeps a good badge longer than its response confirms it', async () => {
  const states = async () => [stateOf('first', { validUntil: Date.now() + 3_500 })];
  const cacheControl = async (path: string) =>
    (await embedded({ states }).ask(path)).headers.get('cache-control');
  for (const path of ['/deployments/first/badge.svg', '/deployments/first/summary.json'])
    expect(await cacheControl(path)).toMatch(/^public, max-age=3, must-revalidate$/);
});

test('many badges cost the observer one call a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, states } = embedded();
  for (let round = 0; round < 5; round += 1)
    for (const name of ['badge.svg', 'summary.json']) await ask(`/deployments/first/${name}`);
  expect(states).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  await ask('/badge.svg');
  expect(states).toHaveBeenCalledTimes(2);
});

test('the document of a status page links its feed, that of a wall or of an unobserved deployment does not', async () => {
  const { ask } = embedded({ basePath: '/ops', hasFeed: (slug) => slug === 'first' });
  const feedIn = async (path: string) =>
    /<link rel="alternate" type="application\/atom\+xml" title="State changes" href="([^"]+)">/.exec(
      await (await ask(path)).text(),
    )?.[1];
  expect(await feedIn('/ops/first')).toBe('/ops/deployments/first/feed.atom');
  expect(await feedIn('/ops/')).toBe('/ops/feed.atom');
  expect(await feedIn('/ops/first/wall')).toBeUndefined();
  expect(await feedIn('/ops/open')).toBeUndefined();
  expect(await feedIn('/ops/absent')).toBeUndefined();
});

describe('with access control', () => {
  const authenticator = { address: '192.0.2.7', peer: '10.0.0.5' };
  const member = (groups: string) => ({ headers: { 'x-user': 'ada', 'x-groups': groups } });

  test.each(addresses)('%s is 401 without access', async (path) => {
    const response = await gated().ask(path.replace('first', 'open'));
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
  });

  test.each(names)('%s of a hidden deployment is 404, and the one of all does not name it', async (name) => {
    const { ask } = gated({ proxy: true, history: asked });
    expect((await ask(`/deployments/vault/${name}`, member('other'), authenticator)).status).toBe(404);
    expect((await ask(`/deployments/vault/${name}`, member('team'), authenticator)).status).toBe(200);
    const all = await ask(`/${name}`, member('other'), authenticator);
    expect(all.headers.get('cache-control')).toMatch(/^private, max-age=10\b/);
    expect(await all.text()).not.toContain('vault');
  });
});

describe('pages of other origins', () => {
  const frameAncestors = ['https://wiki.example.com', 'http://10.0.0.9:8080'];
  const policyOf = async (path: string, overrides: Partial<HostOptions> = { frameAncestors }) =>
    (await embedded(overrides).ask(path)).headers.get('content-security-policy');

  test('may frame walls if they are configured, and nothing else', async () => {
    for (const path of ['/wall', '/first/wall']) {
      expect(await policyOf(path)).toContain(
        '; frame-ancestors https://wiki.example.com http://10.0.0.9:8080; ',
      );
      expect(await policyOf(path, {})).toContain("; frame-ancestors 'none'; ");
    }
    for (const path of ['/', '/first', '/first/nodes', '/badge.svg', '/config.json', '/absent/wall/x'])
      expect(await policyOf(path), path).toContain("frame-ancestors 'none'");
  });

  test.each([
    ['https://wiki.example.com/page', 'cross-origin'],
    ['http://10.0.0.9:8080/', 'cross-origin'],
    ['https://wiki.example.com.evil.test/', 'same-origin'],
    ['http://wiki.example.com/', 'same-origin'],
    ['nonsense', 'same-origin'],
    [undefined, 'same-origin'],
  ])('a page at %s gets the badge as %s', async (referer, policy) => {
    const headers = referer === undefined ? {} : { referer };
    const response = await embedded({ frameAncestors }).ask('/badge.svg', { headers });
    expect(response.headers.get('cross-origin-resource-policy')).toBe(policy);
    expect(response.headers.get('vary')).toContain('referer');
    const summary = await embedded({ frameAncestors }).ask('/summary.json', { headers });
    expect(summary.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});
