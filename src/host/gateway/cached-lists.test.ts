import { expect, test } from 'vitest';
import type { CachedList } from '#domain/first-screen/first-screen.ts';
import { CachedLists } from './cached-lists.ts';

const path = '/api/v2/nodes';
const lasting = { 'cache-control': 'max-age=60' };

function read(text: string, headers: Readonly<Record<string, string>> = lasting, cachedSeconds = 0) {
  return { body: new TextEncoder().encode(text), headers, heldSeconds: cachedSeconds };
}

function bodiesOf(lists: CachedLists, region?: string): readonly (string | null)[] {
  return lists.of('edge', region).map(({ list: { body } }) => body && new TextDecoder().decode(body));
}

test.each([
  ['', true],
  ['?limit=1000', true],
  ['?region=fra1', true],
  ['?region=nowhere', false],
  ['?limit=1000&region=fra1', false],
])('the query %j requests a complete list or a complete region: %j', (search, isHeld) => {
  expect(new CachedLists().counts(path, search)).toBe(isHeld);
});

test("a region's list is cached beside the complete one, for its own page only", () => {
  const lists = new CachedLists();
  lists.note('edge', path, '', read('[1,2]'));
  lists.note('edge', path, '?region=fra1', read('[1]'));
  lists.note('edge', path, '?region=ams1', read('[2]'));
  expect(bodiesOf(lists)).toEqual(['[1,2]']);
  expect(bodiesOf(lists, 'fra1')).toEqual(['[1,2]', '[1]']);
  lists.noteAbsent('edge', path, '?region=fra1');
  expect(bodiesOf(lists, 'fra1')).toEqual(['[1,2]', '[1]']);
  lists.noteLong('edge', path, '?region=fra1');
  expect(bodiesOf(lists, 'fra1')).toEqual(['[1,2]']);
});

test('the number of cached region lists is limited, and they displace no complete list', () => {
  const lists = new CachedLists();
  lists.note('edge', path, '', read('[1,2]'));
  const codes = Array.from({ length: 600 }, (_, index) =>
    [index % 26, Math.floor(index / 26), 0]
      .map((letter) => String.fromCodePoint(97 + letter))
      .join('')
      .concat('1'),
  );
  for (const code of codes) lists.note('edge', path, `?region=${code}`, read('[]'));
  expect(codes.filter((code) => lists.of('edge', code).length === 2)).toEqual(codes.slice(100));
});

test('a status is not cached', () => {
  expect(new CachedLists().counts('/api/v2/status', '')).toBe(false);
});

test('the newest response to the same request is cached, even if it is shorter', () => {
  const lists = new CachedLists();
  lists.note('edge', path, '?limit=1000', read('[{"status":"operational"}]'));
  lists.note('edge', path, '?limit=1000', read('[{"status":"down"}]'));
  expect(bodiesOf(lists)).toEqual(['[{"status":"down"}]']);
});

test('a shorter list does not replace a longer one', () => {
  const lists = new CachedLists();
  lists.note('edge', path, '', read('[1,2]'));
  lists.note('edge', path, '?limit=1000', read('[1,2,3,4]'));
  lists.note('edge', path, '', read('[1,3]'));
  lists.note('edge', path, '?limit=1', read('[1]'));
  expect(bodiesOf(lists)).toEqual(['[1,2,3,4]']);
});

test('an expired list is replaced by a shorter one', () => {
  const lists = new CachedLists();
  lists.note('edge', path, '?limit=9', read('[1,2,3,4]', lasting, 59));
  expect(bodiesOf(lists)).toEqual(['[1,2,3,4]']);
  lists.note('edge', path, '?limit=9', read('[1,2,3,4,5]', lasting, 61));
  lists.note('edge', path, '', read('[1]'));
  expect(bodiesOf(lists)).toEqual(['[1]']);
});

test.each(['no-store', 'private, max-age=60', 'no-cache', 'max-age=0'])(
  'a response that must not be shared is not cached: %s',
  (cacheControl) => {
    const lists = new CachedLists();
    lists.note('edge', path, '', read('[]', { 'cache-control': cacheControl }));
    expect(bodiesOf(lists)).toEqual([]);
  },
);

