/** Defines the tables of the history file, one per kind of row, with the row's members as columns. */

import type { Row, Table } from '../rows.ts';

/** Type of a column. An `amount` may exceed 63 bits, and is text then. */
export type ColumnType = 'integer' | 'text' | 'boolean' | 'amount';

export interface Column {
  readonly member: string;
  readonly name: string;
  readonly type: ColumnType;
}

export interface TableShape {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly isRewritten: boolean;
}

/** Column names of members that are SQL keywords. */
const renamed: Readonly<Record<string, string>> = { from: 'from_at', to: 'to_at', key: 'key_text', table: '' };

function columnName(member: string): string {
  return renamed[member] ?? member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type MembersOf<T extends Table> = {
  readonly [M in Exclude<keyof Extract<Row, { table: T }>, 'table'>]: ColumnType;
};

function shape<T extends Table>(
  table: T,
  members: MembersOf<T>,
  key: readonly (keyof MembersOf<T> & string)[],
  isRewritten = false,
): TableShape {
  const columns = Object.entries<ColumnType>(members).map(([member, type]) => ({
    member,
    name: columnName(member),
    type,
  }));
  return { table, columns, key: key.map(columnName), isRewritten };
}

const [integer, text, boolean, amount] = ['integer', 'text', 'boolean', 'amount'] as const;

/** All tables, in an order in which a row refers only to rows of earlier tables. */
export const shapes: readonly TableShape[] = [
  shape(
    'run',
    { id: integer, version: text, startedAt: integer, endedAt: integer, endedHow: text },
    ['id'],
    true,
  ),
  shape(
    'interruption',
    { run: integer, from: integer, to: integer, cause: text, seq: integer },
    ['run', 'from', 'cause'],
    true,
  ),
  shape('endpoint', { id: integer, deployment: text, path: text }, ['id']),
  shape('subject', { id: integer, deployment: text, kind: text, key: text, occurrence: integer }, ['id']),
  shape('word', { id: integer, text, form: text }, ['id']),
  shape('series', { id: integer, deployment: text, name: text, endpoint: integer }, ['id']),
  shape(
    'sight',
    {
      endpoint: integer,
      from: integer,
      outcome: text,
      to: integer,
      cause: text,
      detail: text,
      looks: integer,
      longest: integer,
      complete: boolean,
    },
    ['endpoint', 'from', 'outcome'],
    true,
  ),
  shape(
    'span',
    {
      subject: integer,
      from: integer,
      notBefore: integer,
      to: integer,
      word: integer,
      endpoint: integer,
      folded: integer,
    },
    ['subject', 'from'],
    true,
  ),
  shape('content', { id: integer, body: text }, ['id']),
  shape(
    'item',
    { id: integer, endpoint: integer, key: text, occurrence: integer, content: integer, changedAt: integer },
    ['id'],
    true,
  ),
  shape(
    'look',
    {
      endpoint: integer,
      at: integer,
      seq: integer,
      run: integer,
      sentAt: integer,
      vouched: integer,
      complete: boolean,
      cause: text,
      detail: text,
      statedAt: integer,
    },
    ['endpoint', 'at'],
  ),
  shape('value', { series: integer, at: integer, value: amount }, ['series', 'at']),
  shape('claim', { endpoint: integer, at: integer, claim: text }, ['endpoint', 'at']),
  shape(
    'hour',
    {
      series: integer,
      hour: integer,
      first: amount,
      last: amount,
      min: amount,
      max: amount,
      falls: integer,
      observedSeconds: integer,
    },
    ['series', 'hour'],
  ),
  shape(
    'log',
    {
      endpoint: integer,
      at: integer,
      item: integer,
      seq: integer,
      notBefore: integer,
      before: integer,
      after: integer,
      blind: boolean,
    },
    ['endpoint', 'at', 'item'],
  ),
  shape('bucket_day', { item: integer, day: integer, objects: amount, bytes: amount }, ['item', 'day']),
  shape(
    'change',
    {
      deployment: text,
      at: integer,
      seq: integer,
      n: integer,
      notBefore: integer,
      type: text,
      kind: text,
      key: text,
      occurrence: integer,
      before: text,
      after: text,
      blind: boolean,
    },
    ['deployment', 'at', 'seq', 'n'],
  ),
  shape(
    'note',
    {
      id: integer,
      deployment: text,
      at: integer,
      from: integer,
      to: integer,
      who: text,
      verified: boolean,
      text,
      link: text,
      kind: text,
      key: text,
      occurrence: integer,
      requestKey: text,
      withdrawnAt: integer,
      withdrawnBy: text,
      withdrawnVerified: boolean,
      reason: text,
    },
    ['id'],
    true,
  ),
];

const shapeOf = new Map(shapes.map((each) => [each.table, each]));

export function shapeOfTable(table: Table): TableShape {
  const found = shapeOf.get(table);
  if (!found) throw new Error(`There is no table ${table}.`);
  return found;
}

/** Quotes a table or column name, because some are SQL keywords. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** Version of these tables. The file has it as `user_version`. */
export const schemaVersion = 5;

const sqliteTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'integer',
  text: 'text',
  boolean: 'integer',
  amount: 'any',
};

function firstStatements(): readonly string[] {
  const tables = shapes.map(({ table, columns, key }) => {
    const lines = columns.map(({ name, type }) => `${quoted(name)} ${sqliteTypes[type]}`);
    return `create table ${quoted(table)} (${lines.join(', ')}, primary key (${key.map(quoted).join(', ')})) strict, without rowid`;
  });
  return [
    ...tables,
    // At most one open span per subject.
    'create unique index span_open on span (subject) where to_at is null',
    'create table notice (since integer primary key, kind text not null, kept text not null) strict',
  ];
}

/**
 * Upgrade statements: the first entry creates version 1 from an empty file, the next one makes version 2 of
 * it, and so on.
 */
const versions: readonly ((from: number) => readonly string[])[] = [
  firstStatements,
  // `dropped`: retention dropped polls of that day, so the hash can no longer be checked (chain.ts).
  () => [
    `create table if not exists chain (endpoint integer, day integer, looks integer not null, before text not null,
       hash text not null, dropped integer not null, primary key (endpoint, day)) strict, without rowid`,
  ],
  // Contents up to `up_to` may be shared by several items. An item that is not listed counts as changed now.
  (from) => [
    ...(from === 0
      ? []
      : [
          'alter table item add column changed_at integer',
          'update item set changed_at = (select coalesce(max(at), 0) from look)',
        ]),
    'create table shared_content (up_to integer primary key) strict',
    'insert into shared_content select max(id) from content having count(*) > 0',
  ],
  // Finds the past of one item. Without this index, a row that returns costs a read of the whole log.
  () => ['create index if not exists log_item on log (item, at)'],
  () => [
    `create table if not exists note ("id" integer, "deployment" text, "at" integer, "from_at" integer, "to_at" integer,
       "who" text, "verified" integer, "text" text, "link" text, "kind" text, "key_text" text, "occurrence" integer,
       "request_key" text, "withdrawn_at" integer, "withdrawn_by" text, "withdrawn_verified" integer, "reason" text,
       primary key ("id")) strict, without rowid`,
    'create index if not exists note_time on note (deployment, from_at)',
    'create unique index if not exists note_request on note (deployment, request_key) where request_key is not null',
  ],
];

/** Returns the statements that upgrade a file from `version`; 0 is an empty file. */
export function statementsSince(version: number): readonly string[] {
  return [
    ...versions.slice(version).flatMap((statements) => statements(version)),
    `pragma user_version = ${schemaVersion}`,
  ];
}
