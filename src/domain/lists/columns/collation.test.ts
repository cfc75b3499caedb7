import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from '#domain/text/compare-texts.ts';
import { collationRanks, last } from './collation.ts';

/** Ranks of texts, computed by the collator alone. */
function plainRanks(texts: readonly (string | null)[]): readonly number[] {
  const sorted = texts.filter((text) => text !== null).toSorted(compareTexts);
  const ranks = new Map<string, number>();
  let rank = 0;
  for (const [index, text] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before !== undefined && compareTexts(before, text) !== 0) rank = index;
    ranks.set(text, rank);
  }
  return texts.map((text) => (text === null ? last : (ranks.get(text) ?? last)));
}

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const words = fc
  .array(
    fc.constantFrom('a', 'A', 'b', 'crate', 'Crate', '-', '_', '.', ' ', '0', '00', '1', '7', '10', '007', '~'),
  )
  .map((parts) => parts.join(''));
const odd = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'é',
    'E\u0301',
    'ß',
    'ss',
    'SS',
    '\u0000',
    '\t',
    'a\u00ada',
    '١٢',
    'ä1',
    'z\u007f',
    '1'.repeat(300),
  ),
);

/** Texts that begin alike, for different lengths. */
const related = fc.array(words, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('').slice(0, 40));

test.each([
  ['printable texts', fc.oneof(words, printable), 0, 60, 500],
  ['texts of all kinds', fc.oneof({ weight: 3, arbitrary: words }, printable, odd), 0, 60, 500],
  ['many texts with long common parts', related.map((text) => `node-of-a-region-${text}`), 300, 700, 30],
  [
    'many equal texts',
    fc.constantFrom('', 'a', 'node-001', 'node-0012', 'node-0012-of-a-region'),
    700,
    900,
    20,
  ],
])('%s are ranked as by the collator', (_, text, minLength, maxLength, numRuns) => {
  fc.assert(
    fc.property(fc.array(fc.option(text, { freq: 9 }), { minLength, maxLength }), (texts) => {
      const ranks = collationRanks(texts.length, (row) => texts[row] ?? null);
      expect([...ranks]).toEqual(plainRanks(texts));
    }),
    { numRuns },
  );
});
