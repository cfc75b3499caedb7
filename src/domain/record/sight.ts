/**
 * When anything is known of an endpoint, from the attempts that were made at it (history-api.md, part 2). Times are epoch
 * milliseconds. Pure.
 */

/** Why nothing is known of a time. */
export type BlindCause =
  | 'host-stopped'
  | 'asleep'
  | 'clock-stepped'
  | 'unreachable'
  | 'denied'
  | 'failing'
  | 'list-incomplete'
  | 'disk-full'
  | 'not-recorded'
  | 'not-offered'
  | 'pending';

/** Causes that are the host's own: of two that held as long, such a one is told. */
const own: ReadonlySet<BlindCause> = new Set(['host-stopped', 'asleep', 'clock-stepped', 'disk-full']);

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

/** A stretch of time in which one thing holds of our sight. Together they tile all time. */
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
  /** Whether every answer in it was whole. */
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
  // Attempts that neither ended nor failed: nothing was heard.
  return longest ?? { cause: 'unreachable', detail: null };
}

function closedGap(gap: Gap, to: number): Stretch {
  const { cause, detail } = longestCause(gap, to);
  const { from, attempts } = gap;
  return { from, to, outcome: 'blind', cause, detail, looks: attempts, longest: to - from, complete: true };
}

function answered(sight: Sight, { at, vouched, complete }: Extract<Attempt, { kind: 'answered' }>): Sight {
  const { seen, gap, closed } = sight;
  if (seen && !gap?.isBroken && at - seen.last <= seen.vouched) {
    const longest = Math.max(seen.longest, at - seen.last);
    const joined = { ...seen, last: at, vouched, looks: seen.looks + 1, longest };
    return { closed, seen: { ...joined, complete: seen.complete && complete }, gap: null };
  }
  const blind = gap ?? (seen && { from: seen.last, attempts: 0, isBroken: false, causes: [] });
  return {
    closed: [...closed, ...(seen ? [closedSeen(seen)] : []), ...(blind ? [closedGap(blind, at)] : [])],
    seen: { from: at, last: at, vouched, looks: 1, longest: 0, complete },
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
  const isBroken = (sight.gap?.isBroken ?? false) || attempt.kind === 'interrupted';
  const attempts = (sight.gap?.attempts ?? 0) + (attempt.kind === 'failed' ? 1 : 0);
  return { ...sight, gap: { from, attempts, isBroken, causes: [...causes, { cause, detail, since }] } };
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
