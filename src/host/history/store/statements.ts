/** Prepares the SQL statements of one connection, and converts rows to and from SQL values. */

import type Database from 'libsql';
import type { Amount, Row, RowOf, Table } from '../rows.ts';
import { type ColumnType, quoted, type SqlValue } from './dialect.ts';
import { sqlite } from './sqlite.ts';
import { fromStoredText, toStoredText } from './stored-text.ts';
import { shapeOfTable, type TableShape } from './tables.ts';

function toSql(value: unknown, type: ColumnType): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return toStoredText(value);
  if (typeof value === 'bigint') return sqlite.amount(value);
  if (typeof value !== 'number') return null;
  return type === 'amount' ? sqlite.amount(value) : value;
}

function toAmount(value: unknown): Amount | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' && typeof value !== 'bigint') return null;
  const whole = BigInt(value);
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

function reader<T extends Table>({ table, columns }: TableShape): (values: readonly unknown[]) => RowOf<T> {
  return (values) => {
    const row: Record<string, unknown> = { table };
    for (const [index, { member, type }] of columns.entries()) {
      const value = sqlite.read(values[index] ?? null);
      if (type === 'amount') row[member] = toAmount(value);
      else if (type === 'boolean') row[member] = value === 1 || value === 1n;
      else row[member] = typeof value === 'string' ? fromStoredText(value) : value;
    }
    // Safe cast: the columns are those of the table, as they were written.
    return row as unknown as RowOf<T>;
  };
}

export class Statements {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  run(sql: string, parameters: readonly SqlValue[] = []): number {
    return this.#prepare(sql, false).run([...parameters]).changes;
  }

  all(sql: string, parameters: readonly SqlValue[] = []): readonly (readonly unknown[])[] {
    return this.#prepare(sql, false)
      .raw()
      .all([...parameters]) as unknown[][];
  }

  /** Reads rows of a table. @param where - SQL after the table's name. */
  rows<T extends Table>(table: T, where: string, parameters: readonly SqlValue[] = []): readonly RowOf<T>[] {
    const shape = shapeOfTable(table);
    const { statement, isExact } = this.#selecting(shape, where);
    const values = statement.raw().all([...parameters]) as unknown[][];
    const read = reader<T>(shape);
    return isExact ? values.map((row) => read(row.map(plain))) : values.map(read);
  }

  /**
   * Reads rows of a table one by one, without holding all of them in memory.
   * @param where - SQL after the table's name.
   */
  *each<T extends Table>(table: T, where: string, parameters: readonly SqlValue[] = []): Generator<RowOf<T>> {
    const shape = shapeOfTable(table);
    const { statement, isExact } = this.#selecting(shape, where);
    const read = reader<T>(shape);
    for (const values of statement.raw().iterate([...parameters]) as Iterable<unknown[]>)
      yield read(isExact ? values.map(plain) : values);
  }

  #selecting(shape: TableShape, where: string) {
    const names = shape.columns
      .map(({ name, type }) => sqlite.selected(`${quoted(shape.table)}.${quoted(name)}`, type))
      .join(', ');
    const isExact = shape.columns.some(({ type }) => type === 'amount');
    const sql = `select ${names} from ${quoted(shape.table)} ${where}`;
    return { statement: this.#prepare(sql, isExact), isExact };
  }

  /**
   * Writes rows in order. Consecutive rows of one table share a statement, because a generated past has many.
   */
  put(rows: readonly Row[]): void {
    for (let begin = 0; begin < rows.length; ) {
      const table = rows[begin]?.table;
      if (!table) return;
      let end = begin + 1;
      while (end < rows.length && end - begin < rowsPerStatement && rows[end]?.table === table) end += 1;
      // Fewer rows are written one by one: a prepared statement for every number of rows would be too many.
      if (end - begin < rowsPerStatement) end = begin + 1;
      const shape = shapeOfTable(table);
      const values = rows.slice(begin, end).flatMap((row) => valuesOf(row, shape));
      this.run(insertInto(shape, end - begin), values);
      begin = end;
    }
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  #prepare(sql: string, isExact: boolean): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    if (isExact) statement.safeIntegers(true);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function plain(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const rowsPerStatement = 50;

function valuesOf(row: Row, { columns }: TableShape): readonly SqlValue[] {
  const members: Readonly<Record<string, unknown>> = { ...row };
  return columns.map(({ member, type }) => toSql(members[member], type));
}

const inserts = new Map<string, string>();

function insertInto(shape: TableShape, rows: number): string {
  const name = `${shape.table} ${rows}`;
  const known = inserts.get(name);
  if (known) return known;
  const { table, columns, key, isRewritten } = shape;
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const places = `(${columns.map(() => '?').join(', ')})`;
  const rest = columns.filter(({ name }) => !key.includes(name)).map(({ name }) => quoted(name));
  const instead = rest.map((name) => `${name} = excluded.${name}`).join(', ');
  const conflict = isRewritten ? ` on conflict (${key.map(quoted).join(', ')}) do update set ${instead}` : '';
  const sql = `insert into ${quoted(table)} (${names}) values ${Array(rows).fill(places).join(', ')}${conflict}`;
  inserts.set(name, sql);
  return sql;
}
