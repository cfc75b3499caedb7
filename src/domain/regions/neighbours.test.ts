import { expect, test } from 'vitest';
import { chosenOf, neighboursOf } from './neighbours.ts';
import { joinInventory } from './region-rows.ts';

function rows(zones: Readonly<Record<string, string | null>>) {
  const regions = Object.entries(zones).map(([code, zone]) => ({
    code,
    zone,
    name: null,
    country: null,
    status: 'operational',
  }));
  return joinInventory({ lists: [{ version: 'v2', regions, complete: true }], nodes: null, buckets: null }, {});
}

test.each([
  ['fra1', 'ber1', 'prg1'],
  ['ber1', 'prg1', 'fra1'],
  ['prg1', 'fra1', 'ber1'],
])('%s is between %s and %s of its zone', (code, previous, next) => {
  const found = neighboursOf(
    rows({ prg1: 'eu-central', iad1: 'na-east', fra1: 'eu-central', ber1: 'eu-central' }),
    code,
  );
  expect([found.previous?.code, found.next?.code]).toEqual([previous, next]);
  expect(found.all.map((row) => row.code)).toEqual(['ber1', 'fra1', 'prg1']);
});

test.each([
  ['ber1', undefined, 'fra1'],
  ['fra1', 'ber1', undefined],
])('of two regions, %s has only one neighbour', (code, previous, next) => {
  const found = neighboursOf(rows({ ber1: 'eu-central', fra1: 'eu-central' }), code);
  expect([found.previous?.code, found.next?.code]).toEqual([previous, next]);
});

test.each([
  ['iad1', 1],
  ['non1', 0],
  ['zzz9', 0],
])('%s has no neighbours', (code, all) => {
  const found = neighboursOf(rows({ iad1: 'na-east', fra1: 'eu-central', non1: null }), code);
  expect(found.previous).toBeNull();
  expect(found.all).toHaveLength(all);
});

test('a long list shows the nearest regions and those with problems, in order', () => {
  const codes = Array.from({ length: 30 }, (_, index) => `eu${String(index).padStart(2, '0')}`);
  const { all } = neighboursOf(rows(Object.fromEntries(codes.map((code) => [code, 'eu']))), 'eu20');
  const shown = chosenOf(all, 'eu20', ({ code }) => code === 'eu02', 6);
  expect(shown.map(({ code }) => code)).toEqual(['eu02', 'eu18', 'eu19', 'eu20', 'eu21', 'eu22']);
  expect(chosenOf(all, 'eu20', () => false, 40)).toEqual(all);
});
