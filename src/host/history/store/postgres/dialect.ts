/** What is PostgreSQL's own: types, numbers of parameters, and the values that its driver returns. */

import type { PoolClient } from 'pg';
import type { Connection, Dialect, SqlValue } from '../dialect.ts';

/** Makes the dialect of one record. @param record - its number in the table `record`. */
export function postgres(record: number): Dialect {
  return {
    record,
    // A pooler may give each transaction another connection.
    isPrepared: false,
    types: { integer: 'bigint', text: 'text collate "C"', boolean: 'smallint', amount: 'numeric' },
    tableOptions: '',
    selected: (column) => column,
    read: (value) => value,
    amount: String,
    listed: '(select value::bigint as value from json_array_elements_text(?::json) as listed (value))',
    list: (value, order) => `json_agg(${value} order by ${order})`,
  };
}

/** Object ids of PostgreSQL's types of integers: bigint, smallint, integer. */
const integerTypes: ReadonlySet<number> = new Set([20, 21, 23]);
const numericType = 1700;

/** Integers of columns are below 2^53. Amounts stay text, because they have any size. */
function valueOf(type: number): (text: string) => unknown {
  if (integerTypes.has(type)) return Number;
  // An amount with a fraction is not exact in SQLite either.
  if (type === numericType) return (text) => (text.includes('.') ? Number(text) : text);
  return (text) => text;
}

const types = { getTypeParser: valueOf };

/** Numbers the placeholders of a statement: `?` becomes `$1`, `$2` and so on. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${(count += 1)}`);
}

/** A connection, for the work on one record. */
export class PostgresConnection implements Connection {
  readonly dialect: Dialect;
  readonly #client: PoolClient;

  constructor(client: PoolClient, dialect: Dialect) {
    this.dialect = dialect;
    this.#client = client;
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  async all(sql: string, parameters: readonly SqlValue[]): Promise<readonly (readonly unknown[])[]> {
    return (await this.#query(sql, parameters)).rows;
  }

  #query(sql: string, parameters: readonly SqlValue[]) {
    const query = { text: numbered(sql), rowMode: 'array', types } as const;
    return this.#client.query<unknown[]>(query, [...parameters]);
  }
}
