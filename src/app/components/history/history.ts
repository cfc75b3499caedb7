/**
 * Type of the history of a deployment, whoever observed it. host-history.ts reads the host's history record,
 * session-history.ts the log of this browser session. use-history.ts chooses between them.
 */

import type { Spanned } from '#app/queries/history/history.ts';
import type { CoverageEntry, SubjectKind } from '#contract/history.ts';
import type { Deployment } from '#contract/host.ts';
import type { Since } from '#domain/history/since/chosen-since.ts';
import type { StateSince, SubjectStrip } from '#domain/history/timeline.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { ComponentState } from '#domain/verdict/verdict.ts';

export interface Subject {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
}

/** States of one subject over time, and the coverage of its endpoint. */
export interface StripHistory extends Pick<SubjectStrip, 'answer' | 'entry'> {
  /** Times at which the list did not contain the subject. */
  readonly leftOut?: readonly SubjectStrip['leftOut'][number][];
  readonly coverage: readonly CoverageEntry[];
  /**
   * When the host's history was read, in epoch milliseconds of the host's clock. Later polls are not in it.
   * Absent for the session's log, which is always current.
   */
  readonly readAt?: number;
  /** Whether the history comes from this browser session, so that it begins when the page opened. */
  readonly isOfSession?: boolean;
}

export interface VerdictTimes {
  readonly present: Since | null;
  /** When the deployment stopped being good, if that was before `present`; else `null`. */
  readonly notGood: Since | null;
}

/**
 * Start times of present states. A time is `null` if it is unknown, or if the history has another present
 * state.
 */
export interface Starts {
  readonly verdict: (severity: Severity) => VerdictTimes;
  readonly component: (component: ComponentState) => Since | null;
}

/** The states that a page shows, so that their start times are requested. */
export interface Shown {
  readonly severity?: Severity;
  readonly components?: readonly ComponentState[];
}

export interface RecentChanges {
  /** Groups of changes, newest first. */
  readonly groups: readonly ChangeGroup[];
  /** Whether the groups contain only changes since the page opened. */
  readonly isOfSession?: boolean;
}

export interface StripRead {
  readonly strip: StripHistory | null;
  /** Whether the strip may still arrive. */
  readonly isAwaited: boolean;
}

/** Hooks that read one source of history. If `isWanted` is false, a hook reads nothing. */
export interface History {
  readonly useStrip: (slug: string, subject: Subject, of: Spanned, isWanted: boolean) => StripRead;
  readonly useStarts: (slug: string, shown: Shown, isWanted: boolean) => Starts | null;
  /** Returns when the present status word of a region or node began, and the word before it. */
  readonly useStateSince: (slug: string, subject: Subject, isWanted: boolean) => StateSince | null;
  /** Returns the newest changes, including those of this browser session. */
  readonly useRecentChanges: (deployment: Deployment, isWanted: boolean) => RecentChanges | null;
}

/**
 * Splits the id of a component (domain/verdict/verdict.ts) into its name and its occurrence among equal
 * names.
 */
export function componentKey(id: string): { readonly key: string; readonly occurrence: number } {
  const [key = '', occurrence = '1'] = id.split('\u0000');
  return { key, occurrence: Number(occurrence) };
}
