/** Stores inventory and status in SQL: indexed reads by resource, writes in transactions. */

import { type ListResource, listFields, type Resource } from '#contract/resources.ts';
import { listOrder } from './choices.ts';
import type { SqlDatabase, SqlRow, SqlStatements, SqlValue } from './sql/database.ts';
import { migrate } from './sql/migrate.ts';
import { migrations } from './sql/migrations.ts';

export interface ListQuery {
  /** Maximum number of rows, at least 1. */
  readonly limit: number;
  readonly region?: string;
}

export interface ListPage {
  readonly rows: readonly SqlRow[];
  readonly hasMore: boolean;
}

export interface StoredStatus {
  readonly components: readonly { readonly name: string; readonly status: string }[];
  /** `updated_at` of the status document, in epoch milliseconds. */
  readonly updatedAt: number;
}

export interface Store {
  list(resource: ListResource, query: ListQuery): Promise<ListPage>;
  status(): Promise<StoredStatus>;
  /**
   * Returns a number that grows with each change of the resource by this process. A response built at an
   * equal revision is still valid.
   */
  revision(resource: Resource): number;
  /**
   * Writes in one transaction.
   * @param resources - the resources that `work` may change.
   */
  change<T>(resources: readonly Resource[], work: (statements: SqlStatements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const tables = {
  bucket: 'buckets',
  asset: 'assets',
  region: 'regions',
  application: 'applications',
  node: 'nodes',
  event: 'events',
} as const satisfies Record<ListResource, string>;

/**
 * Returns the columns of a table, in the contract's order. Assets also have a hidden `region` column for the
 * filter.
 */
export function columnsOf(resource: ListResource): readonly string[] {
  const fields = Object.keys(listFields[resource]);
  return resource === 'asset' ? [...fields, 'region'] : fields;
}

/** Column of each table that is compared with the `region` parameter (part 4, rule 2). */
const regionColumns: Readonly<Partial<Record<ListResource, string>>> = {
  bucket: 'region',
  asset: 'region',
  node: 'pop',
};

interface ListStatements {
  readonly all: string;
  readonly ofRegion: string | null;
}

function listStatements(resource: ListResource): ListStatements {
  const select = `select ${Object.keys(listFields[resource]).join(', ')} from ${tables[resource]}`;
  const tail = `order by ${listOrder[resource]} limit ?`;
  const column = regionColumns[resource];
  return {
    all: `${select} ${tail}`,
    ofRegion: column === undefined ? null : `${select} where ${column} = ? ${tail}`,
  };
}

const statementsOf: Readonly<Record<ListResource, ListStatements>> = {
  bucket: listStatements('bucket'),
  asset: listStatements('asset'),
  region: listStatements('region'),
  application: listStatements('application'),
  node: listStatements('node'),
  event: listStatements('event'),
};

/** Query of the status document. One statement, so that the words and their time are consistent. */
const statusQuery = `select service_state.updated_at, components.name, components.status
  from service_state left join components on true
  where service_state.id = 1
  order by components.position, components.name`;

function text(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`The column ${column} does not hold text.`);
  return value;
}

class SqlStore implements Store {
  readonly #database: SqlDatabase;
  readonly #revisions = new Map<Resource, number>();

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async list(resource: ListResource, query: ListQuery): Promise<ListPage> {
    const statements = statementsOf[resource];
    // One extra row shows whether there are more rows, without counting the table.
    const rowLimit = query.limit + 1;
    const rows =
      query.region === undefined || statements.ofRegion === null
        ? await this.#database.all(statements.all, [rowLimit])
        : await this.#database.all(statements.ofRegion, [query.region, rowLimit]);
    return { rows: rows.slice(0, query.limit), hasMore: rows.length > query.limit };
  }

  async status(): Promise<StoredStatus> {
    const rows = await this.#database.all(statusQuery);
    return {
      components: rows.flatMap((row) =>
        row['name'] === null ? [] : [{ name: text(row, 'name'), status: text(row, 'status') }],
      ),
      updatedAt: Number(rows[0]?.['updated_at'] ?? 0),
    };
  }

  revision(resource: Resource): number {
    return this.#revisions.get(resource) ?? 0;
  }

  async change<T>(resources: readonly Resource[], work: (statements: SqlStatements) => Promise<T>): Promise<T> {
    const result = await this.#database.transaction(work);
    for (const resource of resources) this.#revisions.set(resource, this.revision(resource) + 1);
    return result;
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

export async function openStore(database: SqlDatabase): Promise<Store> {
  await migrate(database, migrations);
  return new SqlStore(database);
}

/** Number of rows per `insert`: fast, and below SQLite's limit on parameters. */
export const rowsPerInsert = 100;

export async function insertRows(
  statements: SqlStatements,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const slots = `(${columns.map(() => '?').join(', ')})`;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert);
    await statements.run(
      `insert into ${table} (${columns.join(', ')}) values ${batch.map(() => slots).join(', ')}`,
      batch.flat(),
    );
  }
}
