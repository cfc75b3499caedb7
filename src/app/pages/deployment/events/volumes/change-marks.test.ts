import { expect, test } from 'vitest';
import type { Change } from '#domain/memory/changes.ts';
import { marksOfChanges } from './change-marks.ts';

const at = Date.parse('2026-03-12T13:29:00Z');

function change(part: Partial<Change>): Change {
  const name = 'Routing';
  return {
    at,
    kind: 'state',
    subject: 'component',
    id: name,
    name,
    region: null,
    notBefore: null,
    from: 'operational',
    to: 'partial_outage',
    ...part,
  };
}

test.each([
  ['a component with a partial outage', {}, ['Routing partial outage, 13:29']],
  ['an unknown word, in quotes', { to: 'wobbly' }, ['Routing “wobbly”, 13:29']],
  ['a recovery is not marked', { to: 'operational' }, []],
  ['maintenance is not marked', { to: 'maintenance' }, []],
  ['a region is not marked', { subject: 'region' }, []],
  ['an appearance is not marked', { kind: 'appeared' }, []],
] as const)('%s', (_case, part, labels) => {
  expect(marksOfChanges([change(part)], {}).map(({ label }) => label)).toEqual(labels);
});

test('only the newest few changes are marked', () => {
  const many = Array.from({ length: 9 }, (_, index) => change({ at: at - index, id: `c${index}` }));
  expect(marksOfChanges(many, {})).toHaveLength(4);
});
