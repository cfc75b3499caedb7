/**
 * Plans the log entries of a list after a poll, and the values of its series (docs/understand/history-api.md,
 * parts 5 and 6).
 */

import type { EndpointPast } from '../memory/endpoint-past.ts';
import type { ObservedRow } from '../reading.ts';
import type { Amount, BucketDayRow, ItemRow } from '../rows.ts';
import type { Draft } from './draft.ts';
import type { Listed } from './listed.ts';
import type { Omitted } from './omitted.ts';

const day = 86_400_000;

export interface ListPoll {
  readonly endpoint: number;
  readonly past: EndpointPast;
  readonly seq: number;
  readonly at: number;
  readonly complete: boolean;
  readonly omitted: Omitted;
  /**
   * Whether the response before was truncated and an earlier run recorded it, so that it may have left out
   * more than is known.
   */
  readonly isUnsure: boolean;
  readonly isAfterGap: boolean;
}

/** Plans the items and log entries of a list. @returns the ids of the listed items, with their rows. */
export function planItems(
  draft: Draft,
  listed: readonly Listed<ObservedRow>[],
  poll: ListPoll,
): readonly { readonly item: number; readonly row: ObservedRow; readonly isFirst: boolean }[] {
  const { endpoint, past, seq, at, omitted, complete, isUnsure, isAfterGap: blind } = poll;
  const { present } = draft;
  const isBaseline = past.lastAnswered === null;
  const change = (item: ItemRow | null, next: ItemRow, notBefore: number | null) => {
    draft.add(next);
    if (isBaseline) return;
    const before = item?.content ?? null;
    draft.add({
      table: 'log',
      endpoint,
      seq,
      item: next.id,
      at,
      notBefore,
      before,
      after: next.content,
      blind,
    });
  };
  const found = listed.map((each) => ({ ...each, known: present.itemOf(endpoint, each.key, each.occurrence) }));
  const there = new Set(found.flatMap(({ known }) => known?.id ?? []));
  const items = present.lists.itemsOf(endpoint);
  const known = items.map(({ id }) => ({ id, isListed: there.has(id) }));
  const listedAt = omitted.take(draft, past, known, { complete, isUnsure });
  const listedItems = found.map(({ key, occurrence, value: row, known }) => {
    const id = known?.id ?? draft.newItem(endpoint, key, occurrence);
    const body = row.body ?? '';
    if (known?.content == null || present.body(known.content) !== body) {
      const content = draft.content(body);
      // An item that was not listed was absent when the last complete response was requested.
      const notBefore = known?.content != null ? listedAt(known.id) : past.completeSentAt;
      const item: ItemRow = { table: 'item', id, endpoint, key, occurrence, content, changedAt: at };
      change(known, item, notBefore);
    }
    return { item: id, row, isFirst: occurrence === 1 };
  });
  if (complete)
    for (const item of items)
      if (item.content !== null && !there.has(item.id))
        change(item, { ...item, content: null, changedAt: at }, listedAt(item.id));
  return listedItems;
}

/**
 * Plans values that differ from those of the poll before. A series that the response lacks gets `null`, or 0
 * if the list is complete.
 */
export function planValues(
  draft: Draft,
  deployment: string,
  { endpoint, at, complete }: Pick<ListPoll, 'endpoint' | 'at' | 'complete'>,
  observation: ReadonlyMap<string, Amount>,
): void {
  const { lists } = draft.present;
  for (const [name, value] of observation) {
    const series = draft.series(deployment, name, endpoint);
    if (series !== null && lists.value(series) !== value) draft.add({ table: 'value', series, at, value });
  }
  for (const { id: series, name } of lists.seriesOf(endpoint)) {
    if (observation.has(name)) continue;
    // A complete list that has a total has 0 of each part that it does not mention, such as totals/nodes/fra1
    // beside totals/nodes.
    const value = complete && observation.has(name.split('/', 2).join('/')) ? 0 : null;
    if (lists.value(series) !== value) draft.add({ table: 'value', series, at, value });
  }
}

/** Plans the sizes of buckets at the first complete poll of a UTC day; nothing at other polls. */
export function planBucketDay(
  draft: Draft,
  items: readonly { readonly item: number; readonly row: ObservedRow }[],
  { endpoint, at, past, complete }: Pick<ListPoll, 'endpoint' | 'at' | 'past' | 'complete'>,
): void {
  const today = Math.floor(at / day) * day;
  if (!complete || (past.completeAt ?? Number.NEGATIVE_INFINITY) >= today) return;
  const { lists } = draft.present;
  const listed = new Map<number, ObservedRow | null>(items.map(({ item, row }) => [item, row]));
  // A vanished bucket gets a row without a size.
  for (const { id } of lists.itemsOf(endpoint))
    if (!listed.has(id) && lists.bucketDay(id)) listed.set(id, null);
  for (const [item, row] of listed) {
    const [objects = null, bytes = null] = row?.amounts ?? [];
    const before = lists.bucketDay(item);
    if (before?.day === today || (before?.objects === objects && before.bytes === bytes)) continue;
    const next: BucketDayRow = { table: 'bucket_day', item, day: today, objects, bytes };
    draft.add(next);
  }
}
