/**
 * Computes the coverage of an endpoint from the attempts to poll it (docs/understand/history-api.md, part 2).
 * Times are in epoch milliseconds.
 */

import type { GapCause } from '#contract/history.ts';

export type { GapCause };

/** Causes that always leave a gap: a poll after them never joins the earlier polls, however soon it comes. */
const breaking: ReadonlySet<GapCause> = new Set(['host-stopped', 'clock-stepped']);

/** Causes inside the host. They win a tie of equal duration. */
const own: ReadonlySet<GapCause> = new Set([
  'host-stopped',
  'asleep',
  'clock-stepped',
  'disk-full',
  'store',
  'not-recorded',
]);

/** A poll, or a time in which the host could not poll. Attempts are in the order of their ends. */
export type Attempt =
  | {
      readonly kind: 'answered';
      readonly at: number;
      /** Validity period of the response in milliseconds: lifetime plus grace. */
      readonly validMilliseconds: number;
      readonly complete: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly at: number;
      readonly cause: GapCause;
      readonly detail: string | null;
    }
  | {
      readonly kind: 'interrupted';
      readonly at: number;
      readonly cause: GapCause;
      readonly detail: string | null;
    };

/**
 * One coverage interval. Intervals tile all time. A seen interval is split where the list becomes complete or
 * truncated. The poll at the split belongs to both parts.
 */
export interface CoverageInterval {
  /** Start of the interval; `-Infinity` for the time before the first attempt. */
  readonly from: number;
  /** End of the interval; `null` while it is open. */
  readonly to: number | null;
  readonly outcome: 'seen' | 'blind';
  /** Cause of the gap; `null` for covered time. */
  readonly cause: GapCause | null;
  readonly detail: string | null;
  /** Number of polls. In a covered interval: answered polls, both ends included. In a gap: all attempts. */
  readonly looks: number;
  /**
   * Longest time between neighbouring answered polls of a covered interval, or length of a gap. Milliseconds;
   * `null` while a gap is open.
   */
  readonly longest: number | null;
  /**
   * Whether the lists in the interval were complete. A poll at the end that starts the next interval is not
   * considered.
   */
  readonly complete: boolean;
}

interface Seen {
  readonly from: number;
  readonly last: number;
  readonly validMilliseconds: number;
  readonly looks: number;
  readonly longest: number;
  readonly complete: boolean;
}

interface TimedCause {
  readonly cause: GapCause;
  readonly detail: string | null;
  readonly since: number;
}

/** Time since the last answered poll. If the next poll comes soon enough, it is covered after all. */
interface Gap {
  readonly from: number;
  readonly attempts: number;
  /** Whether later polls cannot join the earlier polls any more, however soon they come. */
  readonly isBroken: boolean;
  /** Causes of the gap in order of time. Each lasts until the next one begins. */
  readonly causes: readonly TimedCause[];
}

export interface Coverage {
  readonly closed: readonly CoverageInterval[];
  readonly seen: Seen | null;
  readonly gap: Gap | null;
}

export const noCoverage: Coverage = { closed: [], seen: null, gap: null };

function closedSeen({ from, last, looks: polls, longest, complete }: Seen): CoverageInterval {
  return { from, to: last, outcome: 'seen', cause: null, detail: null, looks: polls, longest, complete };
}

/** Returns the cause with the longest total duration until `end`. In a tie, a cause inside the host wins. */
function longestCause({ causes }: Gap, end: number): Pick<TimedCause, 'cause' | 'detail'> {
  const lengths = new Map<GapCause, { length: number; detail: string | null }>();
  for (const [index, { cause, detail, since }] of causes.entries()) {
    const length = (causes[index + 1]?.since ?? end) - since;
    lengths.set(cause, { length: (lengths.get(cause)?.length ?? 0) + length, detail });
  }
  let longest: { cause: GapCause; detail: string | null; length: number } | null = null;
  for (const [cause, { length, detail }] of lengths) {
    const isLonger = !longest || length > longest.length;
    const isOwn = longest !== null && length === longest.length && own.has(cause) && !own.has(longest.cause);
    if (isLonger || isOwn) longest = { cause, detail, length };
  }
  // There was no poll, so nothing is known about the service.
  return longest ?? { cause: 'not-recorded', detail: null };
}

function closedGap(gap: Gap, to: number): CoverageInterval {
  const { cause, detail } = longestCause(gap, to);
  const { from, attempts } = gap;
  return { from, to, outcome: 'blind', cause, detail, looks: attempts, longest: to - from, complete: true };
}

