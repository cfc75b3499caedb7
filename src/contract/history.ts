/**
 * Types of the responses below `/history` (docs/understand/history-api.md). Times are UTC texts with three
 * decimals: `2026-11-23T03:00:20.000Z`. Rows keep their own times, even if these lie outside the requested
 * window.
 */

export const subjectKinds = ['deployment', 'component', 'region', 'node'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Causes of a gap, which is time without coverage (docs/understand/history-api.md, part 2). */
export const gapCauses = [
  'host-stopped',
  'asleep',
  'clock-stepped',
  'unreachable',
  'denied',
  'failing',
  'list-incomplete',
  'disk-full',
  'store',
  'not-recorded',
  'not-offered',
  'pending',
] as const;
export type GapCause = (typeof gapCauses)[number];

/** Days after which the host deletes history rows, by kind of row. */
export interface Retention {
  readonly rawDays: number;
  readonly hourDays: number;
  readonly spanDays: number;
}

export const idleReasons = ['locked', 'newer', 'read-only', 'disk-full', 'store', 'clock', 'off'] as const;
export type IdleReason = (typeof idleReasons)[number];

export const noticeKinds = ['damaged', 'newer', 'read-only', 'locked', 'disk-full', 'store'] as const;

/** Problem of the history database, shown on every page. */
export interface HistoryNotice {
  readonly kind: (typeof noticeKinds)[number];
  readonly since: string;
  /** File name of the quarantined database; `null` if no file was quarantined. */
  readonly kept: string | null;
}

/** Response of `GET /history/:slug`: whether and how the host records one deployment. */
export interface HistoryState {
  readonly deployment: string;
  readonly observe: 'all' | 'status' | 'off';
  readonly recording: boolean;
  readonly reason: IdleReason | null;
  readonly demo: boolean;
  /** Time of the first answered poll; `null` before the first. */
  readonly since: string | null;
  /** Time of the newest poll stored in the history; `null` if there is none. */
  readonly knownUntil: string | null;
  /** Seconds between two polls of the status document by the host. */
  readonly poll: number;
  readonly retention: Retention;
  readonly notice: HistoryNotice | null;
  readonly endpoints: readonly string[];
}

export interface HistoryStates {
  readonly data: readonly HistoryState[];
}

/** Fields of every history response about a time window. */
export interface Windowed<Entry> {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  /** Time of the deployment's newest poll stored in the history; `null` before the first poll. */
  readonly knownUntil: string | null;
  /** Watermark: history before this time is final. `null` if nothing is final yet. */
  readonly settledUntil: string | null;
  readonly data: readonly Entry[];
  /** Address of the next page, relative to `/history/:slug/`; `null` on the last page. */
  readonly more: string | null;
}

/** Row of `GET /history/:slug/sight`: one coverage interval. The intervals of an endpoint tile the window. */
export interface CoverageEntry {
  /** Path of the endpoint in the API document. */
  readonly endpoint: string;
  readonly from: string;
  /** End of the interval; `null` while it is open. */
  readonly to: string | null;
  readonly outcome: 'seen' | 'blind';
  readonly cause: GapCause | null;
  readonly detail: string | null;
  /** Number of polls. In a covered interval: answered polls, both ends included. In a gap: all attempts. */
  readonly looks: number;
  /**
   * Longest time between neighbouring answered polls of a covered interval, or length of a gap. Seconds;
   * `null` while a gap is open.
   */
  readonly longestSeconds: number | null;
  readonly complete: boolean;
}

/**
 * Severities that a span of the history can have. `unvouched` is missing: unconfirmed time is stored as a
 * gap.
 */
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

/** Severities that a verdict can have. `unvouched`: no fresh response confirms the state. */
export const verdictSeverities = [...spanSeverities, 'unvouched'] as const;

/** Half-open interval of time: it contains `from` but not `to`. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** Row of `GET /history/:slug/spans`: time in which a subject had one status word. */
export interface SpanEntry {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
  /** Status word as sent; `null` if a complete response did not list the subject. */
  readonly word: string | null;
  /** Present if `word` is cut to 200 code points. */
  readonly cut?: true;
  /** Present if the service sent no text as status word: `word` is then the JSON text of the value. */
  readonly json?: true;
  /** Severity of the status word by the present configuration. */
  readonly severity: SpanSeverity;
  readonly endpoint: string;
  readonly from: string;
  /** When the last poll that showed another status word was sent; `null` if there is none. */
  readonly notBefore: string | null;
  readonly to: string | null;
  /**
   * Only in responses of `spans`: parts of the window in which truncated responses did not list the subject.
   * This time counts as not observed.
   */
  readonly leftOut?: readonly TimeRange[];
}

/** The newest note about a subject since its problem began. It is not withdrawn. */
export interface KnownNote {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly text: string;
  readonly link: string | null;
}

export interface StartOfState {
  /** When the response that first showed the state was completely received. */
  readonly from: string;
  /** When the last poll that showed another state was sent; `null` if there is none. */
  readonly notBefore: string | null;
}

export interface VerdictStart extends StartOfState {
  readonly severity: (typeof verdictSeverities)[number];
  /** Start of the time in which the deployment is not good; `null` while it is good. */
  readonly notGood: StartOfState | null;
  /** Note about the deployment itself. */
  readonly known?: KnownNote;
}

/** Row of `GET /history/:slug/since`: the present state of a subject. */
export interface SinceEntry extends SpanEntry {
  /** Present if the state is not good, and there is such a note. */
  readonly known?: KnownNote;
}

/** Response of `GET /history/:slug/since`: start times of the verdict and of each subject's present state. */
export interface SinceResponse {
  readonly deployment: string;
  readonly knownUntil: string | null;
  readonly settledUntil: string | null;
  /** Start of the present verdict; `null` before the first recorded verdict. */
  readonly verdict: VerdictStart | null;
  /** Latest end of the time of a note; `null` without notes. Pages request notes only of a range that has some. */
  readonly notesUntil: string | null;
  readonly data: readonly SinceEntry[];
  readonly more: string | null;
}

/**
 * Row of `GET /history/:slug/strips`: one subject. Durations are in milliseconds; `good`, `bad`, `unknown`
 * and `unobserved` add up to the window.
 */
export interface StripEntry {
  readonly key: string;
  readonly occurrence: number;
  readonly name: string;
  readonly endpoint: string;
  /**
   * One letter of {@link markLetters} for each mark of the strip: the worst severity in the mark's observed
   * time.
   */
  readonly worst: string;
  /**
   * One digit of {@link seenDigits} for each mark of the strip: the share of the mark's time that was
   * observed.
   */
  readonly seen: string;
  readonly good: number;
  readonly bad: number;
  /**
   * Milliseconds with unknown status words, or with the subject missing from complete responses (`vanished`).
   */
  readonly unknown: number;
  readonly unobserved: number;
  /** Milliseconds of `good` in which the severity was `notice`. */
  readonly notice: number;
  /**
   * Longest time between two answered polls, in milliseconds. A shorter problem may be missing from the
   * strip.
   */
  readonly couldHide: number;
}

export interface StripsResponse extends Windowed<StripEntry> {
  readonly kind: SubjectKind;
  readonly zone: string;
  readonly marks: number;
  /** Lengths of the strip's marks in order, run-length encoded as `[milliseconds, number of marks]`. */
  readonly lengths: readonly (readonly [milliseconds: number, marks: number])[];
}

/**
 * Letters for the worst severity in a mark, from best to worst: not observed, ok, assumed, notice, unknown,
 * vanished, degraded, partial, critical.
 */
export const markLetters = '-oanuvdpc';

/** Digits 0 to 63 for the observed share of a mark: `A` is nothing, `_` is everything. */
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
  /** Whether a gap in coverage lies between `notBefore` and `at`. */
  readonly blind: boolean;
  /** Number of changes that this row stands for; absent if the row is a single change. */
  readonly folded?: number;
}

