/**
 * What the record is made of: rows, each written, loaded and remembered alike (docs/understand/history.md). A look becomes a few of
 * them, written in one transaction and remembered once that is committed. Times are epoch milliseconds, ids count from 1.
 */

import { type BlindCause, type SubjectKind, subjectKinds } from '#contract/history.ts';

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

/** One run of a host's recorder. */
export interface RunRow {
  readonly table: 'run';
  readonly id: number;
  readonly version: string;
  readonly startedAt: number;
  /** `null` while it runs; of one that was killed, its last look. */
  readonly endedAt: number | null;
  readonly endedHow: 'stopped' | 'killed' | null;
}

/** A time in which no look could be made or written, whatever the endpoint. Restarts follow from runs. */
export interface InterruptionRow {
  readonly table: 'interruption';
  readonly run: number;
  /** Its place among looks, and one of its own. */
  readonly seq: number;
  readonly from: number;
  readonly to: number;
  readonly cause: Extract<BlindCause, 'asleep' | 'clock-stepped' | 'disk-full'>;
}

export interface EndpointRow {
  readonly table: 'endpoint';
  readonly id: number;
  /** Slug. */
  readonly deployment: string;
  /** As documented. */
  readonly path: string;
}

/** One attempt at one endpoint; kept for `rawDays`. */
export interface LookRow {
  readonly table: 'look';
  readonly endpoint: number;
  /** Grows by one with each look of all endpoints, and each interruption. */
  readonly seq: number;
  readonly run: number;
  /** When the answer was whole, or the attempt was given up. */
  readonly at: number;
  /** When it was asked for, less the `Age` of the answer. */
  readonly sentAt: number;
  /** Milliseconds for which the answer vouches: its lifetime and the grace; 0 without one. */
  readonly vouched: number;
  /** Whether a list was whole. */
  readonly complete: boolean;
  /** Why there was no answer; `null` where there was. */
  readonly cause: BlindCause | null;
  readonly detail: string | null;
  /** The document's own `updated_at`. */
  readonly statedAt: number | null;
}

/** Written anew with each look that makes it longer; a blind one once the look after it is there. */
export interface SightRow {
  readonly table: 'sight';
  readonly endpoint: number;
  /** With the endpoint and the outcome, its identity. */
  readonly from: number;
  readonly to: number;
  readonly outcome: 'seen' | 'blind';
  readonly cause: BlindCause | null;
  readonly detail: string | null;
  readonly looks: number;
  /** Greatest distance of neighbouring answered looks; of a blind one its length. */
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
  /** From 1 among equal keys of one answer. */
  readonly occurrence: number;
}

/** A subject that responses list. */
export interface ListedSubject extends SubjectRow {
  readonly kind: SubjectKind;
}

const listedKinds: ReadonlySet<string> = new Set(subjectKinds);

export function isListedSubject(subject: SubjectRow): subject is ListedSubject {
  return listedKinds.has(subject.kind);
}

/** A status word as sent; the word 0 stands for absence. Of a verdict it is the name of its severity. */
export interface WordRow {
  readonly table: 'word';
  readonly id: number;
  readonly text: string;
  /** Whether it was longer than what is kept, or no string: then it is its JSON text. */
  readonly form: 'whole' | 'cut' | 'json';
}

/** The word of {@link SpanRow} that says: a complete answer does not list it. */
export const absentWord = 0;

/** A subject in one word; written anew when it ends. */
export interface SpanRow {
  readonly table: 'span';
  /** With `from`, its identity. */
  readonly subject: number;
  readonly from: number;
  readonly notBefore: number | null;
  /** `null` while it goes on. */
  readonly to: number | null;
  readonly word: number;
  /** Of the look that first showed it. */
  readonly endpoint: number;
  /** How many changes were folded into it (at most 60 an hour are kept of one subject); 0 of a span of its own. */
  readonly folded: number;
}

/** All spans of a subject that one endpoint showed, none of them folded: each ends where the next one begins, the last goes on. */
export interface SubjectSpans {
  readonly subject: number;
  readonly endpoint: number;
  readonly from: readonly number[];
  /** Milliseconds from `notBefore` to `from`. */
  readonly unknownFor: readonly (number | null)[];
  readonly word: readonly number[];
}

/** One of them as a row. */
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

/** Exact: beyond 2^53 a bigint. */
export type Amount = number | bigint;

/** Written where a look shows another number than the look before it; kept for `rawDays`, then by the hour. */
export interface ValueRow {
  readonly table: 'value';
  readonly series: number;
  readonly at: number;
  /** `null` where the answer does not say it any more. */
  readonly value: Amount | null;
}

/** Claims of numbers, and what a `value` is worth: as in domain/lists/claim.ts. */
export type ClaimKind = 'exact' | 'known-regions' | 'at-least';

/** From `at` on the numbers of an endpoint are claimed so. */
export interface ClaimRow {
  readonly table: 'claim';
  readonly endpoint: number;
  readonly at: number;
  readonly claim: ClaimKind;
}

/** What is kept of a series beyond `rawDays`; kept for `hourDays`. */
export interface HourRow {
  readonly table: 'hour';
  readonly series: number;
  /** Begin of the hour (UTC). */
  readonly hour: number;
  readonly first: Amount;
  readonly last: Amount;
  readonly min: Amount;
  readonly max: Amount;
  readonly falls: number;
  readonly observedSeconds: number;
}

/**
 * The slow fields of a row of a list as JSON, in the order of the document: all but state, sizes, counts and last use. It is of
 * one item, and named by it or by two entries of its log.
 */
export interface ContentRow {
  readonly table: 'content';
  readonly id: number;
  readonly body: string;
}

/** A row of a list by its identity, as it is now: what was before is undone by the log. */
export interface ItemRow {
  readonly table: 'item';
  readonly id: number;
  readonly endpoint: number;
  /** Code or id. */
  readonly key: string;
  /** From 1 among equal keys of one answer. */
  readonly occurrence: number;
  /** `null` where it is not listed. */
  readonly content: number | null;
  /** Since when it is so. */
  readonly changedAt: number;
}

/** One change of one row of a list. */
export interface LogRow {
  readonly table: 'log';
  readonly endpoint: number;
  readonly seq: number;
  readonly item: number;
  readonly at: number;
  /** `null` in the first look of an endpoint: the baseline. */
  readonly notBefore: number | null;
  readonly before: number | null;
  readonly after: number | null;
  /** Whether a gap lies in the bracket. */
  readonly blind: boolean;
}

/** Objects and bytes of a bucket at the first complete look of a UTC day; written where they are others than the day before. */
export interface BucketDayRow {
  readonly table: 'bucket_day';
  readonly item: number;
  /** Begin of the day (UTC). */
  readonly day: number;
  readonly objects: Amount | null;
  readonly bytes: Amount | null;
}

/** What changed that neither spans nor the log of lists tell. */
export interface ChangeRow {
  readonly table: 'change';
  readonly deployment: string;
  readonly seq: number;
  /** Among those of one look, from 1. */
  readonly n: number;
  readonly at: number;
  readonly notBefore: number | null;
  readonly type: 'word' | 'contradiction' | 'contradiction-ended';
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
  /** Of a contradiction its sentence, of a word the word. */
  readonly before: string | null;
  readonly after: string | null;
  readonly blind: boolean;
}

export type Row =
  | RunRow
  | InterruptionRow
  | EndpointRow
  | LookRow
  | SightRow
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
