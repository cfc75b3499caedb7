import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { xmlText } from './xml-text.ts';

test.each([
  ['a < b && "c" > \'d\'', 'a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;'],
  [']]>', ']]&gt;'],
  ['bell \u0007, escape \u001b, not a character \uffff', 'bell \ufffd, escape \ufffd, not a character \ufffd'],
  ['half a pair \ud800', 'half a pair \ufffd'],
  ['a pair \u{1f4e1}, tab\t, line\n', 'a pair \u{1f4e1}, tab\t, line\n'],
])('%j is written as %j', (text, written) => {
  expect(xmlText(text)).toBe(written);
});

test('no text leaves its element or attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = xmlText(text);
      expect(written).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
      expect(written.isWellFormed()).toBe(true);
    }),
  );
});
