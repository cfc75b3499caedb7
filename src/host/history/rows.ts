/**
 * The rows of the record, in the same form in the file and in memory (docs/understand/history.md). A poll becomes a few
 * rows, written in one transaction and noted once they are committed. Times are epoch milliseconds. Ids count from 1.
 */

import { type GapCause, type SubjectKind, subjectKinds } from '#contract/history.ts';

export type { SubjectKind };

/**
 * A region or node under its own key, with spans that state when truncated responses left it out: in {@link leftOutWord}
 * they did, in {@link absentWord} they did not. Complete responses do not change them.
 */
export type LeftOutKind = 'left-out-region' | 'left-out-node';

/** A kind of subject in the file. `verdict` is the verdict of the deployment. No response lists the kinds besides `SubjectKind`. */
export type StoredKind = SubjectKind | 'verdict' | LeftOutKind;

/** Status documents are always complete, so nothing of them is left out. */
export const leftOutKinds: Readonly<Partial<Record<SubjectKind, LeftOutKind>>> = {
  region: 'left-out-region',
  node: 'left-out-node',
};

/** The word of a {@link LeftOutKind} while truncated responses leave the subject out. */
export const leftOutWord = { form: 'whole', text: 'left out' } as const;

export interface RunRow {
  readonly table: 'run';
  readonly id: number;
  readonly version: string;
  readonly startedAt: number;
  /** `null` while it runs. For a killed run, the time of its last poll. */
  readonly endedAt: number | null;
  readonly endedHow: 'stopped' | 'killed' | null;
}

/** A time without polls of any endpoint, or in which none could be written. Restarts follow from runs. */
export interface InterruptionRow {
  readonly table: 'interruption';
  readonly run: number;
  /** A place of its own in the order of polls. */
  readonly seq: number;
  readonly from: number;
  readonly to: number;
  readonly cause: Extract<GapCause, 'asleep' | 'clock-stepped' | 'disk-full'>;
}

export interface EndpointRow {
  readonly table: 'endpoint';
  readonly id: number;
  readonly deployment: string;
  readonly path: string;
}

/** One poll of one endpoint, stored for `rawDays`. Called a look in the file. */
export interface PollRow {
  readonly table: 'look';
  readonly endpoint: number;
  /** Grows by one with each poll of any endpoint, and with each interruption. */
  readonly seq: number;
  readonly run: number;
  /** When the response was complete, or the attempt failed. */
  readonly at: number;
  /** When it was requested, less the `Age` of the response. */
  readonly sentAt: number;
  /** Validity period in milliseconds: lifetime and grace; 0 without a response. */
  readonly vouched: number;
  readonly complete: boolean;
  /** Why there was no response; `null` if there was one. */
  readonly cause: GapCause | null;
  readonly detail: string | null;
  /** `updated_at` of the document. */
  readonly statedAt: number | null;
}

/** A coverage interval. Rewritten by each poll that extends it. A gap is written once the next poll succeeds. */
export interface CoverageRow {
  readonly table: 'sight';
  readonly endpoint: number;
  /** Part of the identity, with the endpoint and the outcome. */
  readonly from: number;
  readonly to: number;
  readonly outcome: 'seen' | 'blind';
  readonly cause: GapCause | null;
  readonly detail: string | null;
  readonly looks: number;
  /** Longest time between two neighbouring answered polls. For a gap, its length. */
  readonly longest: number;
  readonly complete: boolean;
}

export interface SubjectRow {
  readonly table: 'subject';
  readonly id: number;
  readonly deployment: string;
  readonly kind: StoredKind;
  /** Slug, name as sent, code or id. */
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

/** A status word as sent. The word 0 means absence. The word of a verdict is the name of its severity. */
export interface WordRow {
  readonly table: 'word';
  readonly id: number;
  readonly text: string;
  /** `cut`: longer than the limit. `json`: no string, stored as its JSON text. */
  readonly form: 'whole' | 'cut' | 'json';
}

/** Word of a {@link SpanRow} during which complete responses do not list the subject. */
export const absentWord = 0;

/** A time in which a subject has one status word. Rewritten when it ends. */
export interface SpanRow {
  readonly table: 'span';
  /** Part of the identity, with `from`. */
  readonly subject: number;
  readonly from: number;
  readonly notBefore: number | null;
  readonly to: number | null;
  readonly word: number;
  /** Endpoint of the poll that showed it first. */
  readonly endpoint: number;
  /** Number of changes rolled up into it (at most 60 an hour are stored per subject); 0 for a plain span. */
  readonly folded: number;
}

/**
 * All spans of a subject from one endpoint, none of them rolled up: each ends where the next one begins, and the last
 * is open.
 */
export interface SubjectSpans {
  readonly subject: number;
  readonly endpoint: number;
  readonly from: readonly number[];
  /** Milliseconds from `notBefore` to `from`. */
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

/** A number over time: `events/:id`, `totals/nodes/fra1`, `last-used/:id` … */
export interface SeriesRow {
  readonly table: 'series';
  readonly id: number;
  readonly deployment: string;
  readonly name: string;
  readonly endpoint: number;
}

/** Exact: a bigint beyond 2^53. */
export type Amount = number | bigint;

/** Written when a number changes between two polls. Stored for `rawDays`, then rolled up by the hour. */
export interface ValueRow {
  readonly table: 'value';
  readonly series: number;
  readonly at: number;
  /** `null` if the response no longer has it. */
  readonly value: Amount | null;
}

/** How reliable a number is, as in domain/lists/claim.ts. */
export type ClaimKind = 'exact' | 'known-regions' | 'at-least';

export interface ClaimRow {
  readonly table: 'claim';
  readonly endpoint: number;
  readonly at: number;
  readonly claim: ClaimKind;
}

/** A series rolled up by the hour, stored for `hourDays`. */
export interface HourRow {
  readonly table: 'hour';
  readonly series: number;
  /** Start of the hour (UTC). */
  readonly hour: number;
  readonly first: Amount;
  readonly last: Amount;
  readonly min: Amount;
  readonly max: Amount;
  readonly falls: number;
  readonly observedSeconds: number;
}

/**
 * The slow fields of a list row as JSON, in documented order: all but state, sizes, counts and last use. It belongs to
 * one item: the item names it, or two entries of its log do.
 */
export interface ContentRow {
  readonly table: 'content';
  readonly id: number;
  readonly body: string;
}

/** The current version of a list row. The log has the earlier ones. */
export interface ItemRow {
  readonly table: 'item';
  readonly id: number;
  readonly endpoint: number;
  readonly key: string;
  readonly occurrence: number;
  /** `null` if it is not listed. */
  readonly content: number | null;
  /** Time of its last change. */
  readonly changedAt: number;
}

export interface LogRow {
  readonly table: 'log';
  readonly endpoint: number;
  readonly seq: number;
  readonly item: number;
  readonly at: number;
  /** `null` in the first poll of an endpoint: the baseline. */
  readonly notBefore: number | null;
  readonly before: number | null;
  readonly after: number | null;
  readonly blind: boolean;
}

/**
 * Objects and bytes of a bucket at the first complete poll of a UTC day. Written if they differ from the day before.
 */
export interface BucketDayRow {
  readonly table: 'bucket_day';
  readonly item: number;
  /** Start of the day (UTC). */
  readonly day: number;
  readonly objects: Amount | null;
  readonly bytes: Amount | null;
}

/** A change that neither spans nor the log of a list show. */
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
  /** The sentence of a contradiction, or a word. */
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
  | ChangeRow;

export type Table = Row['table'];
export type RowOf<T extends Table> = Extract<Row, { readonly table: T }>;
