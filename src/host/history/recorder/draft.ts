/**
 * Collects the rows that one poll is about to add, and looks up or allocates their ids. Memory changes only
 * after the rows are written.
 */

import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { keyOf } from '../memory/key-of.ts';
import type { Numbered, Present } from '../memory/present.ts';
import type { Row, StoredKind, WordRow } from '../rows.ts';
import { type Bounds, costOf, Excess, noRoomForNames } from './allowances.ts';
import { isOfRow } from './row-series.ts';

export interface Limit {
  /** End of the poll, in epoch milliseconds. `left` is the allowance that its endpoint has left. */
  readonly at: number;
  readonly left: number;
  readonly bounds: Bounds;
}

export class Draft {
  readonly rows: Row[] = [];
  /** Updates of memory besides the rows. They run after the rows are written. */
  readonly afterwards: (() => void)[] = [];
  readonly present: Present;
  readonly #items = new Map<string, number>();
  readonly #given = new Map<Numbered, number>();
  readonly #new = new Map<string, number>();
  readonly #limit: Limit;
  cost = 0;

  constructor(present: Present, limit: Limit) {
    this.present = present;
    this.#limit = limit;
  }

  /** Adds rows to the draft. @throws Excess if they exceed the allowance of the endpoint. */
  add(...rows: readonly Row[]): void {
    const { at, left, bounds } = this.#limit;
    for (const row of rows) {
      this.cost += costOf(row, at, bounds);
      this.rows.push(row);
    }
    if (this.cost > left)
      throw new Excess('It has more new texts than are recorded in one response or one day.');
  }

  endpoint(deployment: string, path: string): number {
    const known = this.present.endpointAt(deployment, path);
    return (
      known?.id ??
      this.#once('endpoint', keyOf(deployment, path), (id) => ({ table: 'endpoint', id, deployment, path }))
    );
  }

  subject(deployment: string, kind: StoredKind, key: string, occurrence: number): number {
    const known = this.present.subjectOf(deployment, kind, key, occurrence);
    const isOfList = kind === 'region' || kind === 'node';
    if (!known) this.#name('subject', this.present.subjectIds(deployment, kind).length, isOfList);
    return (
      known?.id ??
      this.#once('subject', keyOf(deployment, kind, key, occurrence), (id) => ({
        table: 'subject',
        id,
        deployment,
        kind,
        key,
        occurrence,
      }))
    );
  }

  /**
   * Finds or allocates the id of a status word.
   * @param words - configured severity by status word. Words with a known severity have a higher limit.
   * @throws Excess if the limit of words is reached.
   */
  word(
    deployment: string,
    kind: StoredKind,
    { form, text }: Pick<WordRow, 'form' | 'text'>,
    words: WordOverrides,
  ): number {
    const known = this.present.wordId(form, text);
    if (known !== null) return known;
    const isKnown = form !== 'json' && classify(text, words).severity !== 'unknown';
    const most = this.#limit.bounds.words * (isKnown ? 2 : 1);
    if (this.present.wordCount(deployment, kind) + this.#givenOf('word') >= most)
      throw new Excess(`It has more than ${most} status words, the limit of one list.`);
    return this.#once('word', keyOf(form, text), (id) => ({ table: 'word', id, text, form }));
  }

  /** Finds or allocates the id of a series; `null` if the endpoint has reached its limit of series. */
  series(deployment: string, name: string, endpoint: number): number | null {
    const known = this.present.series(deployment, name);
    if (known) return known.id;
    const most = this.#limit.bounds.series * (isOfRow(name) ? 1 : 2);
    if (this.present.lists.seriesCount(endpoint) + this.#givenOf('series') >= most) return null;
    return this.#once('series', keyOf(deployment, name), (id) => {
      return { table: 'series', id, deployment, name, endpoint };
    });
  }

  /**
   * Adds a content row and returns its id. A content belongs to one item, and is dropped with the last log
   * entry that refers to it.
   */
  content(body: string): number {
    const id = this.#next('content');
    this.add({ table: 'content', id, body });
    return id;
  }

  item(endpoint: number, key: string, occurrence: number): number | null {
    return (
      this.present.itemOf(endpoint, key, occurrence)?.id ?? this.#items.get(keyOf(key, occurrence)) ?? null
    );
  }

  /**
   * Allocates an id for an item that this endpoint has not listed before. @throws Excess if the limit of
   * names is reached.
   */
  newItem(endpoint: number, key: string, occurrence: number): number {
    this.#name('item', this.present.lists.itemCount(endpoint), true);
    const id = this.#next('item');
    this.#items.set(keyOf(key, occurrence), id);
    return id;
  }

  /** Allocates an id for the head of an endpoint's responses. It does not count as a name. */
  newHead(): number {
    return this.#next('item');
  }

  #once(of: Numbered, key: string, row: (id: number) => Row): number {
    const name = `${of} ${key}`;
    const given = this.#new.get(name);
    if (given !== undefined) return given;
    const id = this.#next(of);
    this.#new.set(name, id);
    this.add(row(id));
    return id;
  }

  #givenOf(of: Numbered): number {
    return (this.#given.get(of) ?? this.present.nextId(of)) - this.present.nextId(of);
  }

  #name(of: 'subject' | 'item', known: number, isOfList: boolean): void {
    const { names, allNames } = this.#limit.bounds;
    const given = this.#givenOf('subject') + this.#givenOf('item');
    if (this.present.nameCount + given >= allNames * (isOfList ? 1 : 1.1)) throw new Excess(noRoomForNames);
    if (known + this.#givenOf(of) >= names)
      throw new Excess(`It has more than ${names}, the limit of one list.`);
  }

  #next(of: Numbered): number {
    const id = this.#given.get(of) ?? this.present.nextId(of);
    this.#given.set(of, id + 1);
    return id;
  }
}