/** Response of `GET /history/changes`: changes of all deployments that the viewer may see, newest first. */
export interface AllChanges {
  readonly from: string;
  readonly to: string;
  readonly data: readonly (ChangeEntry & { readonly deployment: string })[];
  /** Slugs of the deployments that are not observed, or whose history the host cannot read. */
  readonly unread: readonly string[];
}

/** A recorded number. Integers beyond 2^53 are decimal text. */
export type Figure = number | string;

/**
 * Row of `GET /history/:slug/series`: values of the polls between `from` and `to`. The values are `null` if
 * no poll lies there.
 */
export interface SeriesPoint {
  readonly from: string;
  readonly to: string;
  readonly first: Figure | null;
  readonly last: Figure | null;
  readonly min: Figure | null;
  readonly max: Figure | null;
  /** Number of polls with a lower value than the poll before. */
  readonly falls: number;
  readonly observedSeconds: number;
  readonly claim: 'exact' | 'known-regions' | 'at-least' | null;
}

export interface SeriesResponse extends Windowed<SeriesPoint> {
  readonly name: string;
  readonly resolution: 'look' | 'hour' | 'day';
  readonly unit: string;
}

/** Fields of a series that a chart needs. */
export type ShownSeries = Pick<SeriesResponse, 'from' | 'to' | 'resolution' | 'data'>;

/** Row of `GET /history/:slug/levels`: the series of one total of the deployment. */
export interface Level {
  /** Name of the total as in `series`, for example `totals/nodes`. */
  readonly name: string;
  readonly resolution: SeriesResponse['resolution'];
  readonly unit: string;
  readonly data: readonly SeriesPoint[];
}

/**
 * Names that `GET /history/:slug/growth` accepts. Each is a number that every bucket, region or event type
 * has.
 */
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

/** Row of `GET /history/:slug/growth`: the value of one subject at both ends of the window. */
export interface GrowthEntry {
  /** Id of a bucket or event type, or code of a region. */
  readonly key: string;
  readonly first: Figure;
  readonly last: Figure;
}

/**
 * Response of `GET /history/:slug/growth`. Only subjects that exist at both ends have a row; the largest
 * change comes first.
 */
export interface GrowthResponse extends Windowed<GrowthEntry> {
  readonly name: string;
  readonly unit: string;
  /** Time of the `first` values; `null` if there are none. `lastAt` is the time of the `last` values. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** Number of rows left out by the size limit. Each has a smaller change than the rows in `data`. */
  readonly cut: number;
}

/** Headers of `GET /history/:slug/at/:time/api/…`, which has the form of the API document. */
export const pastHeaders = {
  /** The requested time. */
  asOf: 'edgewatch-as-of',
  /** The answered poll on which the response rests. */
  seen: 'edgewatch-seen',
  /** One of {@link observedKinds}. */
  observed: 'edgewatch-observed',
} as const;

/**
 * How much of a past response was observed. `complete`: all of it. `partial`: the time has coverage, but not
 * everything is known. `none`: the time has no coverage, and the response is the last known one before.
 */
export const observedKinds = ['complete', 'partial', 'none'] as const;
export type Observed = (typeof observedKinds)[number];

export type WindowResponse =
  | Windowed<CoverageEntry>
  | Windowed<SpanEntry>
  | StripsResponse
  | Windowed<ChangeEntry>
  | SeriesResponse
  | Windowed<Level>
  | GrowthResponse;
