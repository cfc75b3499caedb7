import { expect, test } from 'vitest';
import { entryOf, rememberReload } from './new-build.ts';

test('the build of a document is the address of its first script', () => {
  const html = '<head><script src="/theme.js"></script><script type="module" crossorigin src="/a/index-1.js">';
  expect(entryOf(html)).toBe('/a/index-1.js');
});

test.each(['', '<html><title>Sign in</title></html>', '<script src="/x.js"></script>'])(
  'a page that is not this app (%j) has no build',
  (html) => expect(entryOf(html)).toBeNull(),
);

test('a page reloads once for each build, even if builds alternate', () => {
  let remembered: string | null = null;
  const reloads: string[] = [];
  for (const build of ['b', 'a', 'b', 'a', 'b', 'c']) {
    const next = rememberReload(remembered, build);
    if (next === null) continue;
    reloads.push(build);
    remembered = next;
  }
  expect(reloads).toEqual(['b', 'a', 'c']);
});

test('other stored text does not stop the reload', () => {
  expect(rememberReload('\u0000 garbage', 'b')).toBe('\u0000 garbage\nb');
});
