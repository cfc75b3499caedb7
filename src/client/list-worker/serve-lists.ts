/**
 * The list worker's side (the page's side: list-thread.ts): reads lists, stores them as columns, merges them
 * and responds to calls.
 */

import type { ListResource, ListRow } from '#contract/resources.ts';
import { scatterOfListing } from '#domain/figures/scatter-of-listing.ts';
import { exact } from '#domain/lists/claim.ts';
import { type ColumnListing, createColumnListing } from '#domain/lists/columns/column-listing.ts';
import { type ColumnTable, columnTable } from '#domain/lists/columns/column-table.ts';
import { ListReader } from '#domain/lists/columns/reader/read-list.ts';
import { uniteTables } from '#domain/lists/columns/unite-tables.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { type FieldsWith, type Listing, questionKey, type Rows } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { LruCache } from '#domain/lists/lru-cache.ts';
import { type Handlers, WithTransfer } from '../rpc/peer.ts';
import {
  type Call,
  headLength,
  type ListCall,
  type ListMethods,
  type ReadList,
  type SentHead,
  type Union,
} from './messages.ts';
import { receivedRows, sentRows } from './sent-rows.ts';

type Row = ListRow<ListResource>;

type CallHandler = (lookups: Lookups, call: Call) => Promise<unknown>;

/** Returns whether a call is for rows. Such calls run before calls for figures, the newest first. */
function isUrgent({ name }: Call): boolean {
  return name === 'rows' || name === 'slice' || name === 'find';
}

interface WaitingCall {
  readonly ask: ListCall;
  readonly run: () => void;
}

/**
 * Returns the handlers of the list worker's methods.
 * @param later - runs the callback after the messages that have already arrived.
 */
export function serveLists(later: (then: () => void) => void): Handlers<ListMethods> {
  const readers = new Map<number, ListReader<ListResource>>();
  const given = new Map<number, object[]>();
  const tables = new Map<number, ColumnTable<ListResource>>();
  const handlers = new Map<number, CallHandler>();
  const waiting: WaitingCall[] = [];
  const preparations: (() => void)[] = [];

  const end = (list: number): ReadList => {
    const reader = readers.get(list);
    readers.delete(list);
    if (!reader) throw new Error('This list was not opened.');
    const { table, ...read } = reader.end();
    tables.set(list, table);
    return read;
  };
  const unite = ({ list, resource, parts }: Union): number => {
    const table = uniteTables(
      resource,
      parts.map((part) => ({ table: tableOf(part.list, resource), rowFilter: part.rowFilter })),
    );
    tables.set(list, table);
    return table.count;
  };
  const tableOf = (list: number, resource: ListResource) =>
    // The page sends rows of the resource that it states.
    tables.get(list) ?? columnTable(resource, (given.get(list) ?? []) as Row[]);
  const handlerOf = (list: number): CallHandler => {
    const known = handlers.get(list);
    if (known) return known;
    const table = tables.get(list);
    if (!table) throw new Error('This list was not taken in.');
    const listing = createColumnListing(table, fieldsFor(table.resource), exact);
    const made = createHandler(listing, (steps) => preparations.push(...steps));
    handlers.set(list, made);
    return made;
  };

  // Runs only after the first calls, so that the first rows do not wait for it.
  const prepareNext = () => {
    if (waiting.length > 0) return;
    preparations.shift()?.();
    if (preparations.length > 0) later(prepareNext);
  };
  const answerNext = () => {
    const urgent = waiting.findLastIndex(({ ask }) => isUrgent(ask.call));
    const [next] = waiting.splice(Math.max(urgent, 0), 1);
    if (!next) return;
    next.run();
    if (waiting.length === 0 && preparations.length > 0) later(prepareNext);
  };
  const answer = async ({ list, lookups, call, prefetch }: ListCall) => {
    const value = await handlerOf(list)(lookups, call);
    return prefetch ? null : new WithTransfer(value, buffersOf(value));
  };

  return {
    open: ({ list, resource, path, parameters }) =>
      void readers.set(list, new ListReader(resource, path, parameters)),
    part: ({ list, bytes }) => readers.get(list)?.take(bytes),
    end,
    give: ({ list, rows }) => void given.set(list, [...(given.get(list) ?? []), ...receivedRows(rows)]),
    unite,
    ask: (ask) =>
      new Promise((resolve, reject) => {
        waiting.push({ ask, run: () => void answer(ask).then(resolve, reject) });
        later(answerNext);
      }),
    drop: (list) => {
      for (const each of [readers, given, tables, handlers]) each.delete(list);
    },
  };
}

/**
 * Returns the fields of a resource's rows. The type assertion is safe: `fieldsOf` has the fields of each
 * resource's records.
 */
function fieldsFor(resource: ListResource): FieldsWith<Row> {
  return fieldsOf[resource] as FieldsWith<Row>;
}

function createHandler(
  base: ColumnListing<Row>,
  onSteps: (steps: readonly (() => void)[]) => void,
): CallHandler {
  const listings = new LruCache<Listing<Row>>(2);
  const found = new LruCache<Promise<Rows<Row>>>(6);
  return async (lookups, call) => {
    const { places, words, asOf, since, growth, repeated = [] } = lookups;
    const joins = JSON.stringify([[...places], words, asOf, since?.version, growth?.version, [...repeated]]);
    const listing = listings.take(joins, () => {
      const joined = base.joined(lookups);
      onSteps(joined.preparations);
      return joined;
    });
    const rows = () => found.take(joins + questionKey(call.question), () => listing.rows(call.question));
    switch (call.name) {
      case 'rows': {
        const answered = await rows();
        const head = sentRows(await answered.slice(0, headLength));
        return { count: answered.count, head } satisfies SentHead;
      }
      case 'slice':
        return sentRows(await (await rows()).slice(call.from, call.to));
      case 'find':
        return (await rows()).find(call.field, call.value, call.near);
      case 'group':
        return listing.group(call.question, call.by, call.sums, call.least);
      case 'sum':
        return listing.sum(call.question, call.field);
      case 'scatter':
        return scatterOfListing(listing, call.question, call.across, call.up);
      case 'numbers':
        return listing.numbers(call.question, call.fields);
    }
  };
}

/** Returns the buffers in a result that are transferred to the page instead of copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  return Array.isArray(value)
    ? value.flatMap((each) => (each instanceof Float64Array ? [each.buffer as ArrayBuffer] : []))
    : [];
}