function afterAnsweredPoll(
  coverage: Coverage,
  { at, validMilliseconds, complete }: Extract<Attempt, { kind: 'answered' }>,
): Coverage {
  const { seen, gap, closed } = coverage;
  const started = { from: at, last: at, validMilliseconds, looks: 1, longest: 0, complete };
  if (seen && !gap?.isBroken && at - seen.last <= seen.validMilliseconds) {
    const longest = Math.max(seen.longest, at - seen.last);
    const extended = { ...seen, last: at, validMilliseconds, looks: seen.looks + 1, longest };
    if (complete === seen.complete) return { closed, seen: extended, gap: null };
    // A response describes the time from its receipt on. It does not change the earlier interval.
    return { closed: [...closed, closedSeen(extended)], seen: started, gap: null };
  }
  const blind = gap ?? (seen && { from: seen.last, attempts: 0, isBroken: false, causes: [] });
  return {
    closed: [...closed, ...(seen ? [closedSeen(seen)] : []), ...(blind ? [closedGap(blind, at)] : [])],
    seen: started,
    gap: null,
  };
}

export function coverageAfter(coverage: Coverage, attempt: Attempt): Coverage {
  if (attempt.kind === 'answered') return afterAnsweredPoll(coverage, attempt);
  const { at, cause, detail } = attempt;
  const from = coverage.gap?.from ?? coverage.seen?.last ?? at;
  const causes = coverage.gap?.causes ?? [];
  // The time before the first failure counts for the failure's cause.
  const since = causes.length === 0 ? from : at;
  const isBroken = (coverage.gap?.isBroken ?? false) || breaking.has(cause);
  const attempts = (coverage.gap?.attempts ?? 0) + (attempt.kind === 'failed' ? 1 : 0);
  // Equal successive causes are one entry, so that a long outage does not grow the list.
  const last = causes.at(-1);
  const isSame = last?.cause === cause && last.detail === detail;
  return {
    ...coverage,
    gap: { from, attempts, isBroken, causes: isSame ? causes : [...causes, { cause, detail, since }] },
  };
}

/**
 * Returns the coverage of an endpoint that is no longer polled. Its open gap gets the cause `not-recorded`;
 * earlier causes no longer count.
 */
export function unread(coverage: Coverage): Coverage {
  const { seen, gap } = coverage;
  if (!seen) return coverage;
  const since = seen.last;
  const causes = [{ cause: 'not-recorded', detail: null, since } as const];
  return { ...coverage, gap: { from: since, attempts: 0, isBroken: false, ...gap, causes } };
}

/** Returns all coverage intervals as of `now`. The last one is open. */
export function intervalsAt({ closed, seen, gap }: Coverage, now: number): readonly CoverageInterval[] {
  const open = { to: null, outcome: 'blind', longest: null, complete: true } as const;
  const first = closed[0]?.from ?? seen?.from ?? gap?.from ?? null;
  const before = {
    from: Number.NEGATIVE_INFINITY,
    to: first,
    outcome: 'blind',
    cause: 'not-recorded',
    detail: null,
    looks: 0,
    longest: null,
    complete: true,
  } as const;
  if (first === null) return [before];
  const from = gap?.from ?? seen?.last ?? first;
  const isPending = seen !== null && !gap?.isBroken && now - seen.last < seen.validMilliseconds;
  const longest = isPending
    ? null
    : longestCause(gap ?? { from, attempts: 0, isBroken: false, causes: [] }, now);
  const last: CoverageInterval = {
    ...open,
    from,
    cause: longest?.cause ?? 'pending',
    detail: longest?.detail ?? null,
    looks: gap?.attempts ?? 0,
  };
  return [before, ...closed, ...(seen ? [closedSeen(seen)] : []), last];
}

export function isBeforeAll({ cause, longest, to }: CoverageInterval): boolean {
  return cause === 'not-recorded' && longest === null && to !== null;
}

/** Merges adjacent covered intervals into times. An isolated poll has no length. */
export function seenTimes(
  intervals: readonly CoverageInterval[],
): readonly { readonly from: number; readonly to: number }[] {
  const times: { from: number; to: number }[] = [];
  for (const { from, to, outcome } of intervals) {
    const last = times.at(-1);
    if (outcome === 'blind' || to === null) continue;
    if (last?.to === from) last.to = to;
    else times.push({ from, to });
  }
  return times;
}
