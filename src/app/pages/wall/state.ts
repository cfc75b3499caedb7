/** What the wall knows of its deployments: read from the query cache, asked for by {@link Ask}. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useRecord } from '#app/components/strips/record.ts';
import { useVerdictSince } from '#app/components/strips/recorded-since.ts';
import { isLostIn } from '#app/observe/contact.ts';
import { debouncedSeverityIn } from '#app/observe/debounced-severities.ts';
import { statusFeedIn, subscribeToVerdicts, useVerdict, verdictIn } from '#app/observe/verdicts.ts';
import { useRecordedDay } from '#app/queries/history-recent.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { now } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { isLogInEnded } from '#domain/answer/next-request.ts';
import { compareSeverities } from '#domain/severity/rollup.ts';
import { isSeverity, type Severity } from '#domain/severity/severity.ts';

/**
 * Keeps every answer that a scene may need fresh, so that the next scene is ready before it is shown.
 *
 * @param whole - scenes show more than verdicts.
 */
export function Ask({ deployment, whole }: { readonly deployment: Deployment; readonly whole: boolean }) {
  useStatus(deployment);
  // Verdicts rest on these, whatever is shown.
  useRegions(deployment);
  useNodes(deployment);
  // Once for all scenes.
  useVerdictSince(deployment, useVerdict(deployment));
  useRecordedDay(deployment.slug, useRecord(deployment.slug).isThere);
  useBuckets(deployment, undefined, whole);
  useEvents(deployment, whole);
  return null;
}

export interface Standing {
  readonly slug: string;
  readonly severity: Severity;
  /** Contact with its status was lost, or never made. */
  readonly lost: boolean;
  /** Nothing of it answers any more: whatever its lists say is not current. */
  readonly silent: boolean;
  /** Nothing has been answered yet, and nothing failed. */
  readonly waiting: boolean;
}

/** A line about the status of each deployment, now; renders when one of them changes. */
function useLines(
  deployments: readonly Deployment[],
  lineOf: (client: QueryClient, deployment: Deployment) => string,
): readonly string[] {
  const client = useQueryClient();
  const read = () => deployments.map((deployment) => lineOf(client, deployment)).join('\n');
  return useSyncExternalStore(subscribeToVerdicts, read).split('\n');
}

/** How many of the deployments answer, and when one last did: epoch milliseconds, 0 for never. */
export function useAnswering(deployments: readonly Deployment[]) {
  const lines = useLines(deployments, (client, deployment) => {
    const { answer, failure } = statusFeedIn(client, deployment);
    return `${answer?.receivedAt ?? 0} ${answer && !failure ? 'answers' : ''}`;
  });
  return {
    count: lines.filter((line) => line.endsWith('answers')).length,
    last: Math.max(0, ...lines.map((line) => Number(line.split(' ')[0]))),
  };
}

export interface SessionEnd {
  /** Epoch milliseconds. */
  readonly since: number;
  /** A proxy in front of the host ended it, and not the host. */
  readonly isAtProxy: boolean;
}

/** Since when this screen is no longer logged in; `null` while it is. */
export function useSessionEnd(deployments: readonly Deployment[]): SessionEnd | null {
  const lines = useLines(deployments, (client, deployment) => {
    const { failure } = statusFeedIn(client, deployment);
    return failure && isLogInEnded(failure) ? `${failure.since} ${failure.reason}` : '';
  });
  const ended = lines.filter((line) => line !== '');
  if (ended.length === 0) return null;
  return {
    since: Math.min(...ended.map((line) => Number.parseInt(line, 10))),
    isAtProxy: ended.every((line) => line.endsWith('proxy-log-in')),
  };
}

/** How the deployments stand now; renders when that changes. */
export function useStandings(deployments: readonly Deployment[]): readonly Standing[] {
  const lines = useLines(deployments, (client, deployment) => {
    const verdict = verdictIn(client, deployment);
    const { freshness } = verdict;
    const silent = freshness === 'lost' && isLostIn(client, deployment, now());
    return `${debouncedSeverityIn(client, deployment, verdict)} ${freshness} ${silent ? 'silent' : ''}`;
  });
  return deployments.map(({ slug }, index) => {
    const [severity, freshness, silent] = (lines[index] ?? '').split(' ');
    return {
      slug,
      severity: isSeverity(severity) ? severity : 'unvouched',
      lost: freshness === 'lost',
      silent: silent === 'silent',
      waiting: freshness === 'waiting',
    };
  });
}

/** Worst first, as the overview shows them. */
export function ranked(
  deployments: readonly Deployment[],
  standings: readonly Standing[],
): readonly Deployment[] {
  const severityOf = (slug: string) => standings.find((each) => each.slug === slug)?.severity ?? 'unvouched';
  return deployments.toSorted((a, b) => compareSeverities(severityOf(a.slug), severityOf(b.slug)));
}
