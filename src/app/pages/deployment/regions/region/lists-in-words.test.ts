import { expect, test } from 'vitest';
import type { Region } from '#contract/resources.ts';
import type { RegionList } from '#domain/regions/compare-regions.ts';
import { listsInWords } from './lists-in-words.ts';

const fra1: Region = {
  code: 'fra1',
  name: 'Frankfurt',
  zone: 'eu-central',
  country: 'DE',
  status: 'operational',
};

function v1(regions: readonly Region[], complete = true): RegionList {
  return { version: 'v1', regions, complete };
}

function v2(regions: readonly Region[], complete = true): RegionList {
  return { version: 'v2', regions, complete };
}

const both = ['v2', 'v1'] as const;

test.each([
  ['v1 and v2 agree', both, [v2([fra1]), v1([fra1])]],
  [
    'Degraded in v2, operational in v1. Showing the worse',
    both,
    [v2([{ ...fra1, status: 'degraded' }]), v1([fra1])],
  ],
  ['zone “eu-central” in v2, not provided in v1', both, [v2([fra1]), v1([{ ...fra1, zone: null }])]],
  ['only in v1', both, [v2([]), v1([fra1])]],
  ['in v1, v2 is truncated', both, [v2([], false), v1([fra1])]],
  ['not in v1 and v2', both, [v2([]), v1([])]],
  ['in v2, v1 not read yet', both, [v2([fra1])]],
  ['in v1, the only version offered', ['v1'] as const, [v1([fra1])]],
  ['not in v1, the only version offered', ['v1'] as const, [v1([])]],
])('%s', (words, offered, read) => {
  expect(listsInWords('fra1', offered, read, {})).toBe(words);
});
