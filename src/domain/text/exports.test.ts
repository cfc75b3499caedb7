import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseJson } from '#contract/json/parse.ts';
import {
  type ExportColumn,
  type ExportFormat,
  type ExportHeading,
  type ExportValue,
  exportWriter,
} from './exports.ts';

type Cells = readonly (readonly ExportValue[])[];

/** Writes a table in two parts, as the app writes a long table. */
function written(
  format: ExportFormat,
  heading: ExportHeading,
  columns: readonly ExportColumn[],
  rows: Cells,
): string {
  const writer = exportWriter(format, heading, columns);
  const half = Math.ceil(rows.length / 2);
  return (
    writer.head + writer.rows(rows.slice(0, half), true) + writer.rows(rows.slice(half), false) + writer.foot
  );
}

/** Writes CSV and removes the byte order mark. */
function toCsv(columns: readonly ExportColumn[], rows: Cells, heading: ExportHeading): string {
  const text = written('csv', heading, columns, rows);
  expect(text.startsWith('\u{FEFF}')).toBe(true);
  return text.slice(1);
}
const toJson = (heading: ExportHeading, columns: readonly ExportColumn[], rows: Cells) =>
  written('json', heading, columns, rows);

const columns = [{ name: 'id' }, { name: 'bytes' }];

/** Reads CSV by RFC 4180, independently of the code under test. Returns the cells of each record. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        cell += text[at];
        if (text[at] === '"') at += 1;
      }
      at += 1;
    } else {
      for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at += 1) cell += text[at];
    }
    record.push(cell);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    expect(text.slice(at, at + 2)).toBe('\r\n');
    at += 2;
    records.push(record);
    record = [];
  }
  return records;
}

describe('CSV', () => {
  it('starts with the heading', () => {
    const heading = [
      ['source', 'edge /api/v1/nodes'],
      ['claim', 'at least: fra1, iad1 list 200'],
      ['forged', 'a\r\n=1+1'],
    ] as const;
    expect(toCsv(columns, [['nod_1', 5]], heading)).toBe(
      '# source: edge /api/v1/nodes\r\n"# claim: at least: fra1, iad1 list 200"\r\n# forged: a =1+1\r\nid,bytes\r\nnod_1,5\r\n',
    );
  });

  it('is UTF-8 with one byte order mark at its start and plain spaces in its heading', async () => {
    const heading = [['age', '4\u{A0}s\u{202F}ago']] as const;
    const text = written('csv', heading, columns, [
      ['naïve', 1],
      ['東京', 2],
    ]);
    const bytes = new Uint8Array(await new Blob([text]).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(3))).toBe(
      '# age: 4 s ago\r\nid,bytes\r\nnaïve,1\r\n東京,2\r\n',
    );
  });

  it.each<[ExportValue, string]>([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    ['\u0000\u001b[31m', '"\u0000\u001b[31m"'],
    [' padded ', '" padded "'],
    ['', '""'],
    [null, ''],
    [{ sent: 'null' }, 'null'],
    [{ sent: '-1.5e400' }, '-1.5e400'],
    [{ sent: '{"a":1}' }, '"{""a"":1}"'],
    [{ sent: '-1+cmd|x' }, "'-1+cmd|x"],
    [-5, '-5'],
    [0, '0'],
    [Number.NaN, ''],
    [18_446_744_073_709_551_616n, '18446744073709551616'],
    [['read', 'write'], 'read; write'],
    [[], '""'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    [['=1+1', 'x'], "'=1+1; x"],
    ['a=1', 'a=1'],
    ['007', "'007"],
    ['1.10', "'1.10"],
    ['1,234', '"\'1,234"'],
    ['1e5', "'1e5"],
    ['12E03', "'12E03"],
    ['1234567890123456', "'1234567890123456"],
    ['3-4', "'3-4"],
    ['1/2', "'1/2"],
    ['2026-11-27', "'2026-11-27"],
    ['12:30', "'12:30"],
    ['42', '42'],
    ['1.5', "'1.5"],
    ['true', "'true"],
    ['1.2.3-rc', '1.2.3-rc'],
    ['2026-11-27T03:44:54.000Z', '2026-11-27T03:44:54.000Z'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['naïve', 'naïve'],
  ])('writes %s as %j', (cell, expected) => {
    expect(toCsv([{ name: 'c' }], [[cell]], [])).toBe(`c\r\n${expected}\r\n`);
  });

  it('parses back to every cell, and has no cell that a spreadsheet would run', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=1', '"', '\r\n', ',', "'", '-'));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, fc.bigInt())), cell, (rows, value) => {
        const [head, names, ...read] = readCsv(toCsv(columns, rows, [['k', value]]));
        expect(head).toHaveLength(1);
        expect(head?.[0]).toMatch(/^# k: /);
        expect(names).toEqual(['id', 'bytes']);
        const expected = rows.map(([text, number], row) => [
          read[row]?.[0] === text ? text : `'${text}`,
          String(number),
        ]);
        expect(read).toEqual(expected);
        for (const [text] of read) expect(text).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

describe('JSON', () => {
  it('starts with the heading, one row on each line', () => {
    const text = toJson([['claim', 'exact']], columns, [
      ['bkt_1', 9_007_199_254_740_993n],
      ['bkt_2', null],
    ]);
    expect(text).toBe(
      '{"about":{"claim":"exact"},\n"data":[\n{"id":"bkt_1","bytes":9007199254740993},\n{"id":"bkt_2","bytes":null}\n]}\n',
    );
  });

  it('has values of a wrong type as sent, cut or not', () => {
    const cells = [
      [{ sent: '42' }, { sent: '{"a":[1]}' }],
      [{ sent: '"xxx' }, { sent: 'null' }],
    ] as const;
    expect(toJson([], columns, cells)).toContain('{"id":42,"bytes":{"a":[1]}},\n{"id":"\\"xxx","bytes":null}');
  });

  it('has plain spaces in its heading, and no byte order mark', () => {
    expect(JSON.parse(toJson([['age', '4\u{A0}s ago']], columns, []))).toEqual({
      about: { age: '4 s ago' },
      data: [],
    });
  });

  it('is valid JSON without rows', () => {
    expect(JSON.parse(toJson([], columns, []))).toEqual({ about: {}, data: [] });
  });

  it('keeps columns of any name', () => {
    const names = [{ name: '__proto__' }, { name: '1' }, { name: 'a"b' }];
    expect(toJson([], names, [['x', ['read', 'write'], Number.NaN]])).toContain(
      '{"__proto__":"x","1":["read","write"],"a\\"b":null}',
    );
  });

  it('parses back to every digit of every integer', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.bigInt())), (rows) => {
        // The text was written by `toJson`, so the type is right.
        const read = parseJson(toJson([], columns, rows)) as { data: { id: string; bytes: number | bigint }[] };
        expect(read.data.map(({ id, bytes }) => [id, BigInt(bytes)])).toEqual(rows);
      }),
    );
  });
});

test('for pasting, cells are separated by tabs, and cells with a tab are quoted', () => {
  expect(written('tsv', [['claim', 'exact']], [{ name: 'id' }, { name: 'name' }], [['bkt_1', 'a\tb']])).toBe(
    '# claim: exact\r\nid\tname\r\nbkt_1\t"a\tb"\r\n',
  );
});
