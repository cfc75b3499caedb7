import { expect, test } from 'vitest';
import type { Group } from '../lists/listing.ts';
import { countsInWords, foundStates, speaksOfState, stateName } from './found-states.ts';

const group = (zone: string | null, code: string | null, severity: string, count: number): Group => ({
  key: [zone, code, severity],
  count,
  sums: {},
});

const told = (groups: readonly Group[]) =>
  foundStates(groups).map(({ where, severity, counts }) => {
    const place = where.kind === 'all' ? 'all' : where.kind === 'zone' ? where.zone : where.code;
    return `${stateName(severity)} in ${place}: ${countsInWords(counts, 'node')}`;
  });

test('rows that are not operational are counted in total, by zone and by region, worst first', () => {
  expect(
    told([
      group('eu-west', 'lon1', 'ok', 40),
      group('eu-west', 'lon1', 'notice', 1),
      group('eu-west', 'lon1', 'degraded', 4),
      group('eu-west', 'par1', 'ok', 9),
    ]),
  ).toEqual([
    'Not operational in all: 4 nodes degraded, 1 maintenance or notice',
    'Degraded in all: 4 nodes degraded',
    'Maintenance or notice in all: 1 node maintenance or notice',
    'Not operational in eu-west: 4 nodes degraded, 1 maintenance or notice',
    'Degraded in eu-west: 4 nodes degraded',
    'Maintenance or notice in eu-west: 1 node maintenance or notice',
    'Not operational in lon1: 4 nodes degraded, 1 maintenance or notice',
    'Degraded in lon1: 4 nodes degraded',
    'Maintenance or notice in lon1: 1 node maintenance or notice',
    'Not operational in par1: none',
  ]);
});

test('rows without a place count in the total, and a single severity has one result only', () => {
  expect(told([group(null, null, 'unknown', 2), group(null, 'lon1', 'critical', 1)])).toEqual([
    'Not operational in all: 1 node major outage, 2 unknown',
    'Major outage in all: 1 node major outage',
    'Unknown in all: 2 nodes unknown',
    'Not operational in lon1: 1 node major outage',
  ]);
  expect(told([])).toEqual([]);
});

test('a search for a severity finds places with only that severity, and places without problems', () => {
  const asked = foundStates([group('eu', null, 'degraded', 1), group('af', null, 'ok', 1)]);
  expect(asked.map(({ where, alsoFiltered: alsoAsked }) => [where.kind, alsoAsked.join(' ')])).toEqual([
    ['all', 'degraded'],
    ['zone', 'degraded'],
    ['zone', 'critical partial degraded unknown notice'],
  ]);
});

test.each([
  ['not operational in eu-west', true],
  ['degr', true],
  ['eu-west maintenance', true],
  ['no', false],
  ['marseille', false],
  ['', false],
])('%s contains a state: %s', (query, expected) => {
  expect(speaksOfState(query)).toBe(expected);
});

test('with very many places, only those with problems are results', () => {
  const quiet = Array.from({ length: 3_000 }, (_, index) => group(null, `r${index}`, 'ok', 1));
  expect(told([...quiet, group(null, 'lon1', 'degraded', 4)])).toEqual([
    'Not operational in all: 4 nodes degraded',
    'Not operational in lon1: 4 nodes degraded',
  ]);
  expect(told(quiet)).toEqual(['Not operational in all: none']);
});
