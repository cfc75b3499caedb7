/**
 * Types and limits of notes: a person's words about a time (docs/understand/history-api.md, part 12). Times are UTC texts.
 * Lengths are in code points.
 */

import type { SubjectKind } from './history.ts';

export const mostOfName = 100;
export const mostOfText = 2_000;
export const mostOfReason = 500;
export const mostOfLink = 2_000;

/** Withdrawal of a note. The note keeps its words. */
export interface NoteWithdrawal {
  readonly at: string;
  readonly who: string;
  readonly verified: boolean;
  readonly reason: string;
}

/** Subject of a note, as in other rows of the history. */
export interface NoteSubject {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
}

/** Row of `GET /history/:slug/notes`. */
export interface Note {
  readonly id: number;
  /** When the note was written. */
  readonly at: string;
  /** Time that the note is about. `from` equals `to` for a moment. */
  readonly from: string;
  readonly to: string;
  readonly who: string;
  /** Whether access control named the person. Otherwise the person typed the name. */
  readonly verified: boolean;
  readonly text: string;
  /** Address of a ticket, http or https. */
  readonly link: string | null;
  /** Kind of the subject, if the note is about one. The next two members belong to it. */
  readonly kind: SubjectKind | null;
  readonly key: string | null;
  readonly occurrence: number | null;
  readonly withdrawn: NoteWithdrawal | null;
}
