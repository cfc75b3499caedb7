/** What deployments are ordered by; no verdict waits for it. */

import type { QueryClient } from '@tanstack/react-query';
import type { Deployment } from '#contract/host.ts';
import type { Severity } from '#domain/severity/severity.ts';
import {
  type DebouncedSeverity,
  debounceSeverity,
  statusReadingAt,
} from '#domain/verdict/debounced-severity.ts';
import { pollOf } from '../delivered/config.ts';
import { statusFeedIn, verdictIn } from './verdicts.ts';

const debounced = new Map<string, DebouncedSeverity>();

/** What a deployment is ordered by: what its verdict has said for two status readings. */
export function debouncedSeverityIn(
  client: QueryClient,
  deployment: Deployment,
  { severity, freshness } = verdictIn(client, deployment),
): Severity {
  // Before the first reading there is nothing to hold on to.
  if (freshness === 'waiting') return severity;
  const next = debounceSeverity(
    debounced.get(deployment.slug),
    severity,
    statusReadingAt(statusFeedIn(client, deployment), pollOf(deployment)),
  );
  debounced.set(deployment.slug, next);
  return next.severity;
}
