/** How often each subject changes: what changes too often is told by the quarter of an hour (docs/understand/history.md). */

import type { SubjectRow } from '../rows.ts';

const hour = 3_600_000;

/** Milliseconds of a quarter of an hour: every zone's days begin at one. */
export const flapPause = hour / 4;

/** Changes that are kept of one subject in an hour. */
export const mostChanges = 60;

interface Flapping {
  readonly word: number;
  readonly hour: number;
  readonly changes: number;
}

export class Flaps {
  readonly #subjects = new Map<number, Flapping>();

  /**
   * Of the word that a subject has now: whether it changes more often than is kept, and whether it just did.
   *
   * @param afterwards - takes it in once that is written.
   */
  saw(
    subject: number,
    word: number,
    at: number,
    afterwards: (() => void)[],
  ): { readonly isFolded: boolean; readonly isChange: boolean } {
    const now = Math.floor(at / hour);
    const before = this.#subjects.get(subject);
    const isChange = before?.word !== word;
    const earlier = before?.hour === now ? before.changes : 0;
    const changes = isChange ? earlier + 1 : earlier;
    if (isChange || before?.hour !== now)
      afterwards.push(() => this.#subjects.set(subject, { word, hour: now, changes }));
    return { isFolded: changes > mostChanges, isChange };
  }

  forget(subjects: readonly SubjectRow[]): void {
    for (const { id } of subjects) this.#subjects.delete(id);
  }
}
