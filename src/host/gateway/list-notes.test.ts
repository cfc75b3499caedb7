import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass } from '#testing/shared-cache.ts';
import { ListNotes } from './list-notes.ts';

const path = '/api/v2/nodes';
const buckets = '/api/v2/buckets';
const lasting = { 'cache-control': 'max-age=60' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A list of nodes with these status words. */
function read(words: readonly string[], headers: Readonly<Record<string, string>> = lasting) {
  const data = words.map((status, index) => ({
    id: `nod_${index}`,
    pop: 'fra1',
    status,
    capacity: '1G',
    created_at: 'x',
  }));
  const body = new TextEncoder().encode(
    JSON.stringify({ object: 'list', data, pagination: { has_more: false } }),
  );
  return { body, headers: { ...headers }, heldSeconds: 0 };
}

function wordsOf(lists: ListNotes): readonly string[] {
  return lists
    .talliesOf('edge')
    .flatMap(({ tally }) => tally?.groups ?? [])
    .map(({ word, count }) => `${count} ${word}`);
}

function heldOf(lists: ListNotes): readonly number[] {
  return lists.talliesOf('edge').map(({ heldMilliseconds }) => heldMilliseconds);
}

test.each([
  [path, '', true],
  [path, '?limit=1000', true],
  [path, '?region=fra1', false],
  [path, '?limit=1000&region=fra1', false],
  ['/api/v2/status', '', false],
  ['/api/v9/nodes', '', false],
])('%s%s requests a complete list: %j', (requested, search, isNoted) => {
  expect(new ListNotes().counts(requested, search)).toBe(isNoted);
});

test('the newest response to the same request counts, even if it is shorter', () => {
  const lists = new ListNotes();
  lists.note('edge', path, '?limit=1000', read(['up', 'up']));
  lists.note('edge', path, '?limit=1000', read(['down']));
  expect(wordsOf(lists)).toEqual(['1 down']);
});

test('a shorter list replaces a longer one only after that has expired', () => {
  const lists = new ListNotes();
  lists.note('edge', path, '', read(['up']));
  lists.note('edge', path, '?limit=1000', read(['up', 'up']));
  lists.note('edge', path, '', read(['down']));
  expect(wordsOf(lists)).toEqual(['2 up']);
  pass(61);
  lists.note('edge', path, '', read(['down']));
  expect(wordsOf(lists)).toEqual(['1 down']);
});

test('an unchanged list is received again without being read', () => {
  const lists = new ListNotes();
  const tagged = read(['up'], { ...lasting, etag: '"1"' });
  expect(lists.isKnown('edge', path, '"1"')).toBe(false);
  lists.note('edge', path, '', tagged);
  pass(30);
  expect(heldOf(lists)).toEqual([30_000]);
  expect(lists.isKnown('edge', path, '"1"')).toBe(true);
  lists.note('edge', path, '', { ...tagged, headers: { ...tagged.headers }, body: null });
  expect([wordsOf(lists), heldOf(lists)]).toEqual([['1 up'], [0]]);
  expect(lists.isKnown('edge', path, '"2"')).toBe(false);
  expect(lists.isKnown('edge', path, null)).toBe(false);
  expect(lists.isKnown('other', path, '"1"')).toBe(false);
});

test('lists that are not counted need not be read', () => {
  const lists = new ListNotes();
  expect(lists.isKnown('edge', buckets, null)).toBe(true);
  lists.leave(['edge']);
  expect(lists.isKnown('edge', path, null)).toBe(true);
});

test('the same cached response is not received again', () => {
  const lists = new ListNotes();
  const cached = read(['up']);
  lists.note('edge', path, '', cached);
  pass(5);
  lists.note('edge', path, '', { ...cached, heldSeconds: 5 });
  expect(heldOf(lists)).toEqual([5_000]);
});

test.each([
  ['is over 1 MiB', { ...read([]), body: new Uint8Array(1024 ** 2 + 1) }],
  ['is too long to be read', { ...read([]), body: null }],
  ['is no list', { ...read([]), body: new TextEncoder().encode('[]') }],
])('a response that %s has no tally', (_name, response) => {
  const lists = new ListNotes();
  lists.note('edge', path, '', read(['up']));
  lists.note('edge', path, '', response);
  expect(lists.talliesOf('edge')).toEqual([]);
});

test('the limit of the last request of a page is known, for its lists only', () => {
  const lists = new ListNotes();
  const known = () => lists.limitsOf('edge', ['node', 'region']);
  lists.noteLimit('edge', path, '?limit=500');
  lists.noteLimit('edge', path, '?limit=5000');
  lists.noteLimit('edge', '/api/v1/regions', '?limit=1000');
  lists.noteLimit('edge', buckets, '?limit=1000');
  lists.noteLimit('other', path, '?limit=7');
  expect(known()).toEqual({ 'edge /api/v2/nodes': 5000, 'edge /api/v1/regions': 1000 });
  lists.noteLimit('edge', path, '');
  expect(known()).toEqual({ 'edge /api/v1/regions': 1000 });
  lists.forget('edge');
  expect(known()).toEqual({});
});

test('the observer counts its lists itself, however long they are', () => {
  const lists = new ListNotes();
  const reported = (word: string) => ({
    tally: { groups: [{ code: 'fra1', name: null, word, count: 2 }], claim: { kind: 'exact' as const } },
    heldMilliseconds: 4_000,
    ageSeconds: 1,
    lifetimeMilliseconds: 60_000,
    leftMilliseconds: 60_000,
  });
  const words = () => lists.talliesOf('edge').map(({ tally }) => tally?.groups.map(({ word }) => word));
  lists.take('edge', path, reported('early'));
  expect(words()).toEqual([]);
  lists.leave(['edge']);
  lists.take('edge', path, reported('operational'));
  lists.note('edge', path, '', read(['down']));
  lists.note('edge', path, '', { body: null, headers: lasting, heldSeconds: 0 });
  expect(words()).toEqual([['operational']]);
  expect(lists.talliesOf('edge')).toMatchObject([{ ageSeconds: 1, lifetimeMilliseconds: 60_000 }]);
});

test("the observer's sums of buckets are sent to pages until the deployment is dropped", () => {
  const lists = new ListNotes();
  const claim = { kind: 'known-regions', regions: 3 } as const;
  const bytes = { total: '918734323983581185', missing: 0 };
  const objects = { total: '41000', missing: 0 };
  lists.leave(['edge']);
  lists.take('edge', '/api/v2/buckets', {
    tally: { groups: [{ code: null, name: null, word: null, count: 889 }], claim },
    bytes,
    objects,
    heldMilliseconds: 0,
    ageSeconds: 0,
    lifetimeMilliseconds: 60_000,
    leftMilliseconds: 60_000,
  });
  expect(lists.talliesOf('edge')).toMatchObject([
    { path: '/api/v2/buckets', tally: { claim }, bytes, objects },
  ]);
  lists.forget('edge');
  expect(lists.talliesOf('edge')).toEqual([]);
});

test('pages get the absent lists, each until it answers or for five minutes', () => {
  const lists = new ListNotes();
  lists.noteAbsent('edge', buckets);
  lists.noteAbsent('edge', path);
  const absent = () => lists.talliesOf('edge').flatMap((each) => (each.tally === null ? each.path : []));
  expect(absent()).toEqual([path, buckets]);
  lists.note('edge', buckets, '', read([]));
  expect(absent()).toEqual([path]);
  pass(301);
  expect(absent()).toEqual([]);
});

test('a list that answered before is not absent', () => {
  const lists = new ListNotes();
  for (const each of [path, buckets] as const) {
    lists.note('edge', each, '', read(['up']));
    lists.noteAbsent('edge', each);
  }
  expect(wordsOf(lists)).toEqual(['1 up']);
  expect(lists.talliesOf('edge')).toHaveLength(1);
});
