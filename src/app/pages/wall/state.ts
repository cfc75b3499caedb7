/** Reads the states of the wall's deployments from the query cache. {@link KeepFresh} sends the requests. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useStrip, useVerdictSince } from '#app/components/history/use-history.ts';
import { isLostIn } from '#app/observe/contact.ts';
import { debouncedSeverityIn } from '#app/observe/verdicts/debounced-severities.ts';
import { statusFeedIn, subscribeToVerdicts, useVerdict, verdictIn } from '#app/observe/verdicts/verdicts.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { now } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { isLogInEnded } from '#domain/answer/next-request.ts';
import { compareSeverities } from '#domain/figures/severity-counts.ts';
import { isSeverity, type Severity } from '#domain/severity/severity.ts';

/**
 * Keeps all data for the scenes of a deployment fresh, so that the next scene is ready. Renders nothing.
 * @param whole - whether scenes show more than verdicts, so that buckets and events are needed.
 */
export function KeepFresh({
  deployment,
  whole: allLists,
}: {
  readonly deployment: Deployment;
  readonly whole: boolean;
}) {
  useStatus(deployment);
  // Every verdict depends on these lists.
  useRegions(deployment);
  useNodes(deployment);
  // Read here once for all scenes.
  useVerdictSince(deployment, useVerdict(deployment));
  useStrip(deployment.slug, { kind: 'deployment', key: deployment.slug, occurrence: 1 }, '24h');
  useBuckets(deployment, undefined, allLists);
  useEvents(deployment, allLists);
  return null;
}

export interface DeploymentState {
  readonly slug: string;
  readonly severity: Severity;
  /** Whether contact with the deployment's status endpoint was lost, or never made. */
  readonly lost: boolean;
  /** Whether no endpoint of the deployment responds any more, so that its lists are not current. */
  readonly silent: boolean;
  /** Whether there was neither a response nor a failure yet. */
  readonly waiting: boolean;
}

/** Reads one line of text per deployment from the query cache. The component renders when a line changes. */
function useLines(
  deployments: readonly Deployment[],
  lineOf: (client: QueryClient, deployment: Deployment) => string,
): readonly string[] {
  const client = useQueryClient();
  const read = () => deployments.map((deployment) => lineOf(client, deployment)).join('\n');
  return useSyncExternalStore(subscribeToVerdicts, read).split('\n');
}

/**
 * Returns `count`, the number of deployments that respond, and `last`, the time of the last response: epoch
 * milliseconds, 0 if there was none.
 */
export function useResponding(deployments: readonly Deployment[]) {
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
  /** When the log-in ended, epoch milliseconds. */
  readonly since: number;
  /** Whether a proxy in front of the host ended the log-in. */
  readonly isAtProxy: boolean;
}

/** Returns since when this screen is logged out; `null` while it is logged in. */
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

/** Returns the states of the deployments. The component renders when one changes. */
export function useDeploymentStates(deployments: readonly Deployment[]): readonly DeploymentState[] {
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

/** Sorts deployments by severity, worst first, as in the overview. */
export function ranked(
  deployments: readonly Deployment[],
  states: readonly DeploymentState[],
): readonly Deployment[] {
  const severityOf = (slug: string) => states.find((each) => each.slug === slug)?.severity ?? 'unvouched';
  return deployments.toSorted((a, b) => compareSeverities(severityOf(a.slug), severityOf(b.slug)));
}
