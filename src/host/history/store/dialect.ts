/** What differs between SQL engines. sqlite.ts implements it. */

/** Type of a column. An `amount` is an integer of any size. */
export type ColumnType = 'integer' | 'text' | 'boolean' | 'amount';

export type SqlValue = string | number | bigint | null;

export interface Dialect {
  /** SQL type of each type of column. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Options at the end of `create table`. */
  readonly tableOptions: string;
  /** Makes the SQL that reads a column. */
  selected(column: string, type: ColumnType): string;
  /** Converts a value that was read by {@link selected}: text becomes a string. */
  read(value: unknown): unknown;
  /** Converts an amount to a value that the engine stores exactly. */
  amount(value: number | bigint): SqlValue;
  /** Makes the SQL of a JSON list: the values of a group in the order of `order`. */
  list(value: string, order: string): string;
}

/** Quotes a table or column name, because some are SQL keywords. */
export function quoted(name: string): string {
  return `"${name}"`;
}
