import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Utf8Text } from './utf8-text.ts';

function read(bytes: Buffer, size: number): string {
  const text = new Utf8Text();
  let found = '';
  for (let from = 0; from < bytes.length; from += size)
    found += text.take(bytes.subarray(from, from + size), 1 + found.split('\n').length - 1);
  text.end(found.split('\n').length);
  return found;
}

test('a text is decoded in any parts, without its byte order mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 5 }), (text, size) => {
      expect(read(Buffer.from(`\u{FEFF}${text}`), size)).toBe(text);
    }),
  );
  expect(read(Buffer.from('a\u{FEFF}b'), 1)).toBe('a\u{FEFF}b');
});

test.each([1, 2, 3, 100])('the first line that is not UTF-8 is named, in parts of %d bytes', (size) => {
  const bytes = Buffer.concat([Buffer.from('é\n€\n'), Buffer.from([0x61, 0xff, 0x0a]), Buffer.from('b\n')]);
  expect(() => read(bytes, size)).toThrow(
    expect.objectContaining({ line: 3, message: 'this line is not UTF-8' }),
  );
});

test('a file that ends within a character is refused', () => {
  expect(() => read(Buffer.from('a\n€').subarray(0, -1), 10)).toThrow(expect.objectContaining({ line: 2 }));
});
