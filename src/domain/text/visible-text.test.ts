import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayLeaveLine, pageOf, revealed, settled, withBlanksNamed } from './visible-text.ts';

describe('settled text', () => {
  test.each([
    ['plain', 'plain'],
    ['Zürich 運行 🚀', 'Zürich 運行 🚀'],
    ['a\u202Egpj.exe', 'a‹U+202E›gpj.exe'],
    ['a\u2069b', 'a‹U+2069›b'],
    ['\u0000\u001b[31m', '‹U+0000›‹U+001B›[31m'],
    ['two\r\nlines', 'two‹U+000D›‹U+000A›lines'],
    ['half \ud800', 'half \ufffd'],
    // Joiners combine several pictures into one. A single direction mark has no effect outside its element.
    ['👩‍🚀\u200f', '👩‍🚀\u200f'],
  ])('%j', (sent, shown) => expect(settled(sent)).toBe(shown));
});

describe('leading and trailing blanks', () => {
  test.each([
    ['Object Store', 'Object Store'],
    ['Object Store ', 'Object Store‹U+0020›'],
    [' Object Store', '‹U+0020›Object Store'],
    ['Cache\u00a0\u2003 ', 'Cache‹3 blanks›'],
    ['Cache\t', 'Cache‹U+0009›'],
    ['', ''],
  ])('%j is shown as %j', (text, seen) => expect(withBlanksNamed(text, 500)).toBe(seen));

  test('a cut text has no trailing blank', () => {
    expect(withBlanksNamed('one two three', 4)).toBe('one ');
    expect(withBlanksNamed('one two ', 5)).toBe('one t‹U+0020›');
  });
});

describe('revealed text', () => {
  test.each([
    ['{"a": 1}\n', '{"a": 1}\n'],
    ['\ufeff{}', '‹U+FEFF›{}'],
    ['a\u200bb\u00ad\u3164', 'a‹U+200B›b‹U+00AD›‹U+3164›'],
    ['a\u00a0b\u2800', 'a‹U+00A0›b‹U+2800›'],
    ['\u202e\r\u0000\u007f', '‹U+202E›‹U+000D›‹U+0000›‹U+007F›'],
    ['\ud800', '‹U+D800›'],
    ['frа1', 'frа1'],
  ])('%j', (sent, shown) => expect(revealed(sent)).toBe(shown));

  test('look-alike characters differ by their code points', () => {
    expect(revealed('frа1 🚀', true)).toBe('fr‹U+0430›1 ‹U+1F680›');
  });

  test('with any text, every character is visible', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (sent) => {
        expect(revealed(sent)).not.toMatch(/(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(revealed(sent, true)).toMatch(/^[\t\n\x20-\x7e‹›]*$/);
      }),
    );
  });
});

test('pages contain the complete text, and split no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 5 }), (text, size) => {
      const pages = Array.from({ length: Math.ceil(text.length / size) }, (_, page) =>
        pageOf(text, page, size),
      );
      const parts = pages.map(([from, to]) => text.slice(from, to));
      expect(parts.join('')).toBe(text);
      for (const part of parts) expect(part.isWellFormed()).toBe(true);
    }),
  );
});

test('excess marks are named, not drawn', () => {
  expect(settled(`a${'\u0301'.repeat(50)}b`)).toBe(`a${'\u0301'.repeat(4)}‹+46 marks›b`);
  expect(revealed(`a${'\u0301'.repeat(5)}`)).toBe(`a${'\u0301'.repeat(4)}‹+1 mark›`);
  expect(withBlanksNamed(` a${'\u20dd'.repeat(6)}`, 500)).toBe(`‹U+0020›a${'\u20dd'.repeat(4)}‹+2 marks›`);
  // Hebrew letters with point, vowel, accent and meteg, then Vietnamese, Thai and a plain accent.
  for (const text of ['שָּֽׁ֑'.normalize('NFD').slice(0, 5), 'ệ'.normalize('NFD'), 'ที่', 'é'.normalize('NFD')])
    expect(settled(text)).toBe(text);
  expect(mayLeaveLine('naïve, ệ'.normalize('NFD'))).toBe(true);
  expect(mayLeaveLine('naïve'.normalize('NFD'))).toBe(false);
});
