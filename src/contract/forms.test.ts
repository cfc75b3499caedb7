import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeForm, type Form, hasForm, parseCapacity, parseTimestamp } from './forms.ts';
import { isRegionCode } from './region-code.ts';

/** Two digits from 00 to `most`. */
function part(most: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
}

describe('timestamps', () => {
  test.each<[string, string | null]>([
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09.5Z', '2024-05-06T07:08:09.500Z'],
    ['2024-05-06T07:08:09.123456789Z', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06T07:08:09+00:00', '2024-05-06T07:08:09.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2023-02-29T00:00:00Z', null],
    ['2024-02-30T00:00:00Z', null],
    ['2024-04-31T00:00:00Z', null],
    ['2024-13-01T00:00:00Z', null],
    ['2024-00-10T00:00:00Z', null],
    ['2024-01-00T00:00:00Z', null],
    ['2024-01-01T24:00:00Z', null],
    ['2024-12-31T24:00:00Z', null],
    ['2016-12-31T23:59:60Z', null],
    ['2024-01-01T00:60:00Z', null],
    ['+275760-09-13T00:00:00Z', null],
    ['-000001-01-01T00:00:00Z', null],
    ['2024-05-06T07:08:09', null],
    ['2024-05-06T07:08:09+02:00', null],
    ['2024-05-06T07:08:09-00:00', null],
    ['2024-05-06 07:08:09Z', null],
    ['2024-05-06', null],
    ['20240506T070809Z', null],
    ['2024-05-06t07:08:09z', null],
    ['2024-05-06T07:08:09Z\n', null],
    [' 2024-05-06T07:08:09Z', null],
    ['٢٠٢٤-05-06T07:08:09Z', null],
    ['1714979289', null],
    ['now', null],
    ['', null],
  ])('%j is read as %j', (text, instant) => {
    expect(parseTimestamp(text)).toBe(instant === null ? null : Date.parse(instant));
    expect(hasForm({ kind: 'timestamp' }, text)).toBe(instant !== null);
  });

  test('every instant of a four-digit year survives a round trip', () => {
    const range = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') };
    fc.assert(
      fc.property(fc.date({ ...range, noInvalidDate: true }), (date) => {
        expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  test('an impossible day of a month is rejected, not moved to the next month', () => {
    fc.assert(
      fc.property(part(13), part(33), part(25), (month, day, hour) => {
        const text = `2023-${month}-${day}T${hour}:00:00Z`;
        const time = parseTimestamp(text);
        if (time !== null) expect(new Date(time).toISOString()).toBe(text.replace('Z', '.000Z'));
      }),
      { numRuns: 500 },
    );
  });
});

describe('text formats', () => {
  test.each<[Form, readonly string[], readonly string[]]>([
    [
      { kind: 'id', prefix: 'bkt' },
      ['bkt_0123456789abcd', 'bkt_abcdefghijklmn'],
      [
        'bkt_0123456789abc',
        'bkt_0123456789abcde',
        'bkt_0123456789abcD',
        'bkt-0123456789abcd',
        'ast_0123456789abcd',
        '0123456789abcd',
        'bkt_0123456789abcd\n',
        '',
      ],
    ],
    [
      { kind: 'region-code' },
      ['fra1', 'zzz0'],
      ['fra', 'fra12', 'FRA1', 'fr1a', 'fra１', 'fra-1', ' fra1', 'fra1\n', ''],
    ],
    [{ kind: 'country' }, ['DE', 'de'], ['DEU', 'D', 'D1', '', 'ÄÖ']],
    [
      { kind: 'capacity' },
      ['0G', '10G', '100000000000000000000G'],
      ['10', 'G', '10g', '1.5G', '-1G', '10 G', '10GB'],
    ],
    [{ kind: 'path' }, ['/', '/a b', '//x'], ['', 'a/b', ' /a', 'https://a/']],
    [
      { kind: 'event-name' },
      ['object_created', 'a', 'a2_b'],
      ['', 'Object_created', 'object.created', 'object-created'],
    ],
    [{ kind: 'upper-case' }, ['HIT', 'TCP_HIT', 'HIT-2'], ['', 'Hit', 'HITs']],
  ])('%j', (form, right, wrong) => {
    for (const text of right) expect([text, hasForm(form, text)]).toStrictEqual([text, true]);
    for (const text of wrong) expect([text, hasForm(form, text)]).toStrictEqual([text, false]);
    expect(describeForm(form)).not.toBe('');
  });

  test('a text of several megabytes causes no stack overflow', () => {
    const kinds = [
      'timestamp',
      'region-code',
      'country',
      'capacity',
      'path',
      'event-name',
      'upper-case',
    ] as const;
    for (const text of ['a_'.repeat(2_000_000), '9'.repeat(4_000_000), `/${'😀'.repeat(1_000_000)}`])
      for (const kind of kinds) expect(() => hasForm({ kind }, text)).not.toThrow();
  });
});

test.each<[string, bigint | null]>([
  ['0G', 0n],
  ['100G', 100n],
  ['007G', 7n],
  ['18446744073709551616G', 18_446_744_073_709_551_616n],
  ['100', null],
  ['G', null],
  ['1.5G', null],
  ['-1G', null],
  ['1e3G', null],
  ['', null],
])('capacity %j is %s', (text, expected) => {
  expect(parseCapacity(text)).toBe(expected);
});

test('isRegionCode agrees with the region-code format', () => {
  expect(isRegionCode('fra1')).toBe(true);
  expect(isRegionCode('fra10')).toBe(false);
});
