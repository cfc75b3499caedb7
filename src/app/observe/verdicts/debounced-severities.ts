/** Debounced severities for the order in which deployments are shown. No verdict waits for them. */

import type { QueryClient } from '@tanstack/react-query';
import { pollOf } from '#app/delivered/config.ts';
import type { Deployment } from '#contract/host.ts';
import { type Severity, severityRank } from '#domain/severity/severity.ts';
import {
  type DebouncedSeverity,
  debounceSeverity,
  statusReadingAt,
} from '#domain/verdict/debounced-severity.ts';
import { countedParts } from '#domain/verdict/inventory-part.ts';
import { statusFeedIn, verdictIn } from './verdicts.ts';

interface Ordering extends DebouncedSeverity {
  /** Whether each list that counts for the verdict has been read. */
  readonly isComplete: boolean;
}

const orderings = new Map<string, Ordering>();

/**
 * The debounced severity that orders a deployment: its verdict for two status readings. The first verdict counts at once,
 * and so does the first one with all lists if it is worse: the lists were unknown before it.
 */
export function debouncedSeverityIn(
  client: QueryClient,
  deployment: Deployment,
  { severity, freshness, inventory } = verdictIn(client, deployment),
): Severity {
  if (freshness === 'waiting') return severity;
  const before = orderings.get(deployment.slug);
  const isComplete = countedParts(inventory).every(({ readAt }) => readAt !== null);
  const isFirst = isComplete && before?.isComplete === false;
  const isRevealed = isFirst && severityRank[severity] > severityRank[before.severity];
  const next = debounceSeverity(
    isRevealed ? undefined : before,
    severity,
    statusReadingAt(statusFeedIn(client, deployment), pollOf(deployment)),
  );
  orderings.set(deployment.slug, { ...next, isComplete: isComplete || before?.isComplete === true });
  return next.severity;
}
