/** What differs between SQL engines. The folder of each engine implements it. */

/** Type of a column. An `amount` is an integer of any size. */
export type ColumnType = 'integer' | 'text' | 'boolean' | 'amount';

export type SqlValue = string | number | bigint | null;

/** A connection to the engine, which runs one statement at a time. */
export interface Connection {
  readonly dialect: Dialect;
  /** Runs a statement. @returns the number of changed rows. */
  run(sql: string, parameters: readonly SqlValue[]): Promise<number>;
  /**
   * Reads rows, each as a list of values.
   * @param isExact - whether integers beyond 2^53 are needed exactly, as bigint or text.
   */
  all(sql: string, parameters: readonly SqlValue[], isExact: boolean): Promise<readonly (readonly unknown[])[]>;
}

export interface Dialect {
  /**
   * Number of the record whose rows are meant, if the tables hold several records; `null` if they hold one.
   * Ids are unique within a record only.
   */
  readonly record: number | null;
  /** Whether each different statement is prepared and kept, so that there should be few. */
  readonly isPrepared: boolean;
  /** SQL type of each type of column. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Options at the end of `create table`. */
  readonly tableOptions: string;
  /** Makes the SQL that reads a column. */
  readonly selected: (column: string, type: ColumnType) => string;
  /** Converts a value that was read by {@link selected}: text becomes a string. */
  readonly read: (value: unknown) => unknown;
  /** Converts an amount to a value that the engine stores exactly. */
  readonly amount: (value: number | bigint) => SqlValue;
  /** SQL of a query in brackets for the integers of a JSON list, in a column `value`. Its parameter is the list. */
  readonly listed: string;
  /** Makes the SQL of a JSON list: the values of a group in the order of `order`. */
  readonly list: (value: string, order: string) => string;
}

/** Makes the SQL that names the record's rows of a table, for `from` and `join`. */
export function rowsOf({ record }: Dialect, table: string, alias = table): string {
  const rows = record === null ? quoted(table) : `(select * from ${quoted(table)} where record = ${record})`;
  return `${rows} as ${quoted(alias)}`;
}

/** Makes the begin of the condition that selects rows of the record in a `delete` or `update`. */
export function whereIn({ record }: Dialect): string {
  return record === null ? 'where' : `where record = ${record} and`;
}

/** Quotes a table or column name, because some are SQL keywords. */
export function quoted(name: string): string {
  return `"${name}"`;
}
