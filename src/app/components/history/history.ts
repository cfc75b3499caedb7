/**
 * The past of a deployment in one form, from any observer. The host's history record and this session's log
 * implement it (host-history.ts, session-history.ts); use-history.ts chooses.
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

/** The strip of one subject with the coverage of its endpoint. */
export interface StripHistory extends Pick<SubjectStrip, 'answer' | 'entry'> {
  /** Times without the subject in the list. */
  readonly leftOut?: readonly SubjectStrip['leftOut'][number][];
  readonly coverage: readonly CoverageEntry[];
  /** When it was read, on the host's clock. Later readings are in no response yet. */
  readonly readAt?: number;
  /** Whether this session observed it, since the page opened. */
  readonly isOfSession?: boolean;
}

export interface VerdictTimes {
  readonly present: Since | null;
  /** When the deployment stopped being good, if that is earlier. */
  readonly notGood: Since | null;
}

/** Start times of present states, each `null` if another state began then, or if it is unknown. */
export interface Starts {
  readonly verdict: (severity: Severity) => VerdictTimes;
  readonly component: (component: ComponentState) => Since | null;
}

/** The states on a page. Their start times are requested. */
export interface Shown {
  readonly severity?: Severity;
  readonly components?: readonly ComponentState[];
}

export interface RecentChanges {
  /** Newest first. */
  readonly groups: readonly ChangeGroup[];
  /** Whether they are only those since the page opened. */
  readonly isOfSession?: boolean;
}

export interface StripRead {
  readonly strip: StripHistory | null;
  /** Whether it may still come. */
  readonly isAwaited: boolean;
}

/** Each function is a hook. With `isWanted` false it reads nothing. */
export interface History {
  readonly useStrip: (slug: string, subject: Subject, of: Spanned, isWanted: boolean) => StripRead;
  readonly useStarts: (slug: string, shown: Shown, isWanted: boolean) => Starts | null;
  /** Start of the present word of a region or node, with the word before. */
  readonly useStateSince: (slug: string, subject: Subject, isWanted: boolean) => StateSince | null;
  /** The newest changes, with those of this session. */
  readonly useRecentChanges: (deployment: Deployment, isWanted: boolean) => RecentChanges | null;
}

/** Name and occurrence of a component from its id (domain/verdict/verdict.ts). */
export function componentKey(id: string): { readonly key: string; readonly occurrence: number } {
  const [key = '', occurrence = '1'] = id.split('\u0000');
  return { key, occurrence: Number(occurrence) };
}
