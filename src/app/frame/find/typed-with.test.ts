import { expect, test } from 'vitest';
import { typedWith } from './typed-with.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false };

test.each([
  ['no', 'd', 'nod'],
  ['nod', 'Backspace', 'no'],
  ['', 'Backspace', ''],
  ['nod', 'Escape', null],
  ['nod', 'ArrowDown', undefined],
  ['nod', 'Shift', undefined],
])('after %j the key %s leaves %j', (typed, key, expected) => {
  expect(typedWith(typed, { ...plain, key })).toBe(expected);
});

test('a browser shortcut types nothing', () => {
  expect(typedWith('nod', { ...plain, key: 'r', ctrlKey: true })).toBeUndefined();
});
