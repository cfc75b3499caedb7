import { expect, test } from 'vitest';
import type { Region, StatusDocument } from '#contract/resources.ts';
import { compareVersions, sideOf, statusSide } from './versions.ts';

function region(code: string | null, status: string | null = 'operational'): Region {
  return { code, name: 'Somewhere', zone: null, country: null, status };
}

function regions(rows: readonly Region[], complete = true) {
  return sideOf(rows, (row) => row.code, ['name', 'zone', 'country', 'status'], complete);
}

test('lists ids in one version only, and differing fields', () => {
  const v1 = regions([region('ams1', 'degraded'), region('fra1'), region('old1')]);
  const v2 = regions([region('fra1'), region('ams1'), region('hlx1'), region(null)]);
  expect(compareVersions(v1, v2)).toEqual({
    both: 2,
    onlyV1: ['old1'],
    onlyV2: ['hlx1'],
    differ: [{ id: 'ams1', field: 'status', v1: 'degraded', v2: 'operational' }],
  });
});

test('nothing is missing in a truncated list', () => {
  const { onlyV1, onlyV2 } = compareVersions(regions([region('ams1')]), regions([region('fra1')], false));
  expect(onlyV1).toBeNull();
  expect(onlyV2).toEqual(['fra1']);
});

test('an absent value differs from a present one', () => {
  expect(compareVersions(regions([region('a', null)]), regions([region('a')])).differ).toEqual([
    { id: 'a', field: 'status', v1: null, v2: 'operational' },
  ]);
});

test('status documents are compared by component, equal names separately', () => {
  const document = (words: readonly (readonly [string | null, string])[]): StatusDocument => ({
    status: 'operational',
    version: 'v1',
    region: 'Frankfurt',
    updated_at: null,
    components: words.map(([name, status]) => ({ name, status })),
  });
  const v1 = document([
    ['API', 'operational'],
    ['API', 'degraded'],
    [null, 'operational'],
  ]);
  const v2 = document([
    ['API', 'operational'],
    ['API', 'operational'],
    ['Cache', 'operational'],
  ]);
  expect(compareVersions(statusSide(v1), statusSide(v2))).toEqual({
    both: 3,
    onlyV1: ['without a name'],
    onlyV2: ['Cache'],
    differ: [{ id: 'API, 2', field: 'status', v1: 'degraded', v2: 'operational' }],
  });
});
