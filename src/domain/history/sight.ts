/**
 * When anything is known of an endpoint, from the attempts that were made at it (docs/understand/history-api.md, part 2). Times are epoch
 * milliseconds. Pure.
 */

import type { BlindCause } from '#contract/history.ts';

export type { BlindCause };

/** After which no answer joins what was seen before, however soon it comes. */
const breaking: ReadonlySet<BlindCause> = new Set(['host-stopped', 'clock-stepped']);

/** Causes that are the host's own: of two that held as long, such a one is told. */
const own: ReadonlySet<BlindCause> = new Set([
  'host-stopped',
  'asleep',
  'clock-stepped',
  'disk-full',
  'not-recorded',
]);

/** One attempt, or a time in which none could be made; in the order in which they ended. */
export type Attempt =
  | {
      readonly kind: 'answered';
      /** When the answer was whole. */
      readonly at: number;
      /** Milliseconds for which it vouches from then on: its lifetime and the grace. */
      readonly vouched: number;
      /** Whether a list was whole. */
      readonly complete: boolean;
    }
  | {
      readonly kind: 'failed';
      /** When it was given up. */
      readonly at: number;
      readonly cause: BlindCause;
      readonly detail: string | null;
    }
  | {
      readonly kind: 'interrupted';
      readonly at: number;
      readonly cause: BlindCause;
      readonly detail: string | null;
    };

/**
 * A stretch of time in which one thing holds of our sight. Together they tile all time. What was seen without a gap is
 * several that touch where lists were whole for a part of it: the look between two of them belongs to both.
 */
export interface Stretch {
  /** `-Infinity` for the time before the first attempt. */
  readonly from: number;
  /** `null` while it is not over. */
  readonly to: number | null;
  readonly outcome: 'seen' | 'blind';
  /** `null` of what was seen. */
  readonly cause: BlindCause | null;
  readonly detail: string | null;
  /** Answered looks, both ends included; of a blind stretch, attempts. */
  readonly looks: number;
  /** The greatest distance between neighbouring answered looks; of a blind one its length, `null` while it is open. */
  readonly longest: number | null;
  /** Whether its answers were whole, but for one that ends it and begins the next one. */
  readonly complete: boolean;
}

interface Seen {
  readonly from: number;
  readonly last: number;
  readonly vouched: number;
  readonly looks: number;
  readonly longest: number;
  readonly complete: boolean;
}

interface Held {
  readonly cause: BlindCause;
  readonly detail: string | null;
  readonly since: number;
}

/** What is not known yet to be blindness: the time since the last answered look. */
interface Gap {
  readonly from: number;
  readonly attempts: number;
  /** Whether no answer, however soon, can join what was seen before. */
  readonly isBroken: boolean;
  /** In their order: each holds until the next. */
  readonly causes: readonly Held[];
}

export interface Sight {
  readonly closed: readonly Stretch[];
  readonly seen: Seen | null;
  readonly gap: Gap | null;
}

export const noSight: Sight = { closed: [], seen: null, gap: null };

function closedSeen({ from, last, looks, longest, complete }: Seen): Stretch {
  return { from, to: last, outcome: 'seen', cause: null, detail: null, looks, longest, complete };
}

/** The cause that held longest by `end`; of two that held as long, the host's own. */
function longestCause({ causes }: Gap, end: number): Pick<Held, 'cause' | 'detail'> {
  const lengths = new Map<BlindCause, { length: number; detail: string | null }>();
  for (const [index, { cause, detail, since }] of causes.entries()) {
    const length = (causes[index + 1]?.since ?? end) - since;
    lengths.set(cause, { length: (lengths.get(cause)?.length ?? 0) + length, detail });
  }
  let longest: { cause: BlindCause; detail: string | null; length: number } | null = null;
  for (const [cause, { length, detail }] of lengths) {
    const isLonger = !longest || length > longest.length;
    const isOwn = longest !== null && length === longest.length && own.has(cause) && !own.has(longest.cause);
    if (isLonger || isOwn) longest = { cause, detail, length };
  }
  // Nobody asked: that says nothing of who would have answered.
  return longest ?? { cause: 'not-recorded', detail: null };
}

