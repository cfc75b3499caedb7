/** The SQL interface of the store (store.ts): plain SQL with `?` parameters. Times are epoch milliseconds. */

/** A value of a column or parameter. Integers are numbers if a number is exact, otherwise bigints. */
export type SqlValue = string | number | bigint | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface SqlStatements {
  all(sql: string, parameters?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /**
   * Runs a statement without a result set.
   *
   * @returns the number of changed rows.
   */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
}

export interface SqlDatabase extends SqlStatements {
  /** Runs `work` in a transaction of its own and commits it. If `work` throws, rolls back and rethrows. */
  transaction<T>(work: (statements: SqlStatements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
