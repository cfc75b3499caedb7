/** Finds the poll on which the response of a past time rests (docs/understand/history-api.md, part 10). */

import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import type { ResponseContext } from '../responses/context.ts';
import type { PollRow } from '../rows.ts';

/** What was known of an endpoint at a requested time. Times are epoch milliseconds. */
export interface SeenState {
  /** Time of the state: the requested one, or in a gap the end of the last poll before. */
  readonly at: number;
  /** End of the newest answered poll; the earliest possible end if that poll is not stored any more. */
  readonly seenAt: number;
  /** The newest answered poll; `null` if it is not stored any more. */
  readonly poll: PollRow | null;
  /** Whether the requested time has coverage. */
  readonly isCovered: boolean;
  /** Whether every subject without a row was absent. */
  readonly complete: boolean;
}

/** Finds what was known of an endpoint at `time`; `null` before its first answered poll. */
export async function seenState(
  { known, store, now }: ResponseContext,
  endpoint: number,
  time: number,
): Promise<SeenState | null> {
  const interval = intervalsAt(known.coverage(endpoint), now).findLast(
    ({ outcome, from }) => outcome === 'seen' && from <= time,
  );
  if (!interval) return null;
  const { from, to, longest, complete } = interval;
  // A covered interval begins and ends with an answered poll.
  const last = to ?? from;
  const at = Math.min(time, last);
  const earliest = at === last ? last : Math.max(from, at - (longest ?? last - from));
  const poll = (await store?.pollIn(endpoint, { from: earliest, to: at })) ?? null;
  return { at, seenAt: poll?.at ?? earliest, poll, isCovered: time <= last, complete };
}
