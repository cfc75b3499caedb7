import { describe, expect, it } from 'vitest';
import { classify } from '../severity/classify.ts';
import { type KnownKind, lastKnownRows } from './last-known.ts';

const kind = (noun: string, words: Readonly<Record<string, string>>): KnownKind => ({
  noun,
  parts: Object.entries(words).map(([name, word]) => ({
    id: name,
    name,
    state: classify(word),
    readAt: 0,
    since: null,
  })),
});
const components = kind('component', {
  API: 'operational',
  Cache: 'degraded',
  Ingest: 'operational',
  Export: 'major_outage',
});
const regions = kind('region', { Graz: 'operational', Malmö: 'operational' });
const told = (kinds: readonly KnownKind[], room: number) =>
  lastKnownRows(kinds, room).map(({ name, word }) => `${name.text}: ${word.text}`);

describe('the last known states', () => {
  it('have one row each if there is room, worst first', () => {
    expect(told([components, regions], 6)).toEqual([
      'Export: major outage',
      'Cache: degraded',
      'API: operational',
      'Ingest: operational',
      'Graz: operational',
      'Malmö: operational',
    ]);
  });

  it('merge good parts of each kind', () => {
    expect(told([components, regions], 4)).toEqual([
      'Export: major outage',
      'Cache: degraded',
      '2 others: operational',
      '2 regions: operational',
    ]);
  });

  it('keep single rows of the first kinds if they fit', () => {
    expect(told([components, regions], 5)).toEqual([
      'Export: major outage',
      'Cache: degraded',
      'API: operational',
      'Ingest: operational',
      '2 regions: operational',
    ]);
  });

  it('count parts that were not good and have no room', () => {
    expect(told([components, regions], 3)).toEqual([
      '2: not good',
      '2 others: operational',
      '2 regions: operational',
    ]);
    const bad = kind('component', {
      API: 'down',
      Cache: 'degraded',
      Ingest: 'degraded',
      Export: 'operational',
    });
    expect(told([bad], 3)).toEqual(['API: down', '2 more: not good', '1 other: operational']);
  });

  it('show less without room, and nothing without parts', () => {
    expect(told([components, regions], 1)).toHaveLength(1);
    expect(told([components, regions], 0)).toEqual([]);
    expect(told([kind('component', {})], 4)).toEqual([]);
  });

  it('mark states that were only assumed good', () => {
    expect(told([kind('region', { a: 'healthy', b: 'operational', c: 'operational' })], 1)).toEqual([
      '3 regions: assumed good',
    ]);
  });
});
