/** Type of a note in the history file: a person's words about a time. */

import type { SubjectKind } from '#contract/history.ts';

/** A note. Its words never change; a withdrawal is added to them. Times are epoch milliseconds. */
export interface NoteRow {
  readonly table: 'note';
  readonly id: number;
  readonly deployment: string;
  /** When the note was written. */
  readonly at: number;
  /** Start of the time that the note is about. `to` is its end, or equal for a moment. */
  readonly from: number;
  readonly to: number;
  readonly who: string;
  /** Whether access control named the person. Otherwise the person typed the name. */
  readonly verified: boolean;
  readonly text: string;
  /** Address of a ticket, http or https. */
  readonly link: string | null;
  /** Subject of the note: `kind`, `key` and `occurrence` are all `null` for a note without a subject. */
  readonly kind: SubjectKind | null;
  readonly key: string | null;
  readonly occurrence: number | null;
  /** Idempotency key of the request that wrote the note. A repeated request with it adds nothing. */
  readonly requestKey: string | null;
  /** When the note was withdrawn; `null` while it stands. The next three members belong to it. */
  readonly withdrawnAt: number | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnVerified: boolean;
  readonly reason: string | null;
}
