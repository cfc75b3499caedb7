import { expect, test } from 'vitest';
import { compareCacheControl } from './cache-control.ts';

test.each([
  ['public, max-age=60', 'public, max-age=60', 'as described'],
  ['Max-Age=60,public', 'public, max-age=60', 'as described'],
  ['public, max-age=6', 'public, max-age=60', 'differs: documented public, max-age=60'],
  ['private, max-age=60', 'public, max-age=60', 'differs: documented public, max-age=60'],
  [null, 'no-store', 'differs: documented no-store'],
  ['no-store', null, 'none documented'],
  [null, null, 'none documented either'],
])('%s against %s gives "%s"', (sent, documented, words) =>
  expect(compareCacheControl(sent, documented)).toMatchObject({ sent, words }),
);
