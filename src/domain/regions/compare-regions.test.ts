import { describe, expect, test } from 'vitest';
import type { Region } from '#contract/resources.ts';
import { compareRegions, disagreement, type RegionList, worseReport } from './compare-regions.ts';

function region(
  code: string | null,
  status: string | null = 'operational',
  more: Partial<Region> = {},
): Region {
  return { code, name: 'Frankfurt', zone: 'eu-central', country: 'DE', status, ...more };
}

function list(version: 'v1' | 'v2', regions: readonly Region[], complete = true): RegionList {
  return { version, regions, complete };
}

describe('two versions of the region list', () => {
  test('with equal content have no contradictions', () => {
    const regions = [region('fra1'), region('ams1')];
    expect(compareRegions(list('v1', regions), list('v2', regions.toReversed()), {})).toEqual({
      inBoth: 2,
      onlyIn: { v1: [], v2: [] },
      contradictions: [],
    });
  });

  test('list the codes that only one of them has', () => {
    const compared = compareRegions(
      list('v1', [region('xyz1'), region('fra1'), region('abc1')]),
      list('v2', [region('fra1'), region('new1')]),
      {},
    );
    expect(compared.onlyIn).toEqual({ v1: ['abc1', 'xyz1'], v2: ['new1'] });
    expect(compared.inBoth).toBe(1);
  });

  test('prove no absence in a truncated list', () => {
    const compared = compareRegions(
      list('v1', [region('xyz1')]),
      list('v2', [region('fra1'), region('new1')], false),
      {},
    );
    expect(compared.onlyIn).toEqual({ v1: [], v2: ['fra1', 'new1'] });
  });

  test('are compared field by field', () => {
    const compared = compareRegions(
      list('v1', [region('fra1', 'operational', { zone: 'eu-west' })]),
      list('v2', [region('fra1', 'degraded')]),
      {},
    );
    expect(compared.contradictions).toEqual([
      { code: 'fra1', field: 'zone', v1: 'eu-west', v2: 'eu-central' },
      { code: 'fra1', field: 'status', v1: 'operational', v2: 'degraded' },
    ]);
  });

  test('ignore regions without a code, and use the worst row of a code in any order', () => {
    const compared = compareRegions(
      list('v1', [region(null), region('fra1'), region('fra1', 'down')]),
      list('v2', [region('fra1', 'down'), region(null), region('fra1')]),
      {},
    );
    expect(compared).toEqual({ inBoth: 1, onlyIn: { v1: [], v2: [] }, contradictions: [] });
  });
});

describe('a region in two versions', () => {
  const reports = (v2: string | null, v1: string | null) =>
    [
      { version: 'v2', region: region('fra1', v2) },
      { version: 'v1', region: region('fra1', v1) },
    ] as const;

  test.each([
    ['degraded', 'operational', 'v2', 'Degraded in v2, operational in v1'],
    ['operational', 'major_outage', 'v1', 'Major outage in v1, operational in v2'],
    ['operational', 'flux', 'v1', '“flux” in v1, operational in v2'],
    ['maintenance', 'flux', 'v1', '“flux” in v1, maintenance in v2'],
    ['operational', null, 'v1', 'not provided in v1, operational in v2'],
    ['ok', 'operational', 'v2', 'ok in v2, operational in v1'],
    ['operational', 'operational', 'v2', null],
  ])('%s in v2 and %s in v1 shows %s: %s', (v2, v1, version, words) => {
    expect(worseReport(reports(v2, v1), {}).version).toBe(version);
    expect(disagreement(reports(v2, v1), {})).toBe(words);
  });

  test('uses the configured classes of words', () => {
    expect(worseReport(reports('operational', 'flux'), { flux: 'ok' }).version).toBe('v2');
  });
});
