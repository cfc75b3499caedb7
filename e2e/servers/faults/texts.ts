/** Fault modes: hostile text in every string value (docs/understand/untrusted-responses.md, “Text”). */

import { odd } from './mode.ts';

/** Replaces each string of a body except `object`, without which the body would be no list. */
function everyText(make: (text: string, index: number) => unknown) {
  let index = 0;
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') {
      index += 1;
      return make(value, index);
    }
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
  };
  return {
    edit: (body: Record<string, unknown>) => {
      index = 0;
      const { object, ...rest } = body;
      return object === undefined ? change(rest) : { object, ...Object(change(rest)) };
    },
  };
}

function oneOf(texts: readonly string[]) {
  return everyText((text, index) => `${texts[index % texts.length]}${index > 40 ? text : index}`);
}

const markup = [
  '<img src=x onerror="globalThis.__pwned=1">',
  '</script><script>globalThis.__pwned=1</script>',
  '"><svg onload=globalThis.__pwned=1>',
  "' onmouseover='globalThis.__pwned=1",
  '{{constructor.constructor("globalThis.__pwned=1")()}}',
  '</title></style><base href="//trap.invalid/">',
];
const keys = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'];
const bidi = ['\u202Eabc', '\u2066abc', 'abc\u2069\u202C', '\u200Fabc', '\u061Cabc', 'שלום'];
const long = [
  'e\u0301\u0302\u0303'.repeat(400),
  'x'.repeat(20_000),
  '\u200B\u2060\uFEFF',
  '👩‍👩‍👧‍👦',
  '\u3164',
];
const controls = [
  'a\u0000b',
  '\u001B[31mred\u001B[0m',
  'a\r\nSet-Cookie: x=1',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\u0007',
];
const addresses = [
  'javascript:globalThis.__pwned=1',
  'data:text/html,<script>globalThis.__pwned=1</script>',
  '//trap.invalid/x',
  '\\\\trap.invalid\\x',
  'url(http://trap.invalid/x)',
  'http://trap.invalid/x',
];
const alike = ['оperational', 'ｏｐｅｒａｔｉｏｎａｌ', 'operatіonal', 'frа1', 'operational\u200B'];

export const textModes = [
  odd('markup', 'A47', 'sends markup in every text', oneOf(markup)),
  odd(
    'prototype-values',
    'A48',
    'sends names of prototypes as values',
    everyText((_, index) => keys[index % 6]),
  ),
  odd('prototype-members', 'A48', 'sends names of prototypes as members', {
    body: (text) =>
      text.replaceAll('{"', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"'),
  }),
  odd('bidi', 'A49', 'turns the direction of text', oneOf(bidi)),
  odd('long', 'A50', 'sends long, stacked, invisible and joined characters', oneOf(long)),
  odd(
    'invisible',
    'A50',
    'sends nothing but invisible characters',
    everyText(() => '\u200B\u200C\u2060'),
  ),
  odd('controls', 'A51', 'sends control characters and formulas', oneOf(controls)),
  odd(
    'lone-surrogates',
    'A52',
    'sends halves of characters',
    everyText((text, index) => `\uD800${text}\uDC00${index}`),
  ),
  odd('addresses', 'A53', 'sends addresses as values', oneOf(addresses)),
  odd(
    'alike',
    'A54',
    'sends letters that look like others',
    everyText((_, index) => alike[index % alike.length]),
  ),
  odd('hostile-headers', 'A55', 'sends headers that command browsers', ({ trapUrl }) => ({
    headers: {
      'Set-Cookie': 'session=stolen',
      'Clear-Site-Data': '"*"',
      Refresh: `0; url=${trapUrl}`,
      Link: `<${trapUrl}/x.css>; rel=preload; as=style`,
      'Service-Worker-Allowed': '/',
      'Access-Control-Allow-Origin': '*',
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': "default-src *; script-src 'unsafe-inline' *",
      'X-Frame-Options': 'ALLOWALL',
      'Strict-Transport-Security': 'max-age=31536000',
      NEL: '{"report_to":"x"}',
    },
  })),
];
