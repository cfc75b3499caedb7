import { expect, test } from 'vitest';
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
