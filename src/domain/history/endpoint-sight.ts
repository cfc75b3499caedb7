/** What the record knows of one endpoint: whether it is in sight now and since when. Times are epoch milliseconds. Pure. */

import type { BlindCause, SightEntry } from '#contract/history.ts';
import type { Window } from './shares.ts';
import { seenOf } from './timeline.ts';

/** `since` is `null` where it has been so for all of the window. */
export type EndpointSight =
  | { readonly kind: 'not-recorded' }
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'seen'; readonly share: number; readonly since: number | null }
  | {
      readonly kind: 'blind';
      readonly share: number;
      readonly since: number | null;
      readonly cause: BlindCause;
      readonly detail: string | null;
    };

/**
 * Shares are hundredths of a percent of the window as far as it is over, floored.
 *
 * @param sight - as the host answers it: stretches of an endpoint tile the window, in the order of time.
 */
export function endpointSight(
  sight: readonly SightEntry[],
  endpoint: string,
  window: Window,
  now: number,
): EndpointSight {
  // What is not read since its last answer, and not late, is in sight.
  const own = sight.filter((each) => each.endpoint === endpoint && each.cause !== 'pending');
  const last = own.at(-1);
  if (!last || last.cause === 'not-recorded') return { kind: 'not-recorded' };
  if (last.cause === 'not-offered') return { kind: 'not-offered' };
  const { share } = seenOf(sight, endpoint, window, now);
  const other = own.findLastIndex(({ outcome }) => outcome !== last.outcome);
  const begin = Date.parse((own[other + 1] ?? last).from);
  const since = begin <= window.from ? null : begin;
  if (last.outcome === 'seen') return { kind: 'seen', share, since };
  return { kind: 'blind', share, since, cause: last.cause ?? 'unreachable', detail: last.detail };
}
