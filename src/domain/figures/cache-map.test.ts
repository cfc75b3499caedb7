import { expect, test } from 'vitest';
import type { Asset } from '#contract/resources.ts';
import { cacheMapOf, type PathRow, type RegionAssets } from './cache-map.ts';

function mapOf(regions: readonly RegionAssets[]): readonly PathRow[] {
  const steps = cacheMapOf(regions);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function asset(path: string | null, cache_status: string | null): Asset {
  return { id: `ast_${path}`, created_at: null, path, bytes: 1, cache_status };
}

function region(code: string, words: Readonly<Record<string, string | null>>): RegionAssets {
  return { code, complete: true, assets: Object.entries(words).map(([path, word]) => asset(path, word)) };
}

test('paths with HIT in one region and another word elsewhere come first, then other differences', () => {
  const rows = mapOf([
    region('fra1', { '/a': 'HIT', '/b': 'MISS', '/c': 'HIT', '/d': 'HIT', '/e': 'HIT' }),
    region('iad1', { '/a': 'HIT', '/b': 'STALE', '/c': 'REVALIDATED', '/d': null }),
  ]);
  expect(rows.map(({ path, agreement }) => [path, agreement])).toEqual([
    ['/c', 'hit-elsewhere'],
    ['/d', 'hit-elsewhere'],
    ['/b', 'different'],
    ['/a', 'same'],
    // A region that does not list a path has no word for it, so it does not differ.
    ['/e', 'same'],
  ]);
  expect(rows.find(({ path }) => path === '/c')?.words).toEqual(
    new Map([
      ['fra1', ['HIT']],
      ['iad1', ['REVALIDATED']],
    ]),
  );
});

test('a path listed twice in one region has both words; only regions are compared', () => {
  const twice = [asset('/a', 'MISS'), asset('/a', 'HIT')];
  const fra1 = { code: 'fra1', complete: true, assets: twice };
  expect(mapOf([fra1])).toMatchObject([{ agreement: 'same' }]);
  const [row] = mapOf([fra1, { ...fra1, code: 'iad1', assets: twice.toReversed() }]);
  expect(row).toMatchObject({ agreement: 'same' });
  expect(row?.words.get('iad1')).toEqual(['HIT', 'MISS']);
});

test('assets without a path have no row', () => {
  expect(mapOf([{ code: 'fra1', complete: true, assets: [asset(null, 'HIT')] }])).toEqual([]);
});
