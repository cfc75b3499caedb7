/** The three timestamps of a response: generated, cached, received. */

import type { Answer } from './answer.ts';

type Clocked = Pick<Answer<unknown>, 'receivedAt' | 'ageSeconds' | 'servedAt' | 'skew' | 'source'>;

const second = 1_000;
/** Differences up to this are network and rounding, milliseconds. */
const tolerance = 5 * second;

/**
 * How far the server's clock is ahead of ours by its `Date`, milliseconds; 0 where they agree within 5 s or it sent
 * none. Its answer was made between our question and its arrival, and `Date` counts whole seconds.
 */
export function skewOf({
  servedAt,
  ageSeconds,
  receivedAt,
  latencyMilliseconds,
}: Pick<Answer<unknown>, 'receivedAt' | 'ageSeconds' | 'servedAt' | 'latencyMilliseconds'>): number {
  if (servedAt === null) return 0;
  const made = servedAt + ageSeconds * second;
  const asked = receivedAt - (latencyMilliseconds ?? 0);
  // `Date` and `Age` are both cut to whole seconds.
  const ahead = made > receivedAt ? made - receivedAt : Math.min(0, made + 2 * second - asked);
  return Math.abs(ahead) > tolerance ? ahead : 0;
}

export interface Timestamps {
  /** By the service's own clock, as sent, epoch milliseconds; `null` where it says nothing. */
  readonly generated: { readonly at: number; readonly by: 'updated_at' | 'Date' } | null;
  readonly cachedSeconds: number;
  /** By our clock. */
  readonly receivedAt: number;
  /** Milliseconds that the service's clock is ahead of ours. */
  readonly skew: number;
}

export function clocksOf(answer: Clocked): Timestamps {
  const { source, servedAt, ageSeconds, receivedAt, skew } = answer;
  const stated = source?.time ?? null;
  const generated =
    stated === null
      ? servedAt === null
        ? null
        : ({ at: servedAt, by: 'Date' } as const)
      : ({ at: stated, by: 'updated_at' } as const);
  return { generated, cachedSeconds: ageSeconds, receivedAt, skew };
}

/** Milliseconds from a moment of the service's clock until `now` of ours, corrected for what they differ by. */
export function elapsedSince(theirs: number, skew: number, now: number): number {
  return Math.max(0, now + skew - theirs);
}
