/**
 * Types of `GET /history/:slug/report` (docs/understand/history-api.md, part 9). Times are UTC texts, durations
 * are milliseconds.
 */

import type { SpanSeverity, StripEntry, TimeRange, Windowed } from '../history.ts';

/** Times by state, as in a strip. `good` includes `notice`; the others add up to the range. */
export type ReportedTimes = Pick<StripEntry, 'good' | 'notice' | 'bad' | 'unknown' | 'unobserved'>;

export const reportedKinds = ['deployment', 'component'] as const;

export interface ReportedKey {
  readonly kind: (typeof reportedKinds)[number];
  /** Slug of the deployment, or name of the component as sent. */
  readonly key: string;
  readonly occurrence: number;
}

/** A time in which a subject was bad at every poll. It has its own times, even outside the range. */
export interface ReportedOutage extends ReportedKey {
  readonly from: string;
  /** When the subject was first seen in another state, or last seen bad before a gap; `null` while it is bad. */
  readonly to: string | null;
  /** Observed time of the outage in the range; 0 if only an isolated poll showed it. */
  readonly bad: number;
  /** The part of `bad` in planned work. */
  readonly planned: number;
  /** Time of the outage in the range that was not observed. */
  readonly unobserved: number;
  readonly worst: SpanSeverity;
}

/** Row of the report: the deployment with its verdicts, or one component with its status words. */
export interface ReportedSubject extends ReportedKey, ReportedTimes {
  /** Observed time: `good`, `bad` and `unknown`. */
  readonly observed: number;
  /** The part of the times in planned work. */
  readonly planned: ReportedTimes;
  /** Number of outages in the range. */
  readonly outages: number;
  /** The outage with the longest observed time; `null` without outages. */
  readonly longest: ReportedOutage | null;
}

/** Planned work that overlaps the range, with its own times, and the states of the deployment in it. */
export interface ReportedWork extends TimeRange, ReportedTimes {
  readonly title: string;
}

export interface MonthReport extends Windowed<ReportedSubject> {
  /** The month in `zone`, such as `2026-11`. The range of a month that is not over ends at the next full minute. */
  readonly month: string;
  readonly zone: string;
  /** Outages of all rows in order of time. If there are too many: the longest. */
  readonly outages: readonly ReportedOutage[];
  /** Number of shorter outages that are left out. */
  readonly cut: number;
  readonly planned: readonly ReportedWork[];
}
