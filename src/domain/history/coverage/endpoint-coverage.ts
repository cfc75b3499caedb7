/**
 * States the present coverage of one endpoint and since when it lasts, from the history. Times are in epoch
 * milliseconds.
 */

import type { CoverageEntry, GapCause } from '#contract/history.ts';
import type { Window } from '../spans/shares.ts';
import { seenOf } from '../timeline.ts';

/** Present coverage of an endpoint. `since` is `null` if the state lasted for the complete window. */
export type EndpointCoverage =
  | { readonly kind: 'not-recorded' }
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'seen'; readonly share: number; readonly since: number | null }
  | {
      readonly kind: 'blind';
      readonly share: number;
      readonly since: number | null;
      readonly cause: GapCause;
      readonly detail: string | null;
    };

/**
 * Returns the present coverage of an endpoint. Shares are hundredths of a percent of the elapsed window,
 * rounded down.
 * @param coverage - rows as the host serves them: intervals of an endpoint tile the window, in order
 */
export function endpointCoverage(
  coverage: readonly CoverageEntry[],
  endpoint: string,
  window: Window,
  now: number,
): EndpointCoverage {
  // Within the validity period of the newest response, the endpoint counts as covered.
  const own = coverage.filter((each) => each.endpoint === endpoint && each.cause !== 'pending');
  const last = own.at(-1);
  if (!last || last.cause === 'not-recorded') return { kind: 'not-recorded' };
  if (last.cause === 'not-offered') return { kind: 'not-offered' };
  const { share } = seenOf(coverage, endpoint, window, now);
  const other = own.findLastIndex(({ outcome }) => outcome !== last.outcome);
  const begin = Date.parse((own[other + 1] ?? last).from);
  const since = begin <= window.from ? null : begin;
  if (last.outcome === 'seen') return { kind: 'seen', share, since };
  return { kind: 'blind', share, since, cause: last.cause ?? 'unreachable', detail: last.detail };
}
