/** What is remembered of lists: their rows as they are now, and the newest number of each series. */

import { keyOf } from './key-of.ts';
import type { Amount, BucketDayRow, ContentRow, ItemRow, SeriesRow, ValueRow } from './rows.ts';

/** What an endpoint has of something, by id. */
function held<T>(of: Map<number, Map<number, T>>, endpoint: number): Map<number, T> {
  const known = of.get(endpoint) ?? new Map<number, T>();
  of.set(endpoint, known);
  return known;
}

export class KnownLists {
  readonly #series = new Map<string, SeriesRow>();
  readonly #seriesOf = new Map<number, Map<number, SeriesRow>>();
  readonly #values = new Map<number, Amount | null>();
  /** Of those that are listed. */
  readonly #contents = new Map<number, string>();
  /** How many items have one: those of older files share them. */
  readonly #contentUses = new Map<number, number>();
  readonly #items = new Map<number, ItemRow>();
  readonly #itemIds = new Map<string, number>();
  readonly #itemsOf = new Map<number, Map<number, ItemRow>>();
  readonly #days = new Map<number, BucketDayRow>();

  note(row: SeriesRow | ValueRow | ContentRow | ItemRow | BucketDayRow): void {
    switch (row.table) {
      case 'series':
        this.#series.set(keyOf(row.deployment, row.name), row);
        held(this.#seriesOf, row.endpoint).set(row.id, row);
        return;
      case 'value':
        this.#values.set(row.series, row.value);
        return;
      case 'content':
        this.#contents.set(row.id, row.body);
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
    return held(this.#seriesOf, endpoint).values();
  }

  seriesCount(endpoint: number): number {
    return held(this.#seriesOf, endpoint).size;
  }

  /** The newest number of a series; `null` where the newest answer did not say it. */
  value(series: number): Amount | null {
    return this.#values.get(series) ?? null;
  }

  item(id: number): ItemRow | null {
    return this.#items.get(id) ?? null;
  }

  itemOf(endpoint: number, key: string, occurrence: number): ItemRow | null {
    return this.item(this.#itemIds.get(keyOf(endpoint, key, occurrence)) ?? 0);
  }

  /** All that an endpoint ever listed, by id. */
  itemsOf(endpoint: number): ReadonlyMap<number, ItemRow> {
    return held(this.#itemsOf, endpoint);
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

  /** What is not kept any more. */
  forget(items: readonly ItemRow[], series: readonly SeriesRow[]): void {
    for (const { id, endpoint, key, occurrence, content } of items) {
      this.#use(content, -1);
      this.#items.delete(id);
      this.#days.delete(id);
      this.#itemIds.delete(keyOf(endpoint, key, occurrence));
      this.#itemsOf.get(endpoint)?.delete(id);
    }
    for (const { id, deployment, name, endpoint } of series) {
      this.#series.delete(keyOf(deployment, name));
      this.#values.delete(id);
      this.#seriesOf.get(endpoint)?.delete(id);
    }
  }

  #use(content: number | null, more: 1 | -1): void {
    if (content === null) return;
    const uses = (this.#contentUses.get(content) ?? 0) + more;
    if (uses > 0) return void this.#contentUses.set(content, uses);
    this.#contentUses.delete(content);
    this.#contents.delete(content);
  }

  #item(row: ItemRow): void {
    this.#use(row.content, 1);
    this.#use(this.item(row.id)?.content ?? null, -1);
    this.#items.set(row.id, row);
    this.#itemIds.set(keyOf(row.endpoint, row.key, row.occurrence), row.id);
    held(this.#itemsOf, row.endpoint).set(row.id, row);
  }
}
