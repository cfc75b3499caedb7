import { expect, test } from 'vitest';
import { toggledKinds } from './tallies.ts';

test.each([
  ['from all', [], ['presence', 'move', 'capacity', 'name', 'word', 'contradiction', 'sight']],
  ['from one other', ['sight'], ['state', 'sight']],
  ['back to all', ['presence', 'move', 'capacity', 'name', 'word', 'contradiction', 'sight'], []],
  ['the last one brings all back', ['state'], []],
  ['beside a word that is none', ['state', 'x'], []],
] as const)('a kind is switched %s', (_case, chosen, expected) => {
  expect(toggledKinds(chosen, 'state')).toEqual(expected);
});
