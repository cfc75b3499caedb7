/** All recorded lists in memory: their current rows, and the newest value of each series. */

import {
  type Amount,
  type BucketDayRow,
  type ContentRow,
  headOccurrence,
  type ItemRow,
  type SeriesRow,
  type ValueRow,
} from '../rows.ts';
import { ByKey } from './by-key.ts';
import { keyOf } from './key-of.ts';

function entriesOf<T>(of: Map<number, Map<number, T>>, endpoint: number): Map<number, T> {
  const known = of.get(endpoint) ?? new Map<number, T>();
  of.set(endpoint, known);
  return known;
}

/** Read-only view of the list rows and heads in memory. */
export interface KnownItems {
  itemsOf(endpoint: number): readonly ItemRow[];
  head(endpoint: number): ItemRow | null;
}

export class KnownLists implements KnownItems {
  readonly #series = new Map<string, SeriesRow>();
  readonly #seriesOf = new Map<number, Map<number, SeriesRow>>();
  readonly #values = new Map<number, Amount | null>();
  readonly #contents = new Map<number, string>();
  /** Ids of contents that no item uses yet, because a content row comes before its item row. */
  readonly #unused = new Set<number>();
  /**
   * Number of further items that share a content, by content id. Only files of older versions have shared
   * contents.
   */
  readonly #contentUses = new Map<number, number>();
  readonly #items = new Map<number, ItemRow>();
  readonly #itemsOf = new Map<number, ByKey<ItemRow>>();
  readonly #heads = new Map<number, ItemRow>();
  readonly #days = new Map<number, BucketDayRow>();

  note(row: SeriesRow | ValueRow | ContentRow | ItemRow | BucketDayRow): void {
    switch (row.table) {
      case 'series':
        this.#series.set(keyOf(row.deployment, row.name), row);
        entriesOf(this.#seriesOf, row.endpoint).set(row.id, row);
        return;
      case 'value':
        this.#values.set(row.series, row.value);
        return;
      case 'content':
        this.#contents.set(row.id, row.body);
        this.#unused.add(row.id);
        return;
      case 'item':
        return this.#item(row);
      case 'bucket_day':
        this.#days.set(row.item, row);
    }
  }

  series(deployment: string, name: string): SeriesRow | null {
    return this.#series.get(keyOf(deployment, name)) ?? null;
  }

  seriesOf(endpoint: number): Iterable<SeriesRow> {
    return entriesOf(this.#seriesOf, endpoint).values();
  }

  seriesCount(endpoint: number): number {
    return entriesOf(this.#seriesOf, endpoint).size;
  }

  /** Returns the newest value of a series; `null` if the newest response has none. */
  value(series: number): Amount | null {
    return this.#values.get(series) ?? null;
  }

  item(id: number): ItemRow | null {
    return this.#items.get(id) ?? null;
  }

  itemOf(endpoint: number, key: string, occurrence: number): ItemRow | null {
    return this.#itemsOf.get(endpoint)?.get(key, occurrence) ?? null;
  }

  itemsOf(endpoint: number): readonly ItemRow[] {
    return this.#itemsOf.get(endpoint)?.all() ?? [];
  }

  /** Returns the item with the head of an endpoint's newest response; `null` if none was recorded. */
  head(endpoint: number): ItemRow | null {
    return this.#heads.get(endpoint) ?? null;
  }

  itemCount(endpoint: number): number {
    return this.#itemsOf.get(endpoint)?.size ?? 0;
  }

  get allItemCount(): number {
    return this.#items.size;
  }

  get items(): Iterable<ItemRow> {
    return this.#items.values();
  }

  bucketDay(item: number): BucketDayRow | null {
    return this.#days.get(item) ?? null;
  }

  body(content: number): string | null {
    return this.#contents.get(content) ?? null;
  }

  forget(items: readonly ItemRow[], series: readonly SeriesRow[]): void {
    for (const item of items) {
      this.#release(item.content);
      this.#items.delete(item.id);
      this.#days.delete(item.id);
      if (item.occurrence === headOccurrence) this.#heads.delete(item.endpoint);
      else this.#itemsOf.get(item.endpoint)?.delete(item);
    }
    for (const { id, deployment, name, endpoint } of series) {
      this.#series.delete(keyOf(deployment, name));
      this.#values.delete(id);
      this.#seriesOf.get(endpoint)?.delete(id);
    }
  }

  #use(content: number | null): void {
    if (content === null || this.#unused.delete(content)) return;
    this.#contentUses.set(content, (this.#contentUses.get(content) ?? 0) + 1);
  }

  #release(content: number | null): void {
    if (content === null) return;
    const others = this.#contentUses.get(content) ?? 0;
    if (others > 1) this.#contentUses.set(content, others - 1);
    else if (others === 1) this.#contentUses.delete(content);
    else this.#contents.delete(content);
  }

  #item(row: ItemRow): void {
    const before = this.item(row.id)?.content ?? null;
    if (before !== row.content) {
      this.#use(row.content);
      this.#release(before);
    }
    this.#items.set(row.id, row);
    if (row.occurrence === headOccurrence) {
      this.#heads.set(row.endpoint, row);
      return;
    }
    const items = this.#itemsOf.get(row.endpoint) ?? new ByKey<ItemRow>();
    this.#itemsOf.set(row.endpoint, items);
    items.set(row);
  }
}
