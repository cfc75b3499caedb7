import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvRecord, CsvRecords } from './csv-records.ts';

/** Reads CSV that comes in parts of `size` characters. */
function read(text: string, size = text.length): readonly CsvRecord[] {
  const records = new CsvRecords();
  const found: CsvRecord[] = [];
  for (let from = 0; from < text.length; from += Math.max(size, 1))
    found.push(...records.take(text.slice(from, from + Math.max(size, 1))));
  return [...found, ...records.end()];
}

function cellsOf(text: string) {
  return read(text).map(({ cells }) => cells);
}

describe('CSV by RFC 4180', () => {
  test.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a,b","c ""d"""\r\n', [['a,b', 'c "d"']]],
    ['"line 1\r\nline 2",x\r\n', [['line 1\r\nline 2', 'x']]],
    ['a,,""\r\n', [['a', null, '']]],
    [',\r\n', [[null, null]]],
    ['a,', [['a', null]]],
    ['""""\r\n', [['"']]],
    ['\r\n\na\r\n\r\n', [['a']]],
    ['', []],
  ])('%j is %j', (text, cells) => expect(cellsOf(text)).toEqual(cells));

  test('a record has the line at which it begins', () => {
    const text = 'a\r\n"b\r\nb\nb",1\r\n\r\nc\n';
    expect(read(text).map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  test.each([
    ['a"b"\r\n', 1, 'a cell with a quote is not in quotes'],
    ['x\r\n"a"b\r\n', 2, 'a quote inside of a cell is not doubled'],
    ['a\rb\r\n', 1, 'a carriage return must be followed by a line feed'],
    ['a\r\r\n', 1, 'a carriage return must be followed by a line feed'],
    ['x\r\n"a\r\nb', 2, 'the quotes of a cell do not end, as if the file had been cut'],
  ])('%j is refused at line %j: %s', (text, line, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ line, message }));
  });
});

test('what is written is read back, wherever the text is cut into parts', () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.constantFrom('"', ',', '\r\n', '\n', '\r', '""', ' a ', 'é'),
  );
  const written = (cells: readonly (string | null)[]) =>
    cells.map((each) => (each === null ? '' : `"${each.replaceAll('"', '""')}"`)).join(',');
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, size) => {
        const text = rows.map((cells) => `${written(cells)}\r\n`).join('');
        expect(read(text, size).map(({ cells }) => cells)).toEqual(rows);
        expect(read(text, size)).toEqual(read(text));
      },
    ),
  );
});
