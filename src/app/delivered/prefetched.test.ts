import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultLimits } from '#contract/host.ts';

/** Data that the host embedded in the HTML document, by element id. */
const blocks: Readonly<Record<string, unknown>> = {
  config: {
    deployments: [{ slug: 'edge', baseUrl: 'http://host.test/edge' }],
    pollSeconds: 10,
    limits: defaultLimits,
  },
  limits: { 'edge /api/v2/nodes': 1000 },
};

// Test files share modules, and this one reads the document when it is loaded.
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a list is requested once, with the limit known to the host', async () => {
  const requested: string[] = [];
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id in blocks ? { textContent: JSON.stringify(blocks[id]) } : null),
  });
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address.slice('http://host.test'.length));
    return new Response();
  });
  const { knownLimit, prefetchLists, takePrefetched } = await import('./prefetched.ts');
  prefetchLists('edge', [{ resource: 'node' }, { resource: 'region' }, { resource: 'node', region: 'fra1' }]);
  expect(requested).toEqual([
    '/edge/api/v2/nodes?limit=1000',
    '/edge/api/v2/regions',
    '/edge/api/v2/nodes?region=fra1',
  ]);
  // The query of the list starts with the same limit, so it takes the response that was requested first.
  const address = `http://host.test/edge/api/v2/nodes?limit=${knownLimit('edge', '/api/v2/nodes')}`;
  const { signal } = new AbortController();
  expect(await takePrefetched(address, signal)).toBeDefined();
  expect(takePrefetched(address, signal)).toBeUndefined();
  expect(requested).toHaveLength(3);
  expect(knownLimit('other', '/api/v2/nodes')).toBeUndefined();
});
