import type { Answer } from './answer.ts';

type Clocked = Pick<Answer<unknown>, 'receivedAt' | 'ageSeconds' | 'servedAt' | 'skew' | 'source'>;

export interface Timestamps {
  /**
   * Creation time stated by the service, in epoch milliseconds of its clock; `null` if the response states no
   * time.
   */
  readonly generated: { readonly at: number; readonly by: 'updated_at' | 'Date' } | null;
  readonly cachedSeconds: number;
  /** When the response arrived, in epoch milliseconds of our clock. */
  readonly receivedAt: number;
  /** Milliseconds by which the service's clock is ahead of ours. */
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

/**
 * Computes the milliseconds since a moment of the service's clock, corrected by the difference of the clocks.
 */
export function elapsedSince(theirs: number, skew: number, now: number): number {
  return Math.max(0, now + skew - theirs);
}
