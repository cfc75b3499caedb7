import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { blank } from './format.ts';
import { markdownLink, markdownText } from './markdown.ts';

test.each([
  ['Query Engine', 'Query Engine'],
  ['fra1-node-3.example', 'fra1-node-3.example'],
  ['a\n\n# b\r\n- c', 'a \\# b - c'],
  ['a | b', 'a \\| b'],
  ['`rm -rf` *x* _y_ ~~z~~', '\\`rm -rf\\` \\*x\\* \\_y\\_ \\~\\~z\\~\\~'],
  ['<img src=x onerror=alert(1)> &amp;', '&lt;img src=x onerror=alert\\(1\\)&gt; &amp;amp;'],
  ['[click](http://evil.test)', '\\[click\\]\\(http\\://evil.test\\)'],
  ['www.evil.test, WWW.evil.test', 'www\\.evil.test, WWW\\.evil.test'],
  ['a\\', 'a\\\\'],
  ['\u202eabc\u0007', '‹U+202E›abc‹U+0007›'],
  ['', '(blank)'],
  ['  \n ', '(blank)'],
])('%j is written as %j', (text, written) => {
  expect(markdownText(text)).toBe(written);
});

test('a long text is cut', () => {
  expect(markdownText('x'.repeat(500))).toBe(`${'x'.repeat(199)}…`);
});

test('no text ends its line or has markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = markdownText(text, 1_000);
      if (written === blank) return;
      expect(written).not.toMatch(/[\p{Cc}\u2028\u2029<>]|&(?!(?:amp|lt|gt);)/u);
      // Without its escaped signs, nothing of the text is markup.
      expect(written.replace(/\\[^a-z\d\s]/gi, '')).not.toMatch(/[\\`*_~|$#@:[\]()!]/);
      expect(written.isWellFormed()).toBe(true);
    }),
  );
});

test('a link has its address in one piece', () => {
  expect(markdownLink('a', 'https://h.test/x?q=\\')).toBe('[a](https://h.test/x?q=%5C)');
  expect(markdownLink('a [b]', 'https://h.test/x?q=(a b)')).toBe('[a \\[b\\]](https://h.test/x?q=%28a%20b%29)');
});
