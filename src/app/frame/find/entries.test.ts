import { expect, test } from 'vitest';
import type { Claim } from '#domain/lists/claim.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import type { FoundState } from '#domain/severity/found-states.ts';
import { stateEntry } from './entries.ts';

const state = (counts: FoundState['counts']): FoundState => ({
  where: { kind: 'zone', zone: 'eu' },
  severity: null,
  counts,
  alsoAsked: [],
});

const said = (counts: FoundState['counts'], claim: Claim | undefined) =>
  stateEntry(state(counts), 'node', { slug: 'main', owner: null, lookups: noLookups, claim }).detail;

test.each<[string, Claim | undefined, string, string]>([
  ['all of it', { kind: 'exact' }, '4 nodes degraded', 'none'],
  ['nothing said of that', undefined, '4 nodes degraded', 'none'],
  ['all known regions', { kind: 'known-regions', regions: 5 }, '4 nodes degraded', 'none'],
  [
    'the first 1,000 only',
    { kind: 'at-least', reasons: ['there are more'], first: 1000 },
    'at least 4 nodes degraded',
    'none of those read',
  ],
])('a state says no more than the list that was read: %s', (_, claim, some, none) => {
  expect(said(new Map([['degraded', 4]]), claim)).toBe(some);
  expect(said(new Map(), claim)).toBe(none);
});
