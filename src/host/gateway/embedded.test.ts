import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultVerdictSettings } from '#contract/host.ts';
import { createDemo } from '#service/demo.ts';
import { createEmbeddedDeployment } from './embedded.ts';
import { ListNotes } from './list-notes.ts';

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
    new ListNotes(),
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
    const lists = new ListNotes();
    const deployment = createEmbeddedDeployment(
      service,
      { slug: 'platform', words: {}, verdict: defaultVerdictSettings },
      lists,
    );
    expect((await deployment.answer(new Request('http://h/api/v2/nodes'), '/api/v2/nodes')).status).toBe(404);
    expect(lists.talliesOf('platform')).toEqual([
      expect.objectContaining({ path: '/api/v2/nodes', tally: null }),
    ]);
    demo.close();
  });

  it.each([
    ['a list that is counted, and has changed', '/api/v2/nodes', 1],
    ['no list that is not counted', '/api/v2/buckets', 0],
  ] as const)('reads %s', async (_name, path, times) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let reads = 0;
    const lists = new ListNotes();
    const list = '{"object":"list","data":[],"pagination":{"has_more":false}}';
    const fetch = () => {
      const response = Response.json(JSON.parse(list), { headers: { etag: '"1"' } });
      vi.spyOn(response, 'arrayBuffer').mockImplementation(async () => {
        reads += 1;
        return new TextEncoder().encode(list).buffer;
      });
      return response;
    };
    const options = { slug: 'a', words: {}, verdict: defaultVerdictSettings };
    const deployment = createEmbeddedDeployment({ slug: 'a', name: 'A', fetch }, options, lists);
    const accept = 'application/json, application/problem+json';
    for (let round = 0; round < 3; round += 1) {
      vi.advanceTimersByTime(2_000);
      await deployment.answer(new Request(`http://h${path}?limit=1000`, { headers: { accept } }), path);
      await deployment.answer(new Request(`http://h${path}?limit=5`), path);
    }
    expect(reads).toBe(times);
    expect(lists.limitsOf('a', ['node', 'bucket'])).toEqual({ [`a ${path}`]: 1000 });
    expect(lists.talliesOf('a').map(({ heldMilliseconds }) => heldMilliseconds)).toEqual(
      Array.from({ length: times }, () => 0),
    );
  });

  it('is open to other origins', async () => {
    const demo = createDemo();
    const [service] = demo.deployments;
    if (!service) throw new Error('The demo has no deployment.');
    const deployment = createEmbeddedDeployment(
      service,
      { slug: 'a', words: {}, verdict: defaultVerdictSettings },
      new ListNotes(),
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
