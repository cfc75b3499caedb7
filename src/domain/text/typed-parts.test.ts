import { expect, test } from 'vitest';
import { typedParts } from './typed-parts.ts';

const drawn = (name: string, query: string) =>
  typedParts(name, query)
    .map(({ text, typed }) => (typed ? `[${text}]` : text))
    .join('');

test.each([
  ['Marseille', 'mars', '[Mars]eille'],
  ['nod_mars0tq84ke71b', 'MARS', 'nod_[mars]0tq84ke71b'],
  ['São Paulo', 'sao pau', '[São] [Pau]lo'],
  ['Sa\u0303o Paulo', 'sao', '[Sa\u0303o] Paulo'],
  ['Not operational in Operetta', 'oper', 'Not [oper]ational in Operetta'],
  ['cooperative oper', 'oper', 'cooperative [oper]'],
  ['Marseille', 'mrs1', 'Marseille'],
  ['', 'a', ''],
  ['👨‍👩‍👧 home', 'home', '👨‍👩‍👧 [home]'],
])('%s, with %s typed', (name, query, expected) => {
  expect(drawn(name, query)).toBe(expected);
});

test('no part of a name is lost, at any length', () => {
  const name = `media ${'x'.repeat(5000)}`;
  expect(
    typedParts(name, 'media x')
      .map(({ text }) => text)
      .join(''),
  ).toBe(name);
});
