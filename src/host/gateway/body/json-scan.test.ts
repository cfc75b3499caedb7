import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthLimit, isTooDeep } from '#contract/json/parse.ts';
import { JsonScan } from './json-scan.ts';

function isDocument(bytes: Uint8Array): boolean {
  try {
    return !isTooDeep(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return false;
  }
}

function scanned(bytes: Uint8Array, step = bytes.length): boolean {
  const scan = new JsonScan();
  for (let at = 0; at < bytes.length; at += step) scan.take(bytes.subarray(at, at + step));
  return scan.isComplete();
}

const encoder = new TextEncoder();

const literal = fc.constantFrom(
  '0',
  '-0',
  '10',
  '1.5',
  '-1e3',
  '2E+07',
  '1e-9',
  '123456789012345678901234567890',
  'true',
  'false',
  'null',
  '""',
  '"\\u00e9\\ud800"',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"é🛰"',
  '"\u2028"',
  '"}]"',
);
const blank = fc.constantFrom('', '', ' ', '\n\t', '\r ');
const { document } = fc.letrec<{ document: string }>((tie) => ({
  document: fc
    .tuple(
      blank,
      fc.oneof(
        { maxDepth: 4 },
        literal,
        fc.array(tie('document'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(tie('document'), { maxLength: 4 })
          .map((items) => `[${items.length === 0 ? ' ' : items.join(',')}]`),
        fc
          .array(fc.tuple(blank, fc.constantFrom('a', '', '\\u0062', '__proto__'), blank, tie('document')), {
            maxLength: 4,
          })
          .map((members) => `{${members.map(([a, key, b, each]) => `${a}"${key}"${b}:${each}`).join(',')}}`),
      ),
      blank,
    )
    .map((parts) => parts.join('')),
}));

const step = fc.integer({ min: 1, max: 7 });

describe('the scan and JSON.parse agree', () => {
  test('on any JSON document, in any chunks', () => {
    fc.assert(
      fc.property(document, fc.boolean(), step, (text, isMarked, by) => {
        const bytes = encoder.encode(`${isMarked ? '\uFEFF' : ''}${text}`);
        expect(scanned(bytes, by)).toBe(true);
        expect(isDocument(bytes)).toBe(true);
      }),
    );
  });

  test('on a document with one byte lost, doubled or changed', () => {
    const change = fc.constantFrom('lost', 'doubled', 'other', 'cut');
    const byte = fc.oneof(
      fc.constantFrom(...encoder.encode('{}[]:,"\\/ \n0123456789-+.eEtrufalsn')),
      fc.integer({ min: 0, max: 255 }),
    );
    let good = 0;
    fc.assert(
      fc.property(document, fc.nat(), change, byte, step, (text, place, what, other, by) => {
        const bytes = [...encoder.encode(text)];
        const at = place % bytes.length;
        if (what === 'lost') bytes.splice(at, 1);
        else if (what === 'doubled') bytes.splice(at, 0, bytes[at] ?? 0);
        else if (what === 'other') bytes[at] = other;
        else bytes.length = at;
        const changed = Uint8Array.from(bytes);
        const isGood = isDocument(changed);
        if (isGood) good += 1;
        expect(scanned(changed, by)).toBe(isGood);
      }),
      { numRuns: 4000 },
    );
    // Few changes leave valid JSON. The test proves something only if some do.
    expect(good).toBeGreaterThan(100);
  });
});

test.each([0, 1, depthLimit - 1, depthLimit, depthLimit + 1, 100_000])('nested %i deep', (depth) => {
  const arrays = encoder.encode(`${'['.repeat(depth)}1${']'.repeat(depth)}`);
  const objects = encoder.encode(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  expect(scanned(arrays)).toBe(depth <= depthLimit);
  expect(scanned(objects)).toBe(depth <= depthLimit);
});

test.each([
  '',
  ' ',
  '[',
  '{"a"',
  '"',
  '1 2',
  '[1,]',
  '{"a":1,}',
  '01',
  '1.',
  '-',
  'nul',
  '\uFEFF\uFEFF1',
  "{'a':1}",
])('%j is no JSON document', (text) => {
  expect(scanned(encoder.encode(text))).toBe(false);
});
