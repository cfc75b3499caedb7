/** Reads the past from the host's history record, or from this session's log if no host records. */

import { keepsListsOf, useDeploymentAt } from '#app/delivered/config.ts';
import type { Spanned } from '#app/queries/history/history.ts';
import type { Deployment } from '#contract/host.ts';
import type { Since } from '#domain/history/since/chosen-since.ts';
import type { StateSince } from '#domain/history/timeline.ts';
import type { ComponentState, Verdict } from '#domain/verdict/verdict.ts';
import type { RecentChanges, Shown, Starts, StripHistory, Subject, VerdictTimes } from './history.ts';
import { hostHistory } from './host-history.ts';
import { sessionHistory } from './session-history.ts';
import { useRecord } from './use-record.ts';

/** Whether the host records subjects of this kind, if it records at all. */
function isKindRecorded({ kind }: Subject, deployment: Deployment | undefined): boolean {
  const isOfList = kind === 'region' || kind === 'node';
  return !isOfList || (deployment !== undefined && keepsListsOf(deployment));
}

/**
 * The strip of a subject; `null` while the host's is awaited, or if nothing was observed.
 * @param of - the time that the host's strip shows. This session's shows the time since the page opened.
 */
export function useStrip(slug: string, subject: Subject, of: Spanned): StripHistory | null {
  const { source, failure, isAnswered, isThere } = useRecord(slug);
  const deployment = useDeploymentAt(slug);
  const isRecorded = isKindRecorded(subject, deployment);
  const ofHost = hostHistory.useStrip(slug, subject, of, isThere && isRecorded);
  const isAwaited =
    isRecorded && (isThere ? ofHost.isAwaited : source === null && !isAnswered && failure === null);
  const ofSession = sessionHistory.useStrip(slug, subject, of, !ofHost.strip && !isAwaited);
  return ofHost.strip ?? ofSession.strip;
}

/** Start times as stated by the host. While those are awaited there are none: a session's would soon be wrong. */
function useStarts(slug: string, shown: Shown, isShown: boolean): Starts | null {
  const { source } = useRecord(slug);
  const ofHost = hostHistory.useStarts(slug, shown, isShown && source === 'host');
  const ofSession = sessionHistory.useStarts(slug, shown, source === 'session');
  return source === 'host' ? ofHost : ofSession;
}

const unknown: VerdictTimes = { present: null, notGood: null };

/** The times are `null` until the host has stated the verdict that is on screen. */
export function useVerdictSince({ slug }: Deployment, { severity, freshness }: Verdict): VerdictTimes {
  return useStarts(slug, { severity }, freshness === 'fresh')?.verdict(severity) ?? unknown;
}

/** @param components - components whose time is shown. */
export function useComponentsSince(
  slug: string,
  components: readonly ComponentState[],
): (component: ComponentState) => Since | null {
  const starts = useStarts(slug, { components }, components.length > 0);
  return (component) => starts?.component(component) ?? null;
}

/** Start of the present word of a region or node. */
export function useStateSince(deployment: Deployment, subject: Subject): StateSince | null {
  const { isThere } = useRecord(deployment.slug);
  const isRecorded = isKindRecorded(subject, deployment);
  const ofHost = hostHistory.useStateSince(deployment.slug, subject, isRecorded && isThere);
  const ofSession = sessionHistory.useStateSince(deployment.slug, subject, !isRecorded);
  return isRecorded ? ofHost : ofSession;
}

/** The changes of the last day; those of this session until they are read, or if no host records. */
export function useRecentChanges(deployment: Deployment): RecentChanges {
  const { isThere } = useRecord(deployment.slug);
  const ofHost = hostHistory.useRecentChanges(deployment, isThere);
  const ofSession = sessionHistory.useRecentChanges(deployment, !ofHost);
  return ofHost ?? ofSession ?? noChanges;
}

const noChanges: RecentChanges = { groups: [] };
