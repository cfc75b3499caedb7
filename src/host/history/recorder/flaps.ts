/**
 * Counts the changes of each subject. Beyond a limit they are rolled up by quarter of an hour
 * (docs/understand/history.md).
 */

import type { SubjectRow } from '../rows.ts';

const hour = 3_600_000;

/** Milliseconds of a quarter of an hour. In every time zone a day begins at one. */
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
   * Notes the current word of a subject.
   * @param afterwards - gets the update, to run after the rows are written.
   * @returns whether the subject changes too often, and whether it just changed.
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