test('a response over 1 MiB is not cached', () => {
  const lists = new CachedLists();
  lists.note('edge', path, '', read('['.repeat(1024 ** 2 + 1)));
  expect(bodiesOf(lists)).toEqual([]);
});

test('all cached lists take at most 32 MiB', () => {
  const lists = new CachedLists();
  for (let index = 0; index < 40; index += 1)
    lists.note(`slug-${index}`, path, '', read(String(index).padEnd(1024 ** 2, ' ')));
  const cached = Array.from({ length: 40 }, (_, index) => lists.of(`slug-${index}`).length);
  expect(cached).toEqual([...Array<number>(8).fill(0), ...Array<number>(32).fill(1)]);
});

test('an absent list is reported, but not if it responded before', () => {
  const lists = new CachedLists();
  lists.noteAbsent('edge', path, '');
  expect(bodiesOf(lists)).toEqual([null]);
  lists.note('edge', path, '', read('[]'));
  lists.noteAbsent('edge', path, '');
  expect(bodiesOf(lists)).toEqual(['[]']);
});

test('the same response is recognised by its tag and reported once', () => {
  const reported: CachedList[] = [];
  const lists = new CachedLists((_slug, list) => reported.push(list));
  lists.note('edge', path, '', read('[]', { ...lasting, etag: '"1"' }));
  expect(lists.renew('edge', path, '', '"1"')).toBe(true);
  expect(lists.renew('edge', path, '', '"2"')).toBe(false);
  expect(lists.renew('edge', path, '', null)).toBe(false);
  expect(lists.renew('other', path, '', '"1"')).toBe(false);
  expect(reported).toHaveLength(1);
});

test('the observer counts its lists itself, however long they are', () => {
  const lists = new CachedLists();
  const reported = (word: string) => ({
    tally: { groups: [{ code: 'fra1', name: null, word, count: 2 }], claim: { kind: 'exact' as const } },
    heldMilliseconds: 4_000,
    ageSeconds: 1,
    lifetimeMilliseconds: 60_000,
    leftMilliseconds: 60_000,
  });
  const words = () => lists.tallies.of('edge').map(({ tally }) => tally?.groups.map(({ word }) => word));
  lists.tallies.take('edge', path, reported('early'));
  expect(words()).toEqual([]);
  lists.tallies.leave(['edge']);
  lists.tallies.take('edge', path, reported('operational'));
  const node = '{"id":"nod_1","pop":"fra1","status":"down","capacity":"1G","created_at":"x"}';
  lists.note('edge', path, '', read(`{"object":"list","data":[${node}],"pagination":{"has_more":false}}`));
  lists.noteLong('edge', path, '');
  expect(words()).toEqual([['operational']]);
  expect(lists.tallies.of('edge')).toMatchObject([{ ageSeconds: 1, lifetimeMilliseconds: 60_000 }]);
});

test("the observer's sum of buckets is sent to pages until the deployment is dropped", () => {
  const lists = new CachedLists();
  const claim = { kind: 'known-regions', regions: 3 } as const;
  const bytes = { total: '918734323983581185', missing: 0 };
  lists.tallies.leave(['edge']);
  lists.tallies.take('edge', '/api/v2/buckets', {
    tally: { groups: [{ code: null, name: null, word: null, count: 889 }], claim },
    bytes,
    heldMilliseconds: 0,
    ageSeconds: 0,
    lifetimeMilliseconds: 60_000,
    leftMilliseconds: 60_000,
  });
  expect(lists.tallyEntries('edge')).toMatchObject([{ path: '/api/v2/buckets', tally: { claim }, bytes }]);
  lists.forget('edge');
  expect(lists.tallyEntries('edge')).toEqual([]);
});

test('pages get the absent lists, each until it answers', () => {
  const lists = new CachedLists();
  lists.noteAbsent('edge', '/api/v2/buckets', '');
  lists.noteAbsent('edge', path, '');
  lists.noteAbsent('edge', '/api/v1/assets', '?region=fra1');
  const absent = () => lists.tallyEntries('edge').flatMap((each) => (each.tally === null ? each.path : []));
  expect(absent()).toEqual([path, '/api/v2/buckets']);
  lists.note('edge', '/api/v2/buckets', '', read('[]'));
  expect(absent()).toEqual([path]);
});
