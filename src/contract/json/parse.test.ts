import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthLimit, isPlainObject, isTooDeep, NumberLiteral, parseJson } from './parse.ts';

/** Texts of numbers that `JSON.parse` reads exactly. */
const plainNumber = fc.oneof(
  fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
  fc.constantFrom(0, -0, 1, -1),
);

/** Strings that contain numbers, JSON punctuation or escapes, to mislead the parser. */
const deceptiveText = fc.constantFrom(
  '12345678901234567890',
  ':12345678901234567890,',
  ': 1.5 ,',
  '[1e400]',
  '-0',
  '"quoted" 1.5',
  '\\',
  '\\"',
  '\u0001number:12345678901234567890',
  '\u2028',
  '\ud800',
  '__proto__',
);
const anyText = fc.oneof(deceptiveText, fc.string({ unit: 'binary' }));

const plainDocument = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyText,
    plainNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.array(fc.tuple(anyText, tie('value'))).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** A number as JSON text, and the value that the parser must return. */
const delicateNumber = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 10n ** 60n }).map((value) => ({ literal: String(value), value })),
  fc.bigInt({ min: 2n ** 53n, max: 10n ** 60n }).map((value) => ({ literal: `-${value}`, value: -value })),
  fc
    .tuple(fc.integer(), fc.stringMatching(/^(?:\.\d{1,25})?(?:[eE][+-]?\d{1,4})?$/))
    .filter(([, rest]) => rest !== '')
    .map(([whole, rest]) => ({ literal: `${whole}${rest}`, value: new NumberLiteral(`${whole}${rest}`) })),
);

function refuses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return false;
  } catch (cause) {
    return cause instanceof SyntaxError;
  }
}

