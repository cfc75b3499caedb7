/** Runs the SQL statements of one connection, and converts rows to and from SQL values. */

import type { Amount, Row, RowOf, Table } from '../rows.ts';
import {
  type ColumnType,
  type Connection,
  type Dialect,
  quoted,
  rowsOf,
  type SqlValue,
  whereIn,
} from './dialect.ts';
import { fromStoredText, toStoredText } from './stored-text.ts';
import { shapeOfTable, type TableShape } from './tables.ts';

function toSql(value: unknown, type: ColumnType, { amount }: Dialect): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return toStoredText(value);
  if (typeof value === 'bigint') return amount(value);
  if (typeof value !== 'number') return null;
  return type === 'amount' ? amount(value) : value;
}

function toAmount(value: unknown): Amount | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' && typeof value !== 'bigint') return null;
  const whole = BigInt(value);
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

function reader<T extends Table>(
  { table, columns }: TableShape,
  { read }: Dialect,
): (values: readonly unknown[]) => RowOf<T> {
  return (values) => {
    const row: Record<string, unknown> = { table };
    for (const [index, { member, type }] of columns.entries()) {
      const value = read(values[index] ?? null);
      if (type === 'amount') row[member] = toAmount(value);
      else if (type === 'boolean') row[member] = value === 1;
      else row[member] = typeof value === 'string' ? fromStoredText(value) : value;
    }
    // Safe cast: the columns are those of the table, as they were written.
    return row as unknown as RowOf<T>;
  };
}

/** How rows of a table are read. */
interface Selection<T extends Table> {
  readonly sql: string;
  readonly isExact: boolean;
  readonly read: (values: readonly unknown[]) => RowOf<T>;
}

/** Makes the SQL that reads rows of a table. @param where - SQL after the table's name. */
export function selection<T extends Table>(table: T, where: string, dialect: Dialect): Selection<T> {
  const shape = shapeOfTable(table);
  const columns = shape.columns.map(({ name, type }) =>
    dialect.selected(`${quoted(table)}.${quoted(name)}`, type),
  );
  return {
    sql: `select ${columns.join(', ')} from ${rowsOf(dialect, table)} ${where}`,
    isExact: shape.columns.some(({ type }) => type === 'amount'),
    read: reader<T>(shape, dialect),
  };
}

export class Statements {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get dialect(): Dialect {
    return this.#connection.dialect;
  }

  /** Makes the SQL that names the record's rows of a table, for `from` and `join`. */
  from(table: string, alias?: string): string {
    return rowsOf(this.dialect, table, alias);
  }

  /** Begin of the condition that selects rows of the record in a `delete` or `update`. */
  get where(): string {
    return whereIn(this.dialect);
  }

  /** Runs a statement. @returns the number of changed rows. */
  run(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    return this.#connection.run(sql, parameters);
  }

  all(sql: string, parameters: readonly SqlValue[] = []): Promise<readonly (readonly unknown[])[]> {
    return this.#connection.all(sql, parameters, false);
  }

  /** Reads the first row of a result; an empty list if there is none. */
  async first(sql: string, parameters: readonly SqlValue[] = []): Promise<readonly unknown[]> {
    return (await this.all(sql, parameters))[0] ?? [];
  }

  /** Reads rows of a table. @param where - SQL after the table's name. */
  async rows<T extends Table>(
    table: T,
    where: string,
    parameters: readonly SqlValue[] = [],
  ): Promise<readonly RowOf<T>[]> {
    const { sql, isExact, read } = selection(table, where, this.dialect);
    return (await this.#connection.all(sql, parameters, isExact)).map(read);
  }

  /**
   * Writes rows in order. Consecutive rows of one table share a statement, because a generated past has many.
   */
  async put(rows: readonly Row[]): Promise<void> {
    for (let begin = 0; begin < rows.length; ) {
      const together = rowsTogether(rows, begin, this.dialect);
      const [first] = together;
      if (!first) return;
      const shape = shapeOfTable(first.table);
      const values = together.flatMap((row) => valuesOf(row, shape, this.dialect));
      // oxlint-disable-next-line no-await-in-loop -- rows are written in order
      await this.run(insertInto(shape, together.length, this.dialect), values);
      begin += together.length;
    }
  }
}

const rowsPerStatement = 50;

/** Finds the rows from `begin` on that one statement can write. */
function rowsTogether(rows: readonly Row[], begin: number, { isPrepared }: Dialect): readonly Row[] {
  const table = rows[begin]?.table;
  const keys = new Set<string>();
  let end = begin;
  for (; end < rows.length && end - begin < rowsPerStatement; end += 1) {
    const row = rows[end];
    if (!row || row.table !== table) break;
    // PostgreSQL refuses a statement that writes the same row twice.
    const key = isPrepared ? null : keyOf(row);
    if (key !== null && keys.has(key)) break;
    if (key !== null) keys.add(key);
  }
  // Fewer rows are written one by one, if a statement for every number of rows would be kept.
  return rows.slice(begin, isPrepared && end - begin < rowsPerStatement ? begin + 1 : end);
}

/** Returns the key of a row that may replace an earlier one; `null` for other rows. */
function keyOf(row: Row): string | null {
  const { columns, key, isRewritten } = shapeOfTable(row.table);
  if (!isRewritten) return null;
  const members: Readonly<Record<string, unknown>> = { ...row };
  return columns.flatMap(({ name, member }) => (key.includes(name) ? [String(members[member])] : [])).join(' ');
}

function valuesOf(row: Row, { columns }: TableShape, dialect: Dialect): readonly SqlValue[] {
  const members: Readonly<Record<string, unknown>> = { ...row };
  return columns.map(({ member, type }) => toSql(members[member], type, dialect));
}

/** Statements that insert, by dialect, then by table and number of rows. */
const inserts = new WeakMap<Dialect, Map<string, string>>();

function insertInto(shape: TableShape, rows: number, dialect: Dialect): string {
  if (!dialect.isPrepared) return insertSql(shape, rows, dialect);
  const known = inserts.get(dialect) ?? new Map<string, string>();
  inserts.set(dialect, known);
  const name = `${shape.table} ${rows}`;
  const sql = known.get(name) ?? insertSql(shape, rows, dialect);
  known.set(name, sql);
  return sql;
}

/** Makes the SQL that inserts rows with these columns into a table. */
export function insertOf(table: string, columns: readonly string[], rows: number, { record }: Dialect): string {
  const owner = record === null ? [] : ['record'];
  const names = [...owner, ...columns].map(quoted).join(', ');
  const places = `(${[...owner.map(() => record), ...columns.map(() => '?')].join(', ')})`;
  return `insert into ${quoted(table)} (${names}) values ${Array(rows).fill(places).join(', ')}`;
}

function insertSql({ table, columns, key, isRewritten }: TableShape, rows: number, dialect: Dialect): string {
  const names = columns.map(({ name }) => name);
  const insert = insertOf(table, names, rows, dialect);
  if (!isRewritten) return insert;
  const owner = dialect.record === null ? key : ['record', ...key];
  const rest = names.filter((name) => !key.includes(name)).map(quoted);
  const instead = rest.map((name) => `${name} = excluded.${name}`).join(', ');
  return `${insert} on conflict (${owner.map(quoted).join(', ')}) do update set ${instead}`;
}
