/**
 * Who is missing from a list that was cut short, and when the last answer that listed them was asked for: it may be that they
 * were only cut off.
 */

import type { EndpointPast } from '../endpoint-past.ts';
import type { Draft } from './draft.ts';

/** `null` where no answer that listed somebody is known any more. */
export class Omitted {
  readonly #since = new Map<number, number | null>();
  /** Endpoints whose answers were taken in since the recorder began. */
  readonly #heard = new Set<number>();

  /**
   * Takes in who a look lists, once that is written; returns when the last answer before it that listed somebody was asked for.
   *
   * @param known - everybody who is listed or was, and whether they are now; when they came in, where that was later than the
   * last whole answer.
   */
  take(
    draft: Draft,
    endpoint: number,
    past: EndpointPast,
    known: Iterable<{ readonly id: number; readonly isListed: boolean; readonly since: number | null }>,
    complete: boolean,
  ): (id: number) => number | null {
    const answered = past.answered?.sentAt ?? null;
    // Whom an answer left out that another run took in, nobody knows: each was there in the last whole one, or came later.
    const isUnsure = past.answered !== null && !past.answered.complete && !this.#heard.has(endpoint);
    const before = new Map<number, number | null>();
    for (const { id, isListed, since } of known) {
      const earlier = isUnsure ? later(past.completeSentAt, since) : this.#since.get(id);
      if (earlier !== undefined) before.set(id, earlier);
      const next = isListed || complete ? undefined : earlier === undefined ? answered : earlier;
      if (next !== this.#since.get(id))
        draft.afterwards.push(() => {
          if (next === undefined) this.#since.delete(id);
          else this.#since.set(id, next);
        });
    }
    draft.afterwards.push(() => this.#heard.add(endpoint));
    return (id) => (before.has(id) ? (before.get(id) ?? null) : answered);
  }
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
