/**
 * Types of the rows of the history record, in the same form in the file and in memory
 * (docs/understand/history.md). A poll becomes a few rows, written in one transaction. Times are epoch
 * milliseconds. Ids count from 1.
 */

import { type GapCause, type SubjectKind, subjectKinds } from '#contract/history.ts';
import type { NoteRow } from './notes/note-row.ts';

export type { SubjectKind };

/**
 * Kind of a subject that records when truncated responses leave out a region or node. It has the key of the
 * region or node. Its status word is then {@link leftOutWord}, else {@link absentWord}.
 */
export type LeftOutKind = 'left-out-region' | 'left-out-node';

/**
 * Kind of a subject in the file. `verdict` is the verdict of the deployment. Responses list subjects of a
 * `SubjectKind` only.
 */
export type StoredKind = SubjectKind | 'verdict' | LeftOutKind;

/**
 * Kind of the subject that records when a region or node is left out. Components have none: status documents
 * are always complete.
 */
export const leftOutKinds: Readonly<Partial<Record<SubjectKind, LeftOutKind>>> = {
  region: 'left-out-region',
  node: 'left-out-node',
};

/**
 * Status word of a subject of a {@link LeftOutKind} while truncated responses leave the region or node out.
 */
export const leftOutWord = { form: 'whole', text: 'left out' } as const;

export interface RunRow {
  readonly table: 'run';
  readonly id: number;
  readonly version: string;
  readonly startedAt: number;
  /**
   * End of the run, in epoch milliseconds; `null` while it continues. For a killed run, the time of its last
   * poll.
   */
  readonly endedAt: number | null;
  readonly endedHow: 'stopped' | 'killed' | null;
}

/**
 * A time in which no endpoint was polled, or no poll could be written. Restarts are not stored: they follow
 * from runs.
 */
export interface InterruptionRow {
  readonly table: 'interruption';
  readonly run: number;
  /** Sequence number. Polls and interruptions share one sequence. */
  readonly seq: number;
  readonly from: number;
  readonly to: number;
  readonly cause: Extract<GapCause, 'asleep' | 'clock-stepped' | 'disk-full' | 'store'>;
}

export interface EndpointRow {
  readonly table: 'endpoint';
  readonly id: number;
  readonly deployment: string;
  readonly path: string;
}

/** One poll of one endpoint, stored for `rawDays`. The table's name is `look`. */
export interface PollRow {
  readonly table: 'look';
  readonly endpoint: number;
  /** Sequence number. It grows by one with each poll of any endpoint, and with each interruption. */
  readonly seq: number;
  readonly run: number;
  /** When the response was complete or the attempt failed, in epoch milliseconds. */
  readonly at: number;
  /** When the request was sent, in epoch milliseconds, less the `Age` of the response. */
  readonly sentAt: number;
  /** Validity period in milliseconds: lifetime plus grace period; 0 without a response. */
  readonly vouched: number;
  readonly complete: boolean;
  /** Why there was no usable response; `null` if there was one. */
  readonly cause: GapCause | null;
  /**
   * Of a failed poll: the reason. Of a status document: `updated_at` as sent, if it is not the ISO 8601 text of
   * `statedAt`.
   */
  readonly detail: string | null;
  /**
   * `updated_at` of the status document, in epoch milliseconds; `null` for lists, failures and unreadable
   * times.
   */
  readonly statedAt: number | null;
}

/**
 * A coverage interval: covered time (`seen`) or a gap (`blind`). Each poll that extends it rewrites it. A gap
 * is written once the next poll succeeds.
 */
export interface CoverageRow {
  readonly table: 'sight';
  readonly endpoint: number;
  /** Start of the interval, in epoch milliseconds. Endpoint, start and outcome identify the row. */
  readonly from: number;
  readonly to: number;
  readonly outcome: 'seen' | 'blind';
  readonly cause: GapCause | null;
  readonly detail: string | null;
  readonly looks: number;
  /** Maximum milliseconds between two neighbouring answered polls; for a gap, its length. */
  readonly longest: number;
  readonly complete: boolean;
}

export interface SubjectRow {
  readonly table: 'subject';
  readonly id: number;
  readonly deployment: string;
  readonly kind: StoredKind;
  /** Slug of a deployment, name of a component as sent, code of a region, or id of a node. */
  readonly key: string;
  readonly occurrence: number;
}

export interface ListedSubject extends SubjectRow {
  readonly kind: SubjectKind;
}

const listedKinds: ReadonlySet<string> = new Set(subjectKinds);

export function isListedSubject(subject: SubjectRow): subject is ListedSubject {
  return listedKinds.has(subject.kind);
}

/** A status word as sent. For a verdict, the name of its severity. Id 0 means absence, and has no row. */
export interface WordRow {
  readonly table: 'word';
  readonly id: number;
  readonly text: string;
  /**
   * `whole`: complete. `cut`: cut at the limit of length. `json`: the value was no string, and its JSON text
   * is stored.
   */
  readonly form: 'whole' | 'cut' | 'json';
}

/** Word id of a {@link SpanRow} during which complete responses do not list the subject. */
export const absentWord = 0;

