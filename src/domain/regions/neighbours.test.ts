import { expect, test } from 'vitest';
import { neighboursOf } from './neighbours.ts';
import { joinInventory } from './region-rows.ts';

test.each([
  ['fra1', 'ber1', 'prg1'],
  ['prg1', 'fra1', 'ber1'],
  ['iad1', undefined, undefined],
  ['non1', undefined, undefined],
  ['zzz9', undefined, undefined],
])('%s is between %s and %s of its zone', (code, previous, next) => {
  const zones = { prg1: 'eu', iad1: 'na', fra1: 'eu', non1: null, ber1: 'eu' };
  const regions = Object.entries(zones).map(([each, zone]) => ({
    code: each,
    zone,
    name: null,
    country: null,
    status: 'operational',
  }));
  const lists = [{ version: 'v2', regions: [...regions, ...regions], complete: true }] as const;
  const found = neighboursOf(joinInventory({ lists, nodes: null, buckets: null }, {}), code);
  expect([found.previous?.code, found.next?.code]).toEqual([previous, next]);
});
