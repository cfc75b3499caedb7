/** Reads the gaps in coverage of a range from the record. */

import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import { intervalsAt, noCoverage } from '#domain/history/coverage/coverage.ts';
import { gapsInRange, type PolledGap, type PolledInterval } from '#domain/history/handover/gaps.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { coverageOf, type HistoryRequest, offeredPaths } from '#host/history/responses/windowed.ts';

/** Returns the time of the first attempt to poll an endpoint; `Infinity` without one. */
function firstAttempt([before]: readonly PolledInterval[]): number {
  return before?.to ?? Number.POSITIVE_INFINITY;
}

export function gapsOfRange(request: HistoryRequest, range: Window): readonly PolledGap[] {
  const { context, deployment } = request;
  const rows = context.known.endpoints(deployment.slug);
  const intervalsOf = (path: EndpointPath): readonly PolledInterval[] => {
    const row = rows.find((each) => each.path === path);
    const coverage = row ? coverageOf(request, row) : noCoverage;
    return intervalsAt(coverage, context.now).map((interval) => ({ ...interval, endpoint: path }));
  };
  const paths = offeredPaths(context, deployment);
  const resources = new Set(paths.map((path) => endpointAt(path).resource));
  const versions = [...resources].map((resource) =>
    paths
      .filter((path) => endpointAt(path).resource === resource)
      .map(intervalsOf)
      .toSorted((a, b) => (firstAttempt(a) < firstAttempt(b) ? -1 : 1)),
  );
  return gapsInRange(versions, range);
}
