import { afterEach, expect, test, vi } from 'vitest';
import { type AppConfig, type Deployment, defaultLimits, sessionKinds } from '#contract/host.ts';
import { applyConfig, deployments, removedDeployments, session } from './config.ts';
import { renewConfig } from './renew-config.ts';

afterEach(() => vi.unstubAllGlobals());

const deployment = (slug: string, name = slug): Deployment => ({
  slug,
  name,
  baseUrl: `deployments/${slug}`,
  shownUrl: `deployments/${slug}`,
  demo: false,
  words: {},
  places: {},
});
const config = (...all: Deployment[]): AppConfig => ({
  deployments: all,
  pollSeconds: 10,
  limits: defaultLimits,
});
const answering = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
const slugs = () => deployments.map(({ slug }) => slug);

test('a page takes a new list of deployments and reports which are gone', async () => {
  const first = config(deployment('a'), deployment('b', 'Bee'), deployment('c'));
  applyConfig(first, first);
  const [a, , c] = deployments;
  const next = config(deployment('a'), deployment('c', 'Sea'), deployment('d'));
  answering(next);
  await renewConfig();
  expect(slugs()).toEqual(['a', 'c', 'd']);
  expect(deployments[0]).toBe(a);
  expect(deployments[1]).not.toBe(c);
  expect(removedDeployments.get('b')).toMatchObject({ name: 'Bee' });
  answering(first);
  await renewConfig();
  expect(slugs()).toEqual(['a', 'b', 'c']);
  expect(removedDeployments.get('b')).toBeUndefined();
  expect(removedDeployments.get('d')).toMatchObject({ name: 'd' });
});

test.each(sessionKinds)('a page keeps its session of the kind "%s"', async (kind) => {
  const first = { ...config(deployment('a')), session: kind };
  applyConfig(first, first);
  answering({ ...config(deployment('a'), deployment('b')), session: kind });
  await renewConfig();
  expect(slugs()).toEqual(['a', 'b']);
  expect(session).toBe(kind);
});

test('the same configuration, an error response and invalid content change nothing', async () => {
  const first = config(deployment('a'));
  applyConfig(first, first);
  const before = deployments;
  answering(first);
  await renewConfig();
  answering(config(deployment('b')), 503);
  await renewConfig();
  expect(deployments).toBe(before);
  answering({ deployments: [] });
  await expect(renewConfig()).rejects.toThrow('deployments must be a list');
  expect(deployments).toBe(before);
});
