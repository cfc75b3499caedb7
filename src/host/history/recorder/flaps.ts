/**
 * Counts the changes of each subject per hour. Beyond a limit they are rolled up by quarter of an hour
 * (docs/understand/history.md).
 */

import type { SubjectRow } from '../rows.ts';

const hour = 3_600_000;

/** Milliseconds of a quarter of an hour. In every time zone a day begins at such a quarter. */
export const flapPause = hour / 4;

export const mostChanges = 60;

interface Flapping {
  readonly word: number;
  readonly hour: number;
  readonly changes: number;
}

export class Flaps {
  readonly #subjects = new Map<number, Flapping>();

  /**
   * Notes the current status word of a subject, and counts its changes in this hour.
   * @param afterwards - gets the update of the count, to run after the rows are written.
   * @returns `isFolded`: whether the subject changes too often; `isChange`: whether its word just changed.
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