function closedGap(gap: Gap, to: number): Stretch {
  const { cause, detail } = longestCause(gap, to);
  const { from, attempts } = gap;
  return { from, to, outcome: 'blind', cause, detail, looks: attempts, longest: to - from, complete: true };
}

function answered(sight: Sight, { at, vouched, complete }: Extract<Attempt, { kind: 'answered' }>): Sight {
  const { seen, gap, closed } = sight;
  const begun = { from: at, last: at, vouched, looks: 1, longest: 0, complete };
  if (seen && !gap?.isBroken && at - seen.last <= seen.vouched) {
    const longest = Math.max(seen.longest, at - seen.last);
    const joined = { ...seen, last: at, vouched, looks: seen.looks + 1, longest };
    if (complete === seen.complete) return { closed, seen: joined, gap: null };
    // What an answer says holds from then on: it changes nothing of what was seen before.
    return { closed: [...closed, closedSeen(joined)], seen: begun, gap: null };
  }
  const blind = gap ?? (seen && { from: seen.last, attempts: 0, isBroken: false, causes: [] });
  return {
    closed: [...closed, ...(seen ? [closedSeen(seen)] : []), ...(blind ? [closedGap(blind, at)] : [])],
    seen: begun,
    gap: null,
  };
}

/** Our sight after one more attempt. */
export function sightAfter(sight: Sight, attempt: Attempt): Sight {
  if (attempt.kind === 'answered') return answered(sight, attempt);
  const { at, cause, detail } = attempt;
  const from = sight.gap?.from ?? sight.seen?.last ?? at;
  const causes = sight.gap?.causes ?? [];
  // What is not known since the last answer is not known for the first reason that was found.
  const since = causes.length === 0 ? from : at;
  const isBroken = (sight.gap?.isBroken ?? false) || breaking.has(cause);
  const attempts = (sight.gap?.attempts ?? 0) + (attempt.kind === 'failed' ? 1 : 0);
  // A cause holds until the next: an outage of months is not a list of its attempts.
  const last = causes.at(-1);
  const isSame = last?.cause === cause && last.detail === detail;
  return {
    ...sight,
    gap: { from, attempts, isBroken, causes: isSame ? causes : [...causes, { cause, detail, since }] },
  };
}

/** Our sight of an endpoint that nobody asks any more: why nothing was known of it at last is of no matter. */
export function unread(sight: Sight): Sight {
  const { seen, gap } = sight;
  if (!seen) return sight;
  const since = seen.last;
  const causes = [{ cause: 'not-recorded', detail: null, since } as const];
  return { ...sight, gap: { from: since, attempts: 0, isBroken: false, ...gap, causes } };
}

/** All stretches as they stand at a time: the last one is open. */
export function stretchesAt({ closed, seen, gap }: Sight, now: number): readonly Stretch[] {
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
  const isPending = seen !== null && !gap?.isBroken && now - seen.last < seen.vouched;
  const told = isPending ? null : longestCause(gap ?? { from, attempts: 0, isBroken: false, causes: [] }, now);
  const last: Stretch = {
    ...open,
    from,
    cause: told?.cause ?? 'pending',
    detail: told?.detail ?? null,
    looks: gap?.attempts ?? 0,
  };
  return [before, ...closed, ...(seen ? [closedSeen(seen)] : []), last];
}

/** Whether it is the time before the first look, in which there was nothing to hide from. */
export function isBeforeAll({ cause, longest, to }: Stretch): boolean {
  return cause === 'not-recorded' && longest === null && to !== null;
}

/** Times without a gap; looks that stand alone are times of no length. */
export function seenTimes(
  stretches: readonly Stretch[],
): readonly { readonly from: number; readonly to: number }[] {
  const times: { from: number; to: number }[] = [];
  for (const { from, to, outcome } of stretches) {
    const last = times.at(-1);
    if (outcome === 'blind' || to === null) continue;
    if (last?.to === from) last.to = to;
    else times.push({ from, to });
  }
  return times;
}
