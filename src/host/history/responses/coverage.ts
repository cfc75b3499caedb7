/**
 * `sight`: coverage of each endpoint over a window, with the causes of gaps (docs/understand/history-api.md,
 * part 2).
 */

import { isEndpointPath } from '#contract/endpoints.ts';
import type { CoverageEntry } from '#contract/history.ts';
import { type CoverageInterval, intervalsAt, noCoverage } from '#domain/history/coverage/coverage.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { badParameter, Refusal, stamp, stampOrNull } from './context.ts';
import { parametersOf, windowOf } from './parameters.ts';
import { coverageOf, type HistoryRequest, type HistoryResponse, offeredPaths, windowed } from './windowed.ts';

function entryOf(
  endpoint: string,
  { from, to, outcome, cause, detail, looks: polls, longest, complete }: CoverageInterval,
  window: Window,
): CoverageEntry {
  return {
    endpoint,
    // The time before the first poll begins at -Infinity, which is no date.
    from: stamp(Number.isFinite(from) ? from : Math.min(0, window.from)),
    to: stampOrNull(to),
    outcome,
    cause,
    detail,
    looks: polls,
    longestSeconds: longest === null ? null : longest / 1000,
    complete,
  };
}

export function coverageResponse(request: HistoryRequest): HistoryResponse {
  const { context, deployment } = request;
  const { known, now } = context;
  const parameters = parametersOf(request.search, ['from', 'to', 'endpoint']);
  const window = windowOf(parameters, now);
  const only = parameters.get('endpoint');
  if (only !== undefined && !isEndpointPath(only))
    throw badParameter('endpoint', '“endpoint” must be a documented path, like /api/v2/status.');
  const offered: readonly string[] = offeredPaths(context, deployment);
  const rows = known.endpoints(deployment.slug);
  if (only !== undefined && !offered.includes(only) && rows.every(({ path }) => path !== only))
    throw new Refusal(404, `Nothing is recorded for ${only}.`);
  const data = (only === undefined ? offered : [only]).flatMap((path) => {
    const row = rows.find((each) => each.path === path);
    return intervalsAt(row ? coverageOf(request, row) : noCoverage, now)
      .filter(({ from, to }) => from < window.to && (to === null || to > window.from))
      .map((interval) => entryOf(path, interval, window));
  });
  return windowed(request, window, window.from === window.to ? [] : data);
}