/** A time in which a subject has one status word. The row is rewritten when the span ends. */
export interface SpanRow {
  readonly table: 'span';
  /** Id of the subject. Subject and `from` identify the row. */
  readonly subject: number;
  readonly from: number;
  readonly notBefore: number | null;
  readonly to: number | null;
  readonly word: number;
  /** Id of the endpoint whose poll started the span. */
  readonly endpoint: number;
  /**
   * Number of changes that are rolled up in this span, because the subject changed too often; 0 for a plain
   * span.
   */
  readonly folded: number;
}

/**
 * All spans of a subject, if they are from one endpoint and none is rolled up. Each ends where the next one
 * begins, and the last one is open.
 */
export interface SubjectSpans {
  readonly subject: number;
  readonly endpoint: number;
  readonly from: readonly number[];
  /**
   * Length of each change window: milliseconds from `notBefore` to `from`; `null` if `notBefore` is unknown.
   */
  readonly unknownFor: readonly (number | null)[];
  readonly word: readonly number[];
}

export function spanIn({ subject, endpoint, from, unknownFor, word }: SubjectSpans, index: number): SpanRow {
  const [begin = 0, before = null] = [from[index], unknownFor[index]];
  return {
    table: 'span',
    subject,
    from: begin,
    notBefore: before === null ? null : begin - before,
    to: from[index + 1] ?? null,
    word: word[index] ?? absentWord,
    endpoint,
    folded: 0,
  };
}

/** A number over time, with a name such as `events/:id`, `totals/nodes/fra1` or `last-used/:id`. */
export interface SeriesRow {
  readonly table: 'series';
  readonly id: number;
  readonly deployment: string;
  readonly name: string;
  readonly endpoint: number;
}

/** A count or size. It is exact: a bigint beyond 2^53. */
export type Amount = number | bigint;

/**
 * A value of a series, written at a poll at which it changed. Stored for `rawDays`, then rolled up by the
 * hour.
 */
export interface ValueRow {
  readonly table: 'value';
  readonly series: number;
  readonly at: number;
  /** Value of the series; `null` if the response no longer has it. */
  readonly value: Amount | null;
}

/** How complete the list behind a number is, as in domain/lists/claim.ts. */
export type ClaimKind = 'exact' | 'known-regions' | 'at-least';

export interface ClaimRow {
  readonly table: 'claim';
  readonly endpoint: number;
  readonly at: number;
  readonly claim: ClaimKind;
}

/** One hour of a series, rolled up. Stored for `hourDays`. */
export interface HourRow {
  readonly table: 'hour';
  readonly series: number;
  /** Start of the hour (UTC), in epoch milliseconds. */
  readonly hour: number;
  readonly first: Amount;
  readonly last: Amount;
  readonly min: Amount;
  readonly max: Amount;
  readonly falls: number;
  readonly observedSeconds: number;
}

/**
 * The rarely changing fields of a list row as JSON, in documented order: all but status, sizes, counts and
 * last use. A content belongs to one item, which refers to it directly or in its log.
 */
export interface ContentRow {
  readonly table: 'content';
  readonly id: number;
  readonly body: string;
}

/**
 * Occurrence of the item with the head of an endpoint's responses (`Observation.head`). Its key is empty. Rows
 * have occurrences from 1.
 */
export const headOccurrence = 0;

/**
 * The current version of a list row, or of the head of a response. Its log ({@link LogRow}) has the earlier
 * versions.
 */
export interface ItemRow {
  readonly table: 'item';
  readonly id: number;
  readonly endpoint: number;
  readonly key: string;
  readonly occurrence: number;
  /** Id of the row's content; `null` if the row is not listed. */
  readonly content: number | null;
  /** When the content last changed, or the row last vanished, in epoch milliseconds. */
  readonly changedAt: number;
}

export interface LogRow {
  readonly table: 'log';
  readonly endpoint: number;
  readonly seq: number;
  readonly item: number;
  readonly at: number;
  /**
   * Start of the change window, in epoch milliseconds; `null` if no earlier response is known. Responses
   * leave such entries out.
   */
  readonly notBefore: number | null;
  readonly before: number | null;
  readonly after: number | null;
  readonly blind: boolean;
}

/**
 * Objects and bytes of a bucket at the first complete poll of a UTC day. Written only if they differ from the
 * row before; `null` for a vanished bucket.
 */
export interface BucketDayRow {
  readonly table: 'bucket_day';
  readonly item: number;
  /** Start of the day (UTC), in epoch milliseconds. */
  readonly day: number;
  readonly objects: Amount | null;
  readonly bytes: Amount | null;
}

/** A change that neither spans nor the log of a list show: a new status word, or a contradiction. */
export interface ChangeRow {
  readonly table: 'change';
  readonly deployment: string;
  readonly seq: number;
  readonly n: number;
  readonly at: number;
  readonly notBefore: number | null;
  readonly type: 'word' | 'contradiction' | 'contradiction-ended';
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
  /**
   * Text before the change, as `after` is after it: the sentence of a contradiction, or a status word; `null`
   * for none.
   */
  readonly before: string | null;
  readonly after: string | null;
  readonly blind: boolean;
}

export type Row =
  | RunRow
  | InterruptionRow
  | EndpointRow
  | PollRow
  | CoverageRow
  | SubjectRow
  | WordRow
  | SpanRow
  | SeriesRow
  | ValueRow
  | ClaimRow
  | HourRow
  | ContentRow
  | ItemRow
  | LogRow
  | BucketDayRow
  | ChangeRow
  | NoteRow;

export type Table = Row['table'];
export type RowOf<T extends Table> = Extract<Row, { readonly table: T }>;
