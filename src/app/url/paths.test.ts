import { expect, test } from 'vitest';
import { slugAsOf } from '#domain/history/past/slug-in-time.ts';
import { named, paths } from './paths.ts';

/** Reads the last segment of a path as the router does, after the browser has resolved the address. */
function read(path: string): string {
  const { pathname } = new URL(path, 'http://deployment');
  return named(decodeURIComponent(pathname.split('/').at(-1) ?? ''));
}

test.each(['fra1', '.', '..', '=.', '==..', '=', '...', 'a/b', '../..', '%2E', 'a b', '🦄', '?q=1#x', '%'])(
  'the address of %s leads back to it',
  (code) => {
    expect(read(paths.region('edge', code))).toBe(code);
    expect(new URL(paths.region('edge', code), 'http://deployment').pathname).toMatch(
      /^\/edge\/regions\/[^/]+$/,
    );
  },
);

test('a lone surrogate becomes a replacement character', () => {
  expect(read(paths.node('edge', '\uD83D'))).toBe('\uFFFD');
});

test('addresses of a deployment as of a moment keep the moment, but not those of a wall', () => {
  const slug = slugAsOf('edge', '2026-11-27T03:00:00Z');
  expect([
    paths.status(slug),
    paths.nodes(slug, { region: 'fra1' }),
    paths.node(slug, 'nod_1'),
    paths.section(slug, 'events'),
    paths.wall(slug),
  ]).toEqual([
    '/edge?at=2026-11-27T03:00:00Z',
    '/edge/nodes?region=fra1&at=2026-11-27T03:00:00Z',
    '/edge/nodes/nod_1?at=2026-11-27T03:00:00Z',
    '/edge/events?at=2026-11-27T03:00:00Z',
    '/edge/wall',
  ]);
});
