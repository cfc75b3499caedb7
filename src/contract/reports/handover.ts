/** Types of `GET /history/:slug/handover` (docs/understand/history-api.md, part 11). Times are UTC texts. */

import type { ChangedKind, ChangeEntry, Figure, GapCause, SpanEntry, TimeRange } from '../history.ts';
import type { Note } from '../notes.ts';

/** Time without coverage of one endpoint, clipped to the range. */
export interface HandoverGap extends TimeRange {
  /** Path of the endpoint in the API document. */
  readonly endpoint: string;
  readonly cause: GapCause;
  /** Length, with up to three decimals. */
  readonly seconds: number;
}

/** Changes of a range by type, oldest first. */
export interface HandoverChanges {
  readonly states: readonly ChangeEntry[];
  readonly appeared: readonly ChangeEntry[];
  readonly vanished: readonly ChangeEntry[];
  readonly returned: readonly ChangeEntry[];
  readonly moved: readonly ChangeEntry[];
  readonly capacity: readonly ChangeEntry[];
  readonly words: readonly ChangeEntry[];
  readonly contradictions: readonly ChangeEntry[];
}

/** Volume of one event type at the first and at the last poll of the range. */
export interface HandoverEvent {
  readonly id: string;
  readonly name: string | null;
  readonly source: string | null;
  readonly first: Figure;
  readonly last: Figure;
  /** Number of polls with a lower value than the poll before. */
  readonly falls: number;
}

/** What the size limits left out. */
export interface HandoverCut {
  /** Number of rows left out of the list of this name. */
  readonly blind?: number;
  readonly open?: number;
  readonly ended?: number;
  readonly events?: number;
  readonly notes?: number;
  /** By kind of subject: time of the oldest change that is listed. Earlier ones are left out. */
  readonly changes?: Readonly<Partial<Record<ChangedKind, string>>>;
}

/** The same range has the same content, so nothing in it depends on the time of the request. */
export interface Handover extends TimeRange {
  readonly deployment: string;
  /** Time of the newest stored poll; present only while the range may still change. `null`: there is none. */
  readonly knownUntil?: string | null;
  readonly blind: readonly HandoverGap[];
  /** Seconds without coverage, for each endpoint that has some. */
  readonly blindSeconds: Readonly<Record<string, number>>;
  /** Spans that are not good at the end of the range, worst first. `to` is `null`, whenever they ended later. */
  readonly open: readonly SpanEntry[];
  /** Spans that were not good and ended in the range, in the order of their ends. */
  readonly ended: readonly SpanEntry[];
  readonly changes: HandoverChanges;
  readonly events: readonly HandoverEvent[];
  /** Notes whose time begins in the range, oldest first, with those that were withdrawn. */
  readonly notes: readonly Note[];
  /** Present if rows are left out. */
  readonly cut?: HandoverCut;
  /** SHA-256, in hexadecimal digits, of the JSON text without this member. */
  readonly hash: string;
}

/** Response of `GET /history/handover`: the handover of each deployment that the viewer may see. */
export interface AllHandovers extends TimeRange {
  readonly data: readonly Handover[];
  /** Slugs of the deployments whose history the host cannot read. */
  readonly unread: readonly string[];
  readonly hash: string;
}
