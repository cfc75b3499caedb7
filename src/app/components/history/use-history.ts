/** Reads the host's history record, or the log of this browser session if no host records history. */

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

/** Whether a host that records history records subjects of this kind for the deployment. */
function isKindRecorded({ kind }: Subject, deployment: Deployment | undefined): boolean {
  const isOfList = kind === 'region' || kind === 'node';
  return !isOfList || (deployment !== undefined && keepsListsOf(deployment));
}

/**
 * Returns the strip of a subject; `null` while the host's response is awaited, or if nothing was observed.
 * @param of - the time shown, if the host records. Otherwise the strip shows the time since the page opened.
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

/**
 * Returns start times. If the host records, none are returned before its response: times of this browser
 * session would soon be replaced.
 */
function useStarts(slug: string, shown: Shown, isShown: boolean): Starts | null {
  const { source } = useRecord(slug);
  const ofHost = hostHistory.useStarts(slug, shown, isShown && source === 'host');
  const ofSession = sessionHistory.useStarts(slug, shown, source === 'session');
  return source === 'host' ? ofHost : ofSession;
}

const unknown: VerdictTimes = { present: null, notGood: null };

/** Returns when the verdict on screen began. The times are `null` until the history has the same verdict. */
export function useVerdictSince({ slug }: Deployment, { severity, freshness }: Verdict): VerdictTimes {
  return useStarts(slug, { severity }, freshness === 'fresh')?.verdict(severity) ?? unknown;
}

/**
 * Returns a function that gives the start time of a component's present state; `null` if unknown.
 * @param components - components whose start time is shown.
 */
export function useComponentsSince(
  slug: string,
  components: readonly ComponentState[],
): (component: ComponentState) => Since | null {
  const starts = useStarts(slug, { components }, components.length > 0);
  return (component) => starts?.component(component) ?? null;
}

/** Returns when the present status word of a region or node began; `null` if unknown. */
export function useStateSince(deployment: Deployment, subject: Subject): StateSince | null {
  const { isThere } = useRecord(deployment.slug);
  const isRecorded = isKindRecorded(subject, deployment);
  const ofHost = hostHistory.useStateSince(deployment.slug, subject, isRecorded && isThere);
  const ofSession = sessionHistory.useStateSince(deployment.slug, subject, !isRecorded);
  return isRecorded ? ofHost : ofSession;
}

/**
 * Returns the changes of the last day. Until those are read, or if no host records, returns the changes since
 * the page opened.
 */
export function useRecentChanges(deployment: Deployment): RecentChanges {
  const { isThere } = useRecord(deployment.slug);
  const ofHost = hostHistory.useRecentChanges(deployment, isThere);
  const ofSession = sessionHistory.useRecentChanges(deployment, !ofHost);
  return ofHost ?? ofSession ?? noChanges;
}

const noChanges: RecentChanges = { groups: [] };
