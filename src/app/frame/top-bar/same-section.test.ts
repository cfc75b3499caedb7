import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { failureAt } from '#testing/feeds.ts';
import { inSameSection } from './same-section.ts';

const nothing = new QueryClient();

test.each([
  ['/edge', '/core'],
  ['/edge/', '/core'],
  ['/edge/nodes', '/core/nodes'],
  ['/edge/nodes/nod_1', '/core/nodes'],
  ['/edge/nodesque', '/core'],
])('%s is compared with %s', (pathname, address) => {
  expect(inSameSection(nothing, pathname, 'edge', 'core')).toBe(address);
});

test('without such a section, the status page is compared', () => {
  const client = new QueryClient();
  for (const version of ['v1', 'v2'])
    client.setQueryData(['core', `/api/${version}/nodes`, {}], {
      answer: null,
      failure: failureAt(0, { kind: 'http', status: 404 }),
    });
  expect(inSameSection(client, '/edge/nodes', 'edge', 'core')).toBe('/core');
  expect(inSameSection(client, '/edge/regions', 'edge', 'core')).toBe('/core/regions');
});

test('from a page of the past, the other deployment is shown at the same moment', () => {
  const at = '@2026-11-27T03:00:00Z';
  expect(inSameSection(nothing, '/edge/nodes', `edge${at}`, `core${at}`)).toBe(
    '/core/nodes?at=2026-11-27T03:00:00Z',
  );
});
