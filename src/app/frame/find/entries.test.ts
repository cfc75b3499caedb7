import { expect, test } from 'vitest';
import type { FoundState } from '#domain/figures/found-states.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import { type Entry, pagesOf, placeOf, stateEntry } from './entries.ts';

const state = (counts: FoundState['counts']): FoundState => ({
  where: { kind: 'zone', zone: 'eu' },
  severity: null,
  counts,
  alsoFiltered: [],
});

const said = (counts: FoundState['counts'], claim: Claim | undefined) =>
  stateEntry(state(counts), 'node', { slug: 'main', owner: null, lookups: noLookups, claim }).detail;

test.each<[string, Claim | undefined, string, string]>([
  ['all of it', { kind: 'exact' }, '4 nodes degraded', 'none'],
  ['an unknown part of it', undefined, '4 nodes degraded', 'none'],
  ['all known regions', { kind: 'known-regions', regions: 5 }, '4 nodes degraded', 'none'],
  [
    'the first 1,000 only',
    { kind: 'at-least', reasons: ['there are more'], first: 1000 },
    'at least 4 nodes degraded',
    'none of those read',
  ],
])('a state claims no more than the list confirms: %s', (_, claim, some, none) => {
  expect(said(new Map([['degraded', 4]]), claim)).toBe(some);
  expect(said(new Map(), claim)).toBe(none);
});

const row = (to: string, detail = ''): Entry => ({ kind: 'Bucket', name: to, detail, texts: [], to });
const act = (name: string): Entry => ({
  kind: 'Action',
  name,
  detail: null,
  texts: [],
  icon: 'find',
  act: () => undefined,
});

test.each<[string, readonly Entry[], Entry, number, number]>([
  ['stays', [row('a'), row('b')], row('b'), 1, 1],
  ['says something else by now', [row('a'), row('b', 'new')], row('b', 'old'), 1, 1],
  ['moves', [row('c'), row('a'), row('b')], row('b'), 1, 2],
  ['is one of several that are the same', [row('a'), row('b'), row('b')], row('b'), 2, 2],
  ['is gone', [row('a'), row('c')], row('b'), 1, -1],
  ['is an action', [row('a'), act('a'), act('b')], act('b'), 1, 2],
])('a pointed row and %s', (_, rows, entry, place, expected) => {
  expect(placeOf(rows, { entry, place })).toBe(expected);
});

test('without a history, no entry leads to a handover or a report', () => {
  const deployment = { slug: 'main', name: 'Main', baseUrl: '', shownUrl: '', demo: false, words: {} };
  const names = pagesOf(deployment, [], () => true).map(({ name }) => name);
  expect(names).toContain('All deployments');
  expect(names.filter((name) => /handover|report/i.test(name))).toEqual([]);
});
