/** Severities for the order of deployments. No verdict waits for them. */

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

/** The debounced severity that orders a deployment: its verdict for two status readings. */
export function debouncedSeverityIn(
  client: QueryClient,
  deployment: Deployment,
  { severity, freshness } = verdictIn(client, deployment),
): Severity {
  // Without a first reading there is nothing to debounce.
  if (freshness === 'waiting') return severity;
  const next = debounceSeverity(
    debounced.get(deployment.slug),
    severity,
    statusReadingAt(statusFeedIn(client, deployment), pollOf(deployment)),
  );
  debounced.set(deployment.slug, next);
  return next.severity;
}
