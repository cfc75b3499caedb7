/** Defines the tables of the history record, one per kind of row, with the row's members as columns. */

import type { Row, Table } from '../rows.ts';
import { type ColumnType, type Dialect, quoted } from './dialect.ts';

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

/** Version of these tables. A store has it too, so that an older version can be upgraded. */
export const schemaVersion = 5;

/** Returns the statements that create the tables of all rows. */
export function tableStatements({ record, types, tableOptions }: Dialect): readonly string[] {
  const owner = record === null ? [] : ['record'];
  const tables = shapes.map(({ table, columns, key }) => {
    const lines = columns.map(({ name, type }) => `${quoted(name)} ${types[type]}`);
    const all = [...owner.map((name) => `${quoted(name)} integer`), ...lines].join(', ');
    return `create table ${quoted(table)} (${all}, primary key (${[...owner, ...key].map(quoted).join(', ')}))${tableOptions}`;
  });
  const subject = [...owner, 'subject'].join(', ');
  // At most one open span per subject.
  return [...tables, `create unique index span_open on span (${subject}) where to_at is null`];
}
