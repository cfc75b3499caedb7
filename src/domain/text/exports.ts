/** Tables as files: exactly the rows shown, every digit kept, with a heading that says what they are. */

/** What was sent in place of a value: JSON text, possibly cut. */
export interface SentInstead {
  readonly sent: string;
}

export type ExportValue = string | number | bigint | null | readonly string[] | SentInstead;

export interface ExportColumn {
  readonly name: string;
}

/** What stands above the rows, in order: source, times, claim. */
export type ExportHeading = readonly (readonly [key: string, value: string])[];

/** A spreadsheet would take a text that starts like this for a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A spreadsheet takes a text like this for a number. */
const number = /^[.,]?\d[\d.,]*(e[+-]?\d+)?$/i;
/** A spreadsheet takes a text like this for a date, a time of day or a truth value. */
const otherValue = /^(?:\d{1,4}(?:[-/.:]\d{1,4}){1,2}|true|false)$/i;
/** Digits of a number that a spreadsheet keeps. */
const mostDigits = 15;

/** Byte order mark. Without it spreadsheets do not read a CSV file as UTF-8. */
const byteOrderMark = '\u{FEFF}';

/** Cells that RFC 4180 needs in quotes, and cells that a reader might trim. */
const special = /[",\p{Cc}]|^\s|\s$/u;

function quote(text: string): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvCell(cell: ExportValue): string {
  if (cell === null) return '';
  if (typeof cell === 'bigint') return String(cell);
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (typeof cell !== 'string' && 'sent' in cell) return sentCell(cell.sent);
  const text = typeof cell === 'string' ? cell : cell.join('; ');
  return textCell(text);
}

/** A number that was sent is one to a spreadsheet, too, minus sign and all. */
function sentCell(sent: string): string {
  return /^-?\d[\d.eE+-]*$/.test(sent) ? sent : textCell(sent);
}

/** Whether a spreadsheet shows another text: "007" as 7, "1.10" as 1.1, "1e5" as 100000, "3-4" as a date. */
function isMisread(text: string): boolean {
  if (otherValue.test(text)) return true;
  return number.test(text) && (text.length > mostDigits || String(Number(text)) !== text);
}

function textCell(text: string): string {
  // An empty text is in quotes. A value that was never sent is an empty cell.
  if (text === '') return '""';
  return quote(formula.test(text) || isMisread(text) ? `'${text}` : text);
}

/** A heading value on one line, with plain spaces: no-break spaces are for the screen. */
function plainText(value: string): string {
  return value.replaceAll(/\p{Cc}+|\p{Zs}/gu, ' ');
}

function headingLine([key, value]: ExportHeading[number]): string {
  return quote(`# ${key}: ${value}`);
}

export type ExportFormat = 'csv' | 'json' | 'tsv';

/** A table in parts, so that a long one need never be held whole: `head`, the rows in any number of parts, `foot`. */
export interface ExportWriter {
  readonly head: string;
  rows(rows: readonly (readonly ExportValue[])[], isFirst: boolean): string;
  readonly foot: string;
}

export function exportWriter(
  format: ExportFormat,
  heading: ExportHeading,
  columns: readonly ExportColumn[],
): ExportWriter {
  const plain = heading.map(([key, value]) => [plainText(key), plainText(value)] as const);
  return format === 'json' ? jsonWriter(plain, columns) : delimitedWriter(format, plain, columns);
}

/**
 * CSV by RFC 4180 with CRLF, or tab-separated text for pasting: heading lines "# key: value", the column names, the rows.
 * A CSV file begins with a byte order mark. Texts that a spreadsheet would run as a formula or read as another value get a
 * leading apostrophe. `null` is an empty cell. A list of words is joined with "; ". A value of another type is its JSON.
 */
function delimitedWriter(
  format: 'csv' | 'tsv',
  heading: ExportHeading,
  columns: readonly ExportColumn[],
): ExportWriter {
  const delimiter = format === 'csv' ? ',' : '\t';
  const names = columns.map(({ name }) => csvCell(name)).join(delimiter);
  return {
    head: (format === 'csv' ? byteOrderMark : '') + [...heading.map(headingLine), names, ''].join('\r\n'),
    rows: (rows) =>
      rows
        .map((row) => `${columns.map((_, index) => csvCell(row[index] ?? null)).join(delimiter)}\r\n`)
        .join(''),
    foot: '',
  };
}

/** What was sent, as the JSON that it is; a cut one is a text. */
function sentJson(sent: string): string {
  try {
    JSON.parse(sent);
    return sent;
  } catch {
    return JSON.stringify(sent);
  }
}

function jsonCell(cell: ExportValue): string {
  if (typeof cell === 'object' && cell !== null && 'sent' in cell) return sentJson(cell.sent);
  // As digits: JSON has no limit for integers, JSON.stringify refuses them.
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell);
}

/** Members are written one by one: an object would reorder keys that are numbers, and lose `__proto__`. */
function jsonObject(members: readonly (readonly [string, ExportValue])[]): string {
  return `{${members.map(([key, cell]) => `${JSON.stringify(key)}:${jsonCell(cell)}`).join(',')}}`;
}

/** `{"about": {heading}, "data": [rows]}`, a row a line, rows as objects by column name. */
function jsonWriter(heading: ExportHeading, columns: readonly ExportColumn[]): ExportWriter {
  return {
    head: `{"about":${jsonObject(heading)},\n"data":[\n`,
    rows: (rows, isFirst) =>
      rows
        .map(
          (row, place) =>
            (isFirst && place === 0 ? '' : ',\n') +
            jsonObject(columns.map(({ name }, index) => [name, row[index] ?? null])),
        )
        .join(''),
    foot: '\n]}\n',
  };
}
