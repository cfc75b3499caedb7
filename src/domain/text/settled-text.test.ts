import { expect, test } from 'vitest';
import { withBlanksNamed } from './settled-text.ts';

test.each([
  ['Object Store', 'Object Store'],
  ['Object Store ', 'Object Store‹U+0020›'],
  [' Object Store', '‹U+0020›Object Store'],
  ['Cache\u00a0\u2003 ', 'Cache‹3 blanks›'],
  ['Cache\t', 'Cache‹U+0009›'],
  ['', ''],
])('%j is seen as %j', (text, seen) => expect(withBlanksNamed(text, 500)).toBe(seen));

test('what is cut is not taken for a blank at the end', () => {
  expect(withBlanksNamed('one two three', 4)).toBe('one ');
  expect(withBlanksNamed('one two ', 5)).toBe('one t‹U+0020›');
});