function nested(levels: number): unknown {
  return parseJson(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
}

describe('numbers', () => {
  test.each<[string, unknown]>([
    ['0', 0],
    ['-0', -0],
    ['999999999999999', 999_999_999_999_999],
    ['9007199254740991', 9_007_199_254_740_991],
    ['-9007199254740991', -9_007_199_254_740_991],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    ['18446744073709551616', 18_446_744_073_709_551_616n],
    ['1.5', new NumberLiteral('1.5')],
    ['1.0', new NumberLiteral('1.0')],
    ['-0.0', new NumberLiteral('-0.0')],
    ['0e0', new NumberLiteral('0e0')],
    ['1e3', new NumberLiteral('1e3')],
    ['1E+3', new NumberLiteral('1E+3')],
    ['1e400', new NumberLiteral('1e400')],
    ['123456789012345678.5', new NumberLiteral('123456789012345678.5')],
  ])('%s keeps its exact value at any place', (literal, expected) => {
    expect(parseJson(literal)).toStrictEqual(expected);
    expect(parseJson(` \t${literal}\n`)).toStrictEqual(expected);
    expect(parseJson(`{"a":${literal}}`)).toStrictEqual({ a: expected });
    expect(parseJson(`{"a"\n:\r\n${literal}\t,"b":[${literal},\n${literal} ]}`)).toStrictEqual({
      a: expected,
      b: [expected, expected],
    });
  });

  test('an integer of more than 300 digits is not countable and stays as sent', () => {
    const digits = '9'.repeat(300);
    expect(parseJson(digits)).toBe(BigInt(digits));
    expect(parseJson(`${digits}9`)).toStrictEqual(new NumberLiteral(`${digits}9`));
  });

  test('a number that JSON.parse would change stays exact among other members', () => {
    fc.assert(
      fc.property(plainDocument, delicateNumber, plainDocument, (before, { literal, value }, after) => {
        const [first, last] = [JSON.stringify(before), JSON.stringify(after)];
        expect(parseJson(`[${first},${literal},{"n": ${literal}},${last}]`)).toStrictEqual([
          JSON.parse(first),
          value,
          { n: value },
          JSON.parse(last),
        ]);
      }),
    );
  });

  test('the last of two members with the same name wins, as in JSON.parse', () => {
    expect(parseJson('{"a":1.5,"a":"1.5"}')).toStrictEqual({ a: '1.5' });
    expect(parseJson('{"a":"1.5","a":12345678901234567890}')).toStrictEqual({ a: 12_345_678_901_234_567_890n });
    expect(parseJson('{"a":{"b":1.5},"a":[1.5]}')).toStrictEqual({ a: [new NumberLiteral('1.5')] });
  });
});

describe('everything else behaves as JSON.parse', () => {
  test('documents without such numbers equal the result of JSON.parse', () => {
    fc.assert(
      fc.property(plainDocument, fc.constantFrom(0, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJson(text)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  test('strings and names are never changed, with any content and any escapes', () => {
    fc.assert(
      fc.property(anyText, anyText, (name, value) => {
        const parsed = parseJson(`{${JSON.stringify(name)}:${JSON.stringify(value)},"delicate\\u0021":1.5}`);
        const plain: unknown = JSON.parse(JSON.stringify({ [name]: value }));
        expect(parsed).toStrictEqual(Object.assign(Object(plain), { 'delicate!': new NumberLiteral('1.5') }));
      }),
    );
    expect(parseJson('["\\u0001\\u006eumber:1.5", 1.5]')).toStrictEqual([
      '\u0001number:1.5',
      new NumberLiteral('1.5'),
    ]);
  });

  test('a text is rejected if and only if JSON.parse rejects it', () => {
    const noise = fc
      .array(
        fc.constantFrom(
          ...'{}[],:" \\.-+e0159'.split(''),
          'null',
          'true',
          '1.5',
          '"a"',
          '12345678901234567890',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(noise, fc.string({ unit: 'binary' })), (text) => {
        expect(refuses(parseJson, text)).toBe(refuses(JSON.parse, text.replace(/^\uFEFF/, '')));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '',
    ' ',
    '{"a":1.5',
    '[1.5,]',
    '01.5',
    '1.',
    '.5',
    '1.5.5',
    '1e',
    '+1.5',
    '12345678901234567890n',
    '-',
    'NaN',
    'Infinity',
    '{"a":1}{"a":1}',
    '"\n1.5"',
  ])('%j is not JSON', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  test('one byte order mark is accepted, two are rejected', () => {
    expect(parseJson('\uFEFF{"a":1}')).toStrictEqual({ a: 1 });
    expect(() => parseJson('\uFEFF\uFEFF{"a":1}')).toThrow(SyntaxError);
  });

  test('a member named __proto__ is an own property and does not change the prototype', () => {
    const parsed = parseJson('{"__proto__":{"polluted":1.5},"constructor":12345678901234567890,"a":1.5}');
    expect(isPlainObject(parsed) && Object.keys(parsed)).toStrictEqual(['__proto__', 'constructor', 'a']);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect(Reflect.get(Object(parsed), '__proto__')).toStrictEqual({ polluted: new NumberLiteral('1.5') });
    expect(parseJson('{"__proto__":1.5}')).toHaveProperty(['__proto__'], new NumberLiteral('1.5'));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('size and depth', () => {
  test.each([
    ['one long string', `["${'x'.repeat(5_000_000)}",1.5]`],
    ['one long string of escapes', `["${'\\n\\\\'.repeat(1_000_000)}",1.5]`],
    ['one long integer', `[${'9'.repeat(1_000_000)},1.5]`],
    ['200,000 levels', `${'['.repeat(200_000)}1.5${']'.repeat(200_000)}`],
  ])('%s causes no stack overflow', (_name, text) => {
    expect(() => parseJson(text)).not.toThrow();
  });

  test.each<[string, unknown, boolean]>([
    ['a scalar', 'text', false],
    ['null', null, false],
    ['nothing', undefined, false],
    [`${depthLimit} levels`, nested(depthLimit), false],
    [`${depthLimit + 1} levels`, nested(depthLimit + 1), true],
    ['200,000 levels', parseJson(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), true],
    ['many adjacent members', Array.from({ length: 200_000 }, () => [{}]), false],
  ])('%s: only the number of levels makes a value too deep', (_name, value, expected) => {
    expect(isTooDeep(value)).toBe(expected);
  });
});
