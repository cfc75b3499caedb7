/** Slows the reading of a large response that replaces one on the screen, so that scrolling and typing stay smooth. */

import type { RequestLimits } from '#contract/host.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { validUntil } from '#domain/answer/freshness.ts';
import type { LargeBody } from '../body.ts';

/** Number of bytes at the beginning of a body that are read without throttling. */
const unthrottledBytes = 4 * 1024 * 1024;
/** Minimum rate of reading, in bytes per millisecond. A slower rate makes the page no smoother. */
const minimumRate = 60_000;
/** Milliseconds before the previous response expires that are reserved to prepare the new rows. */
const reserve = 3_000;
const limitShare = 1 / 4;
const tick = 4;

export interface Replacement {
  readonly replaced: Answer<unknown>;
  readonly isShown: () => boolean;
  readonly limits: RequestLimits;
  readonly now: () => number;
}

/** Returns the milliseconds over which the reading is spread; 0 or less if it is not throttled. */
function spreadTime({ replaced, limits }: Replacement, began: number): number {
  const dueAt = replaced.receivedAt + replaced.lifetime.milliseconds;
  // Requested early: a viewer waits, so do not throttle.
  if (began < dueAt) return 0;
  return Math.min(
    replaced.bytes / minimumRate,
    limits.totalMilliseconds * limitShare,
    validUntil(replaced) - reserve - began,
  );
}

/**
 * Wraps a body so that the reading of its parts is spread over time, at most over the validity period of the
 * previous response.
 */
export function throttled<T>(body: LargeBody<T>, replacement: Replacement): LargeBody<T> {
  const { replaced, isShown, now } = replacement;
  const began = now();
  const time = spreadTime(replacement, began);
  let bytes = 0;
  let pausedMilliseconds = 0;
  const isEarly = () =>
    bytes > unthrottledBytes && isShown() && now() - began < Math.min(bytes / replaced.bytes, 1) * time;
  const pause = async () => {
    const from = now();
    do {
      await new Promise((resolve) => {
        setTimeout(resolve, tick);
      });
    } while (isEarly());
    pausedMilliseconds += now() - from;
  };
  return {
    write: (part) => {
      bytes += part.byteLength;
      body.write(part);
    },
    pause: () => (isEarly() ? pause() : undefined),
    pausedMilliseconds: () => pausedMilliseconds,
    end: () => body.end(),
    cancel: () => body.cancel(),
  };
}
