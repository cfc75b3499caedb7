import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeFlaw, flawIn } from './flaw.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['<!doctype html>', 'unexpected at line 1, character 1'],
  ['{"status":NaN}', 'unexpected at line 1, character 11'],
  ['{"status":operational}', 'unexpected at line 1, character 11'],
  ['{\n  "data": [1,],\n}', 'unexpected at line 2, character 14'],
  ['{"a":1}\n{"a":1}', 'unexpected at line 2, character 1'],
  ['[01]', 'unexpected at line 1, character 3'],
  ['["a\tb"]', 'unexpected at line 1, character 4'],
  ['["\\x"]', 'unexpected at line 1, character 3'],
  ['{"a":1]', 'unexpected at line 1, character 7'],
  ['{,}', 'unexpected at line 1, character 2'],
  ['{"data":[{"id":"bkt_', 'ends too early, at line 1, character 21'],
  ['[1,\n', 'ends too early, at line 2, character 1'],
  ['', 'ends too early, at line 1, character 1'],
])('%j: %s', (text, flaw) => {
  expect(describeFlaw(text)).toBe(flaw);
});

/** Valid JSON with one changed character, or JSON tokens in random order. */
const nearJson = fc.oneof(
  fc
    .tuple(fc.json({ stringUnit: 'binary' }), fc.nat(), fc.nat(2), fc.string({ unit: 'binary', maxLength: 2 }))
    .map(([text, place, cut, put]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + put + text.slice(at + cut);
    }),
  fc
    .array(fc.constantFrom(...'{}[]:,"\\-0159.eE+u \n'.split(''), 'true', 'null', '"a"', '\\u00e', '\u0007'))
    .map((parts) => parts.join('')),
);

test('a flaw is found if and only if JSON.parse rejects the text, and the text before it can still become JSON', () => {
  fc.assert(
    fc.property(nearJson, (text) => {
      const flaw = flawIn(text);
      expect(flaw === null).toBe(isJson(text));
      if (flaw !== null && flaw < text.length) {
        const before = text.slice(0, flaw);
        expect([null, flaw]).toContain(flawIn(before));
      }
    }),
    { numRuns: 5_000 },
  );
});

test('deep and long texts cause no stack overflow', () => {
  expect(flawIn('['.repeat(500_000))).toBe(500_000);
  expect(flawIn(`["${'\\n'.repeat(1_000_000)}`)).toBe(2_000_002);
  expect(flawIn(`${'9'.repeat(2_000_000)}x`)).toBe(2_000_000);
});
