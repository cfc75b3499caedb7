/** The worker's side: takes in one list, holds it as columns and answers for it. */

import { ContractError, type Flaw, flawsOf } from '../../contract/decode-record.ts';
import type { ListRecord, ListResource } from '../../contract/resources.ts';
import { exact } from '../../domain/claim.ts';
import { cloudOfListing } from '../../domain/cloud.ts';
import { createColumnListing } from '../../domain/columns/column-listing.ts';
import { ListReader } from '../../domain/columns/read-list.ts';
import { fieldsOf } from '../../domain/fields.ts';
import type { FieldsWith, Listing, Rows } from '../../domain/listing.ts';
import type { Lookups } from '../../domain/lookups.ts';
import {
  type Call,
  type FromWorker,
  headLength,
  type SentHead,
  type SentRows,
  type ToWorker,
} from './messages.ts';

type Record = ListRecord<ListResource>;

export type Send = (message: FromWorker, transfer: Transferable[]) => void;

type Ask = Extract<ToWorker, { kind: 'ask' }>;

/** Rows are looked at, figures can wait; and of rows those asked for last, for the others may be out of view. */
function isUrgent({ call: { name } }: Ask): boolean {
  return name === 'rows' || name === 'slice' || name === 'find';
}

/**
 * Takes the page's messages.
 *
 * @param later - calls back once messages that have arrived are taken.
 */
export function answerList(send: Send, later: (then: () => void) => void): (message: ToWorker) => void {
  let reader: ListReader<ListResource> | null = null;
  let ask: ((lookups: Lookups, call: Call) => Promise<unknown>) | null = null;
  const waiting: Ask[] = [];
  let preparations: (() => void)[] = [];

  const take = (whole: ListReader<ListResource>) => {
    try {
      const { table, ...read } = whole.end();
      const listing = createColumnListing(table, fieldsFor(table.resource), exact);
      ask = asker(listing);
      preparations = [...listing.preparations];
      send({ kind: 'read', list: read }, []);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      send({ kind: 'unreadable', cause: cause instanceof ContractError ? 'contract' : 'syntax', message }, []);
    }
  };

  // Only once there were questions: the first rows are not to wait for it.
  const prepareNext = () => {
    if (waiting.length > 0) return;
    preparations.shift()?.();
    if (preparations.length > 0) later(prepareNext);
  };
  const answerNext = () => {
    const last = waiting.findLastIndex(isUrgent);
    const [next] = waiting.splice(Math.max(last, 0), 1);
    if (!next) return;
    if (waiting.length === 0 && preparations.length > 0) later(prepareNext);
    const { id, lookups, call } = next;
    const answered = ask?.(lookups, call) ?? Promise.reject(new Error('This list was not taken in.'));
    answered.then(
      (value) => send({ kind: 'answered', id, value }, buffersOf(value)),
      (cause: unknown) =>
        send({ kind: 'failed', id, message: cause instanceof Error ? cause.message : String(cause) }, []),
    );
  };

  return (message) => {
    if (message.kind === 'open') reader = new ListReader(message.resource, message.path, message.asked);
    else if (message.kind === 'part') reader?.take(message.bytes);
    else if (message.kind === 'end') {
      if (reader) take(reader);
      reader = null;
    } else {
      waiting.push(message);
      later(answerNext);
    }
  };
}

/** The records of a resource have its fields. */
function fieldsFor(resource: ListResource): FieldsWith<Record> {
  return fieldsOf[resource] as FieldsWith<Record>;
}

function asker(base: Listing<Record>): (lookups: Lookups, call: Call) => Promise<unknown> {
  const listings = new Recent<Listing<Record>>(2);
  const found = new Recent<Promise<Rows<Record>>>(6);
  return async (lookups, call) => {
    const joins = JSON.stringify([[...lookups.places], lookups.words, lookups.asOf]);
    const listing = listings.take(joins, () => base.joined(lookups));
    const rows = () => found.take(joins + keyOf(call.question), () => listing.rows(call.question));
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
      case 'cloud':
        return cloudOfListing(listing, call.question, call.across, call.up);
      case 'numbers':
        return listing.numbers(call.question, call.fields);
    }
  };
}

function keyOf(question: Call['question']): string {
  return JSON.stringify(question, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

function sentRows(rows: readonly object[]): SentRows {
  const flaws = new Map<number, ReadonlyMap<string, Flaw>>();
  for (const [index, row] of rows.entries()) {
    const known = flawsOf(row);
    if (known) flaws.set(index, known);
  }
  return { rows, flaws };
}

/** What need not be copied on its way. */
function buffersOf(value: unknown): Transferable[] {
  return Array.isArray(value)
    ? value.flatMap((each) => (each instanceof Float64Array ? [each.buffer as ArrayBuffer] : []))
    : [];
}

/** The last few of what was made, by what it was made from. */
class Recent<T> {
  readonly #most: number;
  readonly #kept = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  take(key: string, make: () => T): T {
    const value = this.#kept.get(key) ?? make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    return value;
  }
}
