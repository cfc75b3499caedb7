/** The sources that the chart by source shows, and what it leaves out. */

import { mostSources } from '#app/observe/session/session-log.ts';
import { withoutSource } from '#app/observe/session/volume-series.ts';
import { figureOf } from '#domain/figures/ranking.ts';
import type { Group } from '#domain/lists/listing.ts';
import { compareIntegers } from '#domain/numbers/arithmetic.ts';
import { formatExact } from '#domain/text/format.ts';

export interface ChartSource {
  /** As sent; `null` for the types without a source. */
  readonly source: string | null;
  readonly name: string;
  /** Name of its series. */
  readonly series: string;
}

export interface ChartSources {
  /** From the bottom of the stack up. */
  readonly sources: readonly ChartSource[];
  /** What the chart leaves out, as a sentence; `null` if it has everything. */
  readonly leftOut: string | null;
}

/**
 * @param order - sources in the order of their colours.
 * @param groups - event types by source, with the sums of their counts.
 */
export function chartSources(
  order: readonly string[],
  groups: readonly Group[],
  isOfSession: boolean,
): ChartSources {
  const bySize = groups
    .toSorted((a, b) => compareIntegers(figureOf(b, 'count'), figureOf(a, 'count')))
    .map(({ key: [source] }) => source ?? null);
  // The host records no sum of the types without a source.
  const possible = bySize.filter((source) => isOfSession || source !== null);
  const chosen = new Set(possible.slice(0, mostSources));
  const inOrder = [...order.filter((source) => chosen.has(source)), ...(chosen.has(null) ? [null] : [])];
  const leftOut = [
    ...(possible.length > chosen.size
      ? [`The ${mostSources} largest of ${formatExact(possible.length)} sources are shown.`]
      : []),
    ...(possible.length < bySize.length ? ['Types without a source are left out.'] : []),
  ];
  return {
    sources: inOrder.map((source) => ({
      source,
      name: source ?? 'not provided',
      series: source === null ? withoutSource : `${withoutSource}/${source}`,
    })),
    leftOut: leftOut.length === 0 ? null : leftOut.join(' '),
  };
}
