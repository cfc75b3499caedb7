import { describe, expect, it } from 'vitest';
import { defaultVerdictSettings } from '#contract/host.ts';
import { createDemo } from '#service/demo.ts';
import { CachedLists } from './cached-lists.ts';
import { createEmbeddedDeployment } from './embedded.ts';

describe('an embedded deployment', () => {
  const seen: Request[] = [];
  const echo = createEmbeddedDeployment(
    {
      slug: 'echo',
      name: 'Echo',
      fetch(request) {
        seen.push(request);
        return new Response();
      },
    },
    { slug: 'echo', words: {}, verdict: defaultVerdictSettings },
    new CachedLists(),
  );

  it.each([
    ['http://h/deployments/echo/api/v2/nodes?limit=1', '/api/v2/nodes', 'http://h/api/v2/nodes?limit=1'],
    ['http://h/ops/api/v2/nodes/', '/api/v2/nodes', 'http://h/api/v2/nodes'],
    ['http://h/api/v2/nodes', '/api/v2/nodes', 'http://h/api/v2/nodes'],
  ])('sees %s at its own root', async (url, path, expected) => {
    await echo.answer(new Request(url, { method: 'HEAD', headers: { 'if-none-match': '"x"' } }), path);
    const request = seen.at(-1);
    expect([request?.url, request?.method, request?.headers.get('if-none-match')]).toEqual([
      expected,
      'HEAD',
      '"x"',
    ]);
  });

  it('is known to lack an endpoint that was requested', async () => {
    const demo = createDemo();
    const service = demo.deployments.find(({ slug }) => slug === 'platform');
    if (!service) throw new Error('The demo has no platform.');
    const lists = new CachedLists();
    const deployment = createEmbeddedDeployment(
      service,
      { slug: 'platform', words: {}, verdict: defaultVerdictSettings },
      lists,
    );
    expect((await deployment.answer(new Request('http://h/api/v2/nodes'), '/api/v2/nodes')).status).toBe(404);
    expect(lists.tallies.of('platform')).toEqual([
      expect.objectContaining({ path: '/api/v2/nodes', tally: null }),
    ]);
    demo.close();
  });

  it('is open to other origins', async () => {
    const demo = createDemo();
    const [service] = demo.deployments;
    if (!service) throw new Error('The demo has no deployment.');
    const deployment = createEmbeddedDeployment(
      service,
      { slug: 'a', words: {}, verdict: defaultVerdictSettings },
      new CachedLists(),
    );
    const request = new Request('http://h/deployments/a/api/v2/status', {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'http://other.test' },
    });
    const response = await deployment.answer(request, '/api/v2/status');
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    demo.close();
  });
});
