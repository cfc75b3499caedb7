import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayNames, repeatedNames } from './deployment-names.ts';

const named = (...names: readonly (readonly [name: string, slug: string])[]) =>
  displayNames(names.map(([name, slug]) => ({ name, slug })));

test.each([
  [
    'unique names stay',
    [
      ['Edge', 'edge'],
      ['Core', 'core'],
    ],
    ['Edge', 'Core'],
  ],
  [
    'a repeated name has its slug',
    [
      ['Edge', 'eu'],
      ['Core', 'core'],
      ['Edge', 'us'],
    ],
    ['Edge (eu)', 'Core', 'Edge (us)'],
  ],
  [
    'names that look alike',
    [
      ['Edge', 'a'],
      ['edge ', 'b'],
      ['Ed\u200Bge', 'c'],
    ],
    ['Edge (a)', 'edge  (b)', 'Ed\u200Bge (c)'],
  ],
  [
    'a configured name that another one would get',
    [
      ['Edge', 'a'],
      ['Edge', 'b'],
      ['Edge (a)', 'c'],
    ],
    ['Edge (a)', 'Edge (b)', 'Edge (a) (c)'],
  ],
] as const)('%s', (_case, deployments, expected) => {
  expect(named(...deployments)).toEqual(expected);
});

test('two display names never look alike', () => {
  const name = fc.oneof(
    fc.constantFrom('Edge', 'edge', 'Edge (a)', 'Edge (b) (a)', 'Edge (a) (b)'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), (names) => {
      const shown = named(...names.map((each, index) => [each, 'abcdefgh'.charAt(index)] as const));
      expect(repeatedNames(shown).size).toBe(0);
    }),
  );
});
