/** The small interface that the store speaks to. SQL is plain, parameters are `?`, times are epoch milliseconds. */

/** Integers are numbers where a number holds them exactly, else bigints. */
export type SqlValue = string | number | bigint | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface SqlStatements {
  /** Rows of a query, in its order. */
  all(sql: string, parameters?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Runs a statement that returns no rows; resolves to the number of rows it changed. */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
}

export interface SqlDatabase extends SqlStatements {
  /** Runs `work` alone and commits it, or, where it throws, leaves everything as it was and throws the same. */
  transaction<T>(work: (statements: SqlStatements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
