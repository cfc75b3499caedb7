/**
 * Types of the responses below `/history` (docs/understand/history-api.md). Times are UTC with three decimals,
 * `2026-11-23T03:00:20.000Z`. The host never clips the times of a row to the requested window.
 */

export const subjectKinds = ['deployment', 'component', 'region', 'node'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Causes of a gap (part 2 of the history API). */
export const gapCauses = [
  'host-stopped',
  'asleep',
  'clock-stepped',
  'unreachable',
  'denied',
  'failing',
  'list-incomplete',
  'disk-full',
  'not-recorded',
  'not-offered',
  'pending',
] as const;
export type GapCause = (typeof gapCauses)[number];

/** Days until each kind of row is deleted. */
export interface Retention {
  readonly rawDays: number;
  readonly hourDays: number;
  readonly spanDays: number;
}

export const idleReasons = ['locked', 'read-only', 'disk-full', 'clock', 'off'] as const;
export type IdleReason = (typeof idleReasons)[number];

export const noticeKinds = ['damaged', 'newer', 'read-only', 'locked', 'disk-full'] as const;

/** Notice about the history record, shown on every page. */
export interface HistoryNotice {
  readonly kind: (typeof noticeKinds)[number];
  readonly since: string;
  /** Name of the quarantined file; `null` if none was quarantined. */
  readonly kept: string | null;
}

/** `GET /history/:slug`. */
export interface HistoryState {
  readonly deployment: string;
  readonly observe: 'all' | 'status' | 'off';
  readonly recording: boolean;
  readonly reason: IdleReason | null;
  readonly demo: boolean;
  /** Time of the first answered poll. */
  readonly since: string | null;
  /** Time of the newest committed poll. */
  readonly knownUntil: string | null;
  /** Seconds between two polls of the status document. */
  readonly poll: number;
  readonly retention: Retention;
  readonly notice: HistoryNotice | null;
  readonly endpoints: readonly string[];
}

export interface HistoryStates {
  readonly data: readonly HistoryState[];
}

/** Members of every response about a window. */
export interface Windowed<Entry> {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  /** Newest committed poll of the deployment; `null` before the first. */
  readonly knownUntil: string | null;
  /** Watermark: data before this time is final. */
  readonly settledUntil: string | null;
  readonly data: readonly Entry[];
  /** Address of the next page, relative to `/history/:slug/`. */
  readonly more: string | null;
}

/** Row of `sight`: one coverage interval. The intervals of an endpoint tile the window. */
export interface CoverageEntry {
  /** Documented path. */
  readonly endpoint: string;
  readonly from: string;
  /** `null` while the interval is open. */
  readonly to: string | null;
  readonly outcome: 'seen' | 'blind';
  readonly cause: GapCause | null;
  readonly detail: string | null;
  /** Covered interval: answered polls, both ends included. Gap: attempts. */
  readonly looks: number;
  /** Covered interval: longest time between neighbouring answered polls. Gap: its length, `null` while open. */
  readonly longestSeconds: number | null;
  readonly complete: boolean;
}

/** Severity classes of a span. `unvouched` is missing: unconfirmed time is a gap, not a class. */
export const spanSeverities = [
  'ok',
  'assumed',
  'notice',
  'degraded',
  'partial',
  'critical',
  'unknown',
  'vanished',
] as const;
export type SpanSeverity = (typeof spanSeverities)[number];

/** Severities of a verdict. `unvouched`: no response confirms it. */
export const verdictSeverities = [...spanSeverities, 'unvouched'] as const;

/** Half-open: without `to`. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** Row of `spans`: time in which a subject had one status word. */
export interface SpanEntry {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
  /** Status word as sent; `null` if a complete response did not list the subject. */
  readonly word: string | null;
  /** The word is cut to 200 code points. */
  readonly cut?: true;
  /** The service did not send text: `word` is the JSON text of the value. */
  readonly json?: true;
  /** Class of the word by the present configuration. */
  readonly severity: SpanSeverity;
  readonly endpoint: string;
  readonly from: string;
  /** When the last poll that showed another word was sent; `null` if there is none. */
  readonly notBefore: string | null;
  readonly to: string | null;
  /** Only in `spans`: times of the window in which truncated responses did not list the subject. These are not observed. */
  readonly leftOut?: readonly TimeRange[];
}

export interface StartOfState {
  /** When the response that first showed it was complete. */
  readonly from: string;
  /** When the last poll that showed another state was sent; `null` if there is none. */
  readonly notBefore: string | null;
}

export interface VerdictStart extends StartOfState {
  readonly severity: (typeof verdictSeverities)[number];
  /** When the deployment stopped being good; `null` while it is good. */
  readonly notGood: StartOfState | null;
}

/** Response of `since`: start times of the verdict and of each subject's present state. */
export interface SinceResponse {
  readonly deployment: string;
  readonly knownUntil: string | null;
  readonly settledUntil: string | null;
  /** `null` before the first recorded verdict. */
  readonly verdict: VerdictStart | null;
  readonly data: readonly SpanEntry[];
  readonly more: string | null;
}

/** Row of `strips`: one subject. Times are milliseconds; `good`, `bad`, `unknown` and `unobserved` add up to the window. */
export interface StripEntry {
  readonly key: string;
  readonly occurrence: number;
  readonly name: string;
  readonly endpoint: string;
  /** One letter of {@link markLetters} for each mark: the worst class in its observed time. */
  readonly worst: string;
  /** One digit of {@link seenDigits} for each mark: its observed share. */
  readonly seen: string;
  readonly good: number;
  readonly bad: number;
  /** Time with unknown words or absence (`vanished`). */
  readonly unknown: number;
  readonly unobserved: number;
  /** The part of `good` with the class `notice`. */
  readonly notice: number;
  /** Longest time between two answered polls. */
  readonly couldHide: number;
}

export interface StripsResponse extends Windowed<StripEntry> {
  readonly kind: SubjectKind;
  readonly zone: string;
  readonly marks: number;
  /** Run-length code of the marks' lengths, in order: `[milliseconds, number of marks]`. */
  readonly lengths: readonly (readonly [milliseconds: number, marks: number])[];
}

/** Not observed, ok, assumed, notice, unknown, vanished, degraded, partial, critical. The later one wins within a mark. */
export const markLetters = '-oanuvdpc';

/** 0 (nothing observed) to 63 (everything observed). */
export const seenDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export const changeTypes = [
  'state',
  'appeared',
  'vanished',
  'returned',
  'moved',
  'capacity',
  'renamed',
  'scopes',
  'word',
  'contradiction',
  'contradiction-ended',
] as const;
export type ChangeType = (typeof changeTypes)[number];

export const changedKinds = [...subjectKinds, 'application', 'event', 'bucket'] as const;
export type ChangedKind = (typeof changedKinds)[number];

export interface ChangeEntry {
  readonly id: string;
  readonly at: string;
  readonly notBefore: string | null;
  readonly type: ChangeType;
  readonly kind: ChangedKind;
  readonly key: string;
  readonly occurrence: number;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether a gap lies between `notBefore` and `at`. */
  readonly blind: boolean;
  /** Number of changes rolled up into this one. */
  readonly folded?: number;
}

/** `GET /history/changes`: changes of all deployments that the viewer may see, newest first. */
export interface AllChanges {
  readonly from: string;
  readonly to: string;
  readonly data: readonly (ChangeEntry & { readonly deployment: string })[];
  /** Slugs of the deployments whose history record cannot be read. */
  readonly unread: readonly string[];
}

/** Decimal text beyond 2^53. */
export type Figure = number | string;

/** Row of `series`: values of the polls inside the point; `null` without a poll. */
export interface SeriesPoint {
  readonly from: string;
  readonly to: string;
  readonly first: Figure | null;
  readonly last: Figure | null;
  readonly min: Figure | null;
  readonly max: Figure | null;
  /** Polls with a lower value than the poll before. */
  readonly falls: number;
  readonly observedSeconds: number;
  readonly claim: 'exact' | 'known-regions' | 'at-least' | null;
}

export interface SeriesResponse extends Windowed<SeriesPoint> {
  readonly name: string;
  readonly resolution: 'look' | 'hour' | 'day';
  readonly unit: string;
}

/** What a chart needs of a series. */
export type ShownSeries = Pick<SeriesResponse, 'from' | 'to' | 'resolution' | 'data'>;

/** Row of `levels`: one total of the deployment. */
export interface Level {
  /** A name of `series`, for example `totals/nodes`. */
  readonly name: string;
  readonly resolution: SeriesResponse['resolution'];
  readonly unit: string;
  readonly data: readonly SeriesPoint[];
}

/** Names that `growth` accepts: a number of each bucket, region or event type. */
export const grownNames = [
  'buckets/bytes',
  'buckets/objects',
  'totals/capacity',
  'totals/nodes',
  'totals/buckets',
  'totals/objects',
  'totals/bytes',
  'events',
] as const;

/** Row of `growth`: one value at both ends of the window. */
export interface GrowthEntry {
  /** Id of a bucket or event type, or code of a region. */
  readonly key: string;
  readonly first: Figure;
  readonly last: Figure;
}

/** Response of `growth`. Only subjects that exist at both ends have a row; the largest change comes first. */
export interface GrowthResponse extends Windowed<GrowthEntry> {
  readonly name: string;
  readonly unit: string;
  /** Times of the values at both ends; `null` if there are none. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** Number of rows left out. Each has a smaller change than the rows in `data`. */
  readonly cut: number;
}

export type WindowResponse =
  | Windowed<CoverageEntry>
  | Windowed<SpanEntry>
  | StripsResponse
  | Windowed<ChangeEntry>
  | SeriesResponse
  | Windowed<Level>
  | GrowthResponse;
