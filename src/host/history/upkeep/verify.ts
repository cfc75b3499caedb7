/** Verifies the history record: its rows must agree with each other, and its polls with their hashes. */

import { hashOf, type Link, linksIn, pollsOfDay } from '../store/chain.ts';
import type { Statements } from '../store/statements.ts';

const day = 86_400_000;

/** Columns that hold ids of another table. The word id 0 means absence. */
const references: readonly (readonly [table: string, column: string, to: string])[] = [
  ['interruption', 'run', 'run'],
  ['look', 'endpoint', 'endpoint'],
  ['look', 'run', 'run'],
  ['sight', 'endpoint', 'endpoint'],
  ['span', 'subject', 'subject'],
  ['span', 'endpoint', 'endpoint'],
  ['span', 'word', 'word'],
  ['series', 'endpoint', 'endpoint'],
  ['value', 'series', 'series'],
  ['hour', 'series', 'series'],
  ['claim', 'endpoint', 'endpoint'],
  ['item', 'endpoint', 'endpoint'],
  ['item', 'content', 'content'],
  ['log', 'endpoint', 'endpoint'],
  ['log', 'item', 'item'],
  ['log', 'before', 'content'],
  ['log', 'after', 'content'],
  ['bucket_day', 'item', 'item'],
  ['chain', 'endpoint', 'endpoint'],
];

/** Queries that count impossible rows, each with the sentence that reports them. */
const orders: readonly (readonly [sql: string, what: string])[] = [
  [
    'select count(*) from run where ended_at < started_at or (ended_at is null) <> (ended_how is null)',
    'runs end before they begin',
  ],
  [
    'select count(*) from span where to_at < from_at or not_before > from_at',
    'spans end before they begin, or were seen in another state after their end',
  ],
  [
    `select count(*) from (select to_at, lead(from_at) over (partition by subject order by from_at) as next from span)
       where next is not null and to_at is distinct from next`,
    'spans of a subject overlap or leave a gap',
  ],
  [
    'select count(*) from (select 1 from span group by subject having count(*) filter (where to_at is null) <> 1)',
    'subjects have no open span, or more than one',
  ],
  [
    'select count(*) from sight where to_at < from_at or longest > to_at - from_at',
    'coverage intervals end before they begin, or contain longer times than themselves',
  ],
  [
    `select count(*) from (select to_at,
       lead(from_at) over (partition by endpoint order by from_at, to_at) as next from sight)
       where next is not null and to_at <> next`,
    'coverage intervals of an endpoint overlap or leave a gap',
  ],
  [
    `select count(*) from (select seq, lag(seq) over (partition by endpoint order by at) as before from look)
       where seq <= before`,
    'polls of an endpoint are out of order',
  ],
  ['select count(*) - count(distinct seq) from look', 'polls have the number of another poll'],
  [
    `select count(*) from note where to_at < from_at or withdrawn_at < at
       or (withdrawn_at is null) <> (withdrawn_by is null) or (kind is null) <> (key_text is null)`,
    'notes end before they begin, were withdrawn before they were written, or are incomplete',
  ],
];

export interface Verified {
  readonly problems: readonly string[];
  readonly looks: number;
  /** Time of the first stored poll, ISO 8601; `null` without polls. `to` is the time of the last one. */
  readonly from: string | null;
  readonly to: string | null;
  /** The newest hash of each endpoint. An operator can note it and compare it later. */
  readonly chain: readonly {
    readonly deployment: string;
    readonly endpoint: string;
    readonly day: string;
    readonly hash: string;
  }[];
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Runs a query that counts wrong rows. @returns a sentence with their number, if there are any. */
async function counted(
  statements: Statements,
  sql: string,
  sentence: (count: number) => string,
): Promise<readonly string[]> {
  const count = Number((await statements.first(sql))[0] ?? 0);
  return count === 0 ? [] : [sentence(count)];
}

function wrongReferences(statements: Statements): Promise<readonly (readonly string[])[]> {
  const each = references.map(([table, column, to]) => {
    const but = column === 'word' ? ' and word <> 0' : '';
    const sql = `select count(*) from "${table}" where "${column}" is not null${but}
      and "${column}" not in (select id from "${to}")`;
    return counted(statements, sql, (count) => `${table}: ${count} rows refer to a ${to} that does not exist.`);
  });
  return Promise.all(each);
}

function wrongOrders(statements: Statements): Promise<readonly (readonly string[])[]> {
  return Promise.all(orders.map(([sql, what]) => counted(statements, sql, (count) => `${count} ${what}.`)));
}

async function wrongLinks(
  statements: Statements,
  links: readonly Link[],
  nameOf: (endpoint: number) => string,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [index, link] of links.entries()) {
    const at = `${nameOf(link.endpoint)}, ${dateOf(link.day)}`;
    const before = links[index - 1];
    const follows = before?.endpoint === link.endpoint;
    if (follows && before.hash !== link.before)
      problems.push(`${at}: its hash does not follow from the previous hash.`);
    if (link.dropped) continue;
    // oxlint-disable-next-line no-await-in-loop -- the polls of one day are in memory
    const stored = await pollsOfDay(statements, link.endpoint, link.day);
    const { looks: polls, hash } = hashOf(link.before, stored);
    if (hash !== link.hash)
      problems.push(`${at}: its ${polls} polls differ from the ${link.looks} polls that were written.`);
  }
  const unlinked = `select endpoint, min(at) from look where not exists (select 1 from chain
      where chain.endpoint = look.endpoint and chain.day = look.at / ${day} * ${day})
    and at < (select max(day) from chain where chain.endpoint = look.endpoint) group by endpoint`;
  for (const [endpoint, at] of await statements.all(unlinked))
    problems.push(`${nameOf(Number(endpoint))}, ${dateOf(Number(at))}: its polls have no hash.`);
  return problems;
}

export async function verifyCopy(statements: Statements): Promise<Verified> {
  const named = await statements.all('select id, deployment, path from endpoint');
  const endpoints = new Map(
    named.map(([id, deployment, path]) => {
      return [Number(id), { deployment: String(deployment), endpoint: String(path) }] as const;
    }),
  );
  const nameOf = (id: number) => {
    const { deployment = '?', endpoint = '?' } = endpoints.get(id) ?? {};
    return `${deployment} ${endpoint}`;
  };
  const links = await linksIn(statements);
  const problems = [
    ...(await wrongReferences(statements)).flat(),
    ...(await wrongOrders(statements)).flat(),
    ...(await wrongLinks(statements, links, nameOf)),
  ];
  const [polls, first, last] = await statements.first('select count(*), min(at), max(at) from look');
  const time = (value: unknown) => (typeof value === 'number' ? new Date(value).toISOString() : null);
  const newest = links.filter(({ endpoint }, index) => links[index + 1]?.endpoint !== endpoint);
  return {
    problems,
    looks: Number(polls ?? 0),
    from: time(first),
    to: time(last),
    chain: newest.map(({ endpoint, day: begin, hash }) => ({
      ...(endpoints.get(endpoint) ?? { deployment: '?', endpoint: '?' }),
      day: dateOf(begin),
      hash,
    })),
  };
}
