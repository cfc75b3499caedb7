/**
 * Remembers which items a truncated list leaves out, and when the latest response that listed them was sent.
 */

import type { EndpointPast } from '../memory/endpoint-past.ts';
import type { Draft } from './draft.ts';

/**
 * Items that the newest response leaves out. For each, when the latest response that listed it was sent, in
 * epoch milliseconds; `null` if unknown.
 */
export class Omitted {
  readonly #since = new Map<number, number | null>();

  /**
   * Notes which items a response lists. The note takes effect once the rows are written.
   * @param known - all items that are listed or were.
   * @param isUnsure - whether a restarted recorder may lack notes of items that earlier responses left out.
   * @returns a function: when the latest response before this one that listed an item was sent, in epoch
   * milliseconds; `null` if unknown.
   */
  take(
    draft: Draft,
    past: EndpointPast,
    known: Iterable<{ readonly id: number; readonly isListed: boolean }>,
    { complete, isUnsure }: { readonly complete: boolean; readonly isUnsure: boolean },
  ): (id: number) => number | null {
    const answered = past.lastAnswered?.sentAt ?? null;
    const before = new Map<number, number | null>();
    for (const { id, isListed } of known) {
      const earlier = isUnsure ? past.completeSentAt : this.#since.get(id);
      if (earlier !== undefined) before.set(id, earlier);
      const next = isListed || complete ? undefined : earlier === undefined ? answered : earlier;
      if (next !== this.#since.get(id))
        draft.afterwards.push(() => {
          if (next === undefined) this.#since.delete(id);
          else this.#since.set(id, next);
        });
    }
    return (id) => (before.has(id) ? (before.get(id) ?? null) : answered);
  }
}
