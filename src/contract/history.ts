/**
 * What the host answers below `/history` (docs/understand/history-api.md). Times are UTC with three decimals, `2026-11-23T03:00:20.000Z`;
 * rows carry their own, never clipped to the window that was asked for.
 */

/** What has spans. */
export const subjectKinds = ['deployment', 'component', 'region', 'node'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Why nothing is known of a time. */
export const blindCauses = [
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
export type BlindCause = (typeof blindCauses)[number];

/** Days that each kind of row is kept. */
export interface Retention {
  readonly rawDays: number;
  readonly hourDays: number;
  readonly spanDays: number;
}

/** Why nothing is recorded. */
export const idleReasons = ['locked', 'read-only', 'disk-full', 'clock', 'off'] as const;
export type IdleReason = (typeof idleReasons)[number];

export const noticeKinds = ['damaged', 'newer', 'read-only', 'locked', 'disk-full'] as const;

/** What is to be said of the record on every page. */
export interface HistoryNotice {
  readonly kind: (typeof noticeKinds)[number];
  readonly since: string;
  /** Under which name what was there before is kept; `null` where nothing was set aside. */
  readonly kept: string | null;
}

/** `GET /history/:slug`. */
export interface HistoryState {
  readonly deployment: string;
  readonly observe: 'all' | 'status' | 'off';
  readonly recording: boolean;
  readonly reason: IdleReason | null;
  readonly demo: boolean;
  /** First answered look. */
  readonly since: string | null;
  /** Newest committed look. */
  readonly knownUntil: string | null;
  /** Seconds between two readings of the status document. */
  readonly poll: number;
  readonly retention: Retention;
  readonly notice: HistoryNotice | null;
  /** Paths as documented. */
  readonly endpoints: readonly string[];
}

/** `GET /history`: those that the viewer may see. */
export interface HistoryStates {
  readonly data: readonly HistoryState[];
}

/** What all answers about a window have. */
export interface Windowed<Entry> {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  /** Newest committed look of the deployment; `null` before the first. */
  readonly knownUntil: string | null;
  /** Before it nothing can change any more. */
  readonly settledUntil: string | null;
  readonly data: readonly Entry[];
  /** Address of the next page, relative to `/history/:slug/`. */
  readonly more: string | null;
}

/** A stretch of `sight`; those of an endpoint tile the window. */
export interface SightEntry {
  /** Path as documented. */
  readonly endpoint: string;
  readonly from: string;
  /** `null` while it is open. */
  readonly to: string | null;
  readonly outcome: 'seen' | 'blind';
  readonly cause: BlindCause | null;
  readonly detail: string | null;
  /** Answered looks, both ends included; of a blind stretch, attempts. */
  readonly looks: number;
  /** Greatest distance of neighbouring answered looks; of a blind stretch its length, `null` while open. */
  readonly longestSeconds: number | null;
  readonly complete: boolean;
}

/** The classes that time can have; `unvouched` is not observed, and no class. */
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

/** What a verdict can be; `unvouched` is a verdict that nothing confirms. */
export const verdictSeverities = [...spanSeverities, 'unvouched'] as const;

/** Half-open. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** Of `spans`: a subject in one word. */
export interface SpanEntry {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
  /** As sent; `null` where a complete answer did not list it. */
  readonly word: string | null;
  /** The word was longer than it is kept. */
  readonly cut?: true;
  /** No text was sent: the word is its JSON text. */
  readonly json?: true;
  /** As configured now. */
  readonly severity: SpanSeverity;
  readonly endpoint: string;
  readonly from: string;
  /** When the last look that showed otherwise was asked for; `null` where none is known. */
  readonly notBefore: string | null;
  readonly to: string | null;
  /** Of `spans`: times in the window in which truncated responses did not list the subject. They are not observed. */
  readonly leftOut?: readonly TimeRange[];
}

/** When a state began. */
export interface StartOfState {
  /** When the response that first showed it was complete. */
  readonly from: string;
  /** When the last poll that showed otherwise was sent; `null` where none is known. */
  readonly notBefore: string | null;
}

/** The verdict that the observer recorded last. */
export interface VerdictStart extends StartOfState {
  readonly severity: (typeof verdictSeverities)[number];
  /** Since when the deployment is not good; `null` while it is good. */
  readonly notGood: StartOfState | null;
}

/** Of `since`: since when the verdict and each subject are as they are. */
export interface SinceAnswer {
  readonly deployment: string;
  readonly knownUntil: string | null;
  readonly settledUntil: string | null;
  /** `null` before the first one. */
  readonly verdict: VerdictStart | null;
  /** The open span of each subject. */
  readonly data: readonly SpanEntry[];
  /** The next page, relative to `/history/:slug/`. */
  readonly more: string | null;
}

/** Of `strips`: a subject over the window; milliseconds that add up to it. */
export interface StripEntry {
  readonly key: string;
  readonly occurrence: number;
  readonly name: string;
  readonly endpoint: string;
  /** A letter of {@link markLetters} a mark: the worst class among observed time. */
  readonly worst: string;
  /** A digit of {@link seenDigits} a mark: how much of it was observed. */
  readonly seen: string;
  readonly good: number;
  readonly bad: number;
  /** Unknown words, and absence. */
  readonly unknown: number;
  readonly unobserved: number;
  /** The part of `good` in which it was a notice. */
  readonly notice: number;
  /** Longest time between answered looks. */
  readonly couldHide: number;
}

export interface StripsAnswer extends Windowed<StripEntry> {
  readonly kind: SubjectKind;
  readonly zone: string;
  readonly marks: number;
  /** Lengths of the marks in their order: milliseconds, and how many in a row. */
  readonly lengths: readonly (readonly [milliseconds: number, marks: number])[];
}

/** Not observed, ok, assumed, notice, unknown, vanished, degraded, partial, critical: of two in one mark the later. */
export const markLetters = '-oanuvdpc';

/** From nothing observed to all of it. */
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

/** Of `changes`. */
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
  /** How many changes were folded into it. */
  readonly folded?: number;
}

/** `GET /history/changes`: changes of all deployments that the viewer may see, newest first. */
export interface AllChanges {
  readonly from: string;
  readonly to: string;
  readonly data: readonly (ChangeEntry & { readonly deployment: string })[];
  /** Slugs of the deployments without a history record that can be read. */
  readonly unread: readonly string[];
}

/** Beyond 2^53 decimal digits. */
export type Figure = number | string;

/** Of `series`: of looks in it; nulls where there was none. */
export interface SeriesPoint {
  readonly from: string;
  readonly to: string;
  readonly first: Figure | null;
  readonly last: Figure | null;
  readonly min: Figure | null;
  readonly max: Figure | null;
  /** Looks that showed less than the look before them. */
  readonly falls: number;
  readonly observedSeconds: number;
  readonly claim: 'exact' | 'known-regions' | 'at-least' | null;
}

export interface SeriesAnswer extends Windowed<SeriesPoint> {
  readonly name: string;
  readonly resolution: 'look' | 'hour' | 'day';
  readonly unit: string;
}

/** Of `levels`: one total of the deployment. */
export interface Level {
  /** As in `series`: `totals/nodes`. */
  readonly name: string;
  readonly resolution: SeriesAnswer['resolution'];
  readonly unit: string;
  readonly data: readonly SeriesPoint[];
}

/** Numbers that `growth` compares: of each bucket, region or event type. */
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

/** Of `growth`: what one of many came from and to. */
export interface GrowthEntry {
  /** Id of a bucket or an event type, code of a region. */
  readonly key: string;
  readonly first: Figure;
  readonly last: Figure;
}

/** A number of all buckets or regions at both ends of a window: those that both ends have, by the size of their change. */
export interface GrowthAnswer extends Windowed<GrowthEntry> {
  readonly name: string;
  readonly unit: string;
  /** When the first values were told, and the last ones; `null` where there are none. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** How many more there are, each with a smaller change than those that are told. */
  readonly cut: number;
}

/** What is answered about a window. */
export type WindowAnswer =
  | Windowed<SightEntry>
  | Windowed<SpanEntry>
  | StripsAnswer
  | Windowed<ChangeEntry>
  | SeriesAnswer
  | Windowed<Level>
  | GrowthAnswer;
