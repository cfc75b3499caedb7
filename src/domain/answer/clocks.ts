/** The three timestamps of a response: generated, cached, received. */

import type { Answer } from './answer.ts';

type Clocked = Pick<Answer<unknown>, 'receivedAt' | 'ageSeconds' | 'servedAt' | 'skew' | 'source'>;

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
