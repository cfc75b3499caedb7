/**
 * Writes tables as CSV, JSON or tab-separated text: exactly the rows on screen, all digits, with a heading.
 */

/** JSON text of a value that has the wrong type for its field; may be cut. */
export interface SentInstead {
  readonly sent: string;
}

export type ExportValue = string | number | bigint | null | readonly string[] | SentInstead;

export interface ExportColumn {
  readonly name: string;
}

/** Lines above the rows of an exported table, in order: source, times, completeness. */
export type ExportHeading = readonly (readonly [key: string, value: string])[];

/** Beginning of a text that a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A text that a spreadsheet would read as a number. */
const number = /^[.,]?\d[\d.,]*(e[+-]?\d+)?$/i;
/** A text that a spreadsheet would read as a date, time or truth value. */
const otherValue = /^(?:\d{1,4}(?:[-/.:]\d{1,4}){1,2}|true|false)$/i;
/** Maximum number of digits that a spreadsheet stores of a number. */
const mostDigits = 15;

/** Byte order mark. Without it, spreadsheets do not read a CSV file as UTF-8. */
const byteOrderMark = '\u{FEFF}';

/** Cells that need quotes by RFC 4180, or whose outer blanks a reader might remove. */
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

/**
 * Writes a value of the wrong type. A number that was sent instead of a text stays a number, with its minus
 * sign.
 */
function sentCell(sent: string): string {
  return /^-?\d[\d.eE+-]*$/.test(sent) ? sent : textCell(sent);
}

/**
 * Whether a spreadsheet would change the text: "007" to 7, "1.10" to 1.1, "1e5" to 100000, "3-4" to a date.
 */
function isMisread(text: string): boolean {
  if (otherValue.test(text)) return true;
  return number.test(text) && (text.length > mostDigits || String(Number(text)) !== text);
}

function textCell(text: string): string {
  // Quotes mark an empty text. An absent value is an empty cell without quotes.
  if (text === '') return '""';
  return quote(formula.test(text) || isMisread(text) ? `'${text}` : text);
}

/**
 * Removes the apostrophe of {@link textCell}. A text that begins with an apostrophe of its own before such a text
 * loses it: the cells are equal.
 */
export function withoutApostrophe(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && (formula.test(text) || isMisread(text)) ? text : cell;
}

/** Puts a heading value on one line. No-break spaces become blanks: they are for the screen only. */
function plainText(value: string): string {
  return value.replaceAll(/\p{Cc}+|\p{Zs}/gu, ' ');
}

function headingLine([key, value]: ExportHeading[number]): string {
  return quote(`# ${key}: ${value}`);
}

export type ExportFormat = 'csv' | 'json' | 'tsv';

/**
 * Writes a table in parts, so that a long table need not be in memory: `head`, rows in any number of parts,
 * `foot`.
 */
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
 * Writes CSV by RFC 4180 with CRLF, or tab-separated text for pasting: heading lines "# key: value", the
 * column names, the rows. A CSV file begins with a byte order mark. Texts that a spreadsheet would run as a
 * formula or read as another value get a leading apostrophe. `null` is an empty cell. A list of words is
 * joined with "; ". A value of the wrong type is its JSON text.
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

/** Returns JSON text unchanged. If it was cut and is no longer JSON, it becomes a JSON string. */
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
  // Bigints are written as digits: JSON has no limit for integers, but `JSON.stringify` rejects bigints.
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell);
}

/**
 * Writes a JSON object member by member: a JavaScript object would reorder numeric keys and lose `__proto__`.
 */
function jsonObject(members: readonly (readonly [string, ExportValue])[]): string {
  return `{${members.map(([key, cell]) => `${JSON.stringify(key)}:${jsonCell(cell)}`).join(',')}}`;
}

/**
 * Writes `{"about": {heading}, "data": [rows]}`. Each row stands on its own line, as an object by column
 * name.
 */
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
