/** Allocates the row ids of a new history file, for all its deployments. */

import type { ContentRow, Table, WordRow } from '../rows.ts';

type Counted = Extract<Table, 'run' | 'endpoint' | 'subject' | 'series' | 'item' | 'content' | 'note'>;

export class Ids {
  readonly #last = new Map<Counted, number>();
  readonly #words = new Map<string, number>();
  #lastLook = 0;

  next(table: Counted): number {
    const id = (this.#last.get(table) ?? 0) + 1;
    this.#last.set(table, id);
    return id;
  }

  /** Reserves sequence numbers for `count` polls. @returns the number before the first reserved one. */
  pollIds(count: number): number {
    const before = this.#lastLook;
    this.#lastLook += count;
    return before;
  }

  word(text: string): { readonly id: number; readonly rows: readonly WordRow[] } {
    const known = this.#words.get(text);
    if (known !== undefined) return { id: known, rows: [] };
    const id = this.#words.size + 1;
    this.#words.set(text, id);
    return { id, rows: [{ table: 'word', id, text, form: 'whole' }] };
  }

  content(body: string): ContentRow {
    return { table: 'content', id: this.next('content'), body };
  }
}
