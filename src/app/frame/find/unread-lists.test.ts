import { expect, test } from 'vitest';
import { loadRow, loadRows, notSearched, type UnreadList } from './unread-lists.ts';

type Told = Pick<UnreadList, 'loaded' | 'toCome' | 'failed'>;

function listOf(
  told: Told,
  owner: string | null = null,
  resource: UnreadList['resource'] = 'bucket',
): UnreadList {
  return { slug: owner ?? 'edge', resource, owner, ...told };
}

const rowOf = (lists: readonly UnreadList[], isRunning: boolean) =>
  loadRow('crate', 'bucket', lists, isRunning, () => undefined);

test.each<[Told, readonly [name: string, detail: string], readonly [name: string, detail: string]]>([
  [
    { loaded: null, toCome: 1, failed: 0 },
    ['Buckets are not loaded. Load and search them.', 'asks at least 1 list'],
    ['Buckets are being loaded.', 'searching, 1 list to come'],
  ],
  [
    { loaded: null, toCome: 0, failed: 1 },
    ['Buckets are not loaded. Load and search them.', 'asks at least 1 list'],
    ['Buckets could not be loaded. The next try is automatic.', '1 list could not be read'],
  ],
  [
    { loaded: 100, toCome: 6, failed: 0 },
    ['Search all buckets for “crate”', '100 loaded; asks 6 more lists'],
    ['Search all buckets for “crate”', '100 loaded; searching, 6 lists to come'],
  ],
  [
    { loaded: 100, toCome: 3, failed: 3 },
    ['Search all buckets for “crate”', '100 loaded; asks 6 more lists'],
    ['Search all buckets for “crate”', '100 loaded; searching, 3 lists to come; 3 lists could not be read'],
  ],
])('an unread or partly read list, before and while it loads: %o', (told, before, running) => {
  const [asked, loading] = [rowOf([listOf(told)], false), rowOf([listOf(told)], true)];
  expect([asked.name, asked.detail]).toEqual(before);
  expect([loading.name, loading.detail]).toEqual(running);
});

test.each<[readonly UnreadList[], string, string]>([
  [
    [listOf({ loaded: 100, toCome: 6, failed: 0 }, 'Harbour')],
    'Search all buckets of Harbour',
    '100 loaded; asks 6 more',
  ],
  [
    [
      listOf({ loaded: 100, toCome: 6, failed: 0 }, 'Harbour'),
      listOf({ loaded: null, toCome: 1, failed: 0 }, 'Delta'),
    ],
    'Search all buckets of Harbour and Delta',
    '100 loaded; asks at least 7 more lists',
  ],
  [
    ['A', 'B', 'C', 'D', 'E'].map((name) => listOf({ loaded: null, toCome: 1, failed: 0 }, name)),
    'Buckets of A, B, C and 2 others are not loaded.',
    'asks at least 5 lists',
  ],
])('names the deployments and the number of requests: %o', (lists, name, detail) => {
  const row = rowOf(lists, false);
  expect(row.name).toContain(name);
  expect(row.detail).toContain(detail);
});

test('one row per resource, the key on the first that is not loading, and no row without a query', () => {
  const unread = (['asset', 'bucket', 'event'] as const).map((resource) =>
    listOf({ loaded: null, toCome: 1, failed: 0 }, null, resource),
  );
  const loaded: string[] = [];
  const rows = loadRows(
    'x',
    unread,
    ({ resource }) => resource === 'bucket',
    (lists) => loaded.push(...lists.map(({ resource }) => resource)),
  );
  expect(rows.map(({ name, key }) => [name, key])).toEqual([
    ['Buckets are being loaded.', undefined],
    ['Event types are not loaded. Load and search them.', 'a'],
    ['Assets are not loaded. Load and search them.', undefined],
  ]);
  rows.find(({ key }) => key === 'a')?.act();
  expect(loaded).toEqual(['event']);
  expect(notSearched(rows, ['node'])).toBe(
    ' Not searched yet: event types and assets. Being loaded: buckets. The service lists only a part of nodes.',
  );
  expect(
    loadRows(
      ' ',
      unread,
      () => false,
      () => undefined,
    ),
  ).toEqual([]);
});
