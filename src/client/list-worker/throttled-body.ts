/** A long answer that replaces one on the screen is taken in slowly enough for those who scroll and type meanwhile. */

import type { RequestLimits } from '#contract/host.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { vouchedUntil } from '#domain/answer/freshness.ts';
import type { LargeBody } from '../body.ts';

/** Bytes passed on without throttling. */
const unfelt = 4 * 1024 * 1024;
/** Bytes in a millisecond: what is slower is felt no less. */
const slowest = 60_000;
/** Milliseconds for making the new rows ready while the ones before still vouch. */
const reserve = 3_000;
/** Share of the total timeout that throttling may use. */
const mostOfLimit = 1 / 4;
const tick = 4;

export interface Replacement {
  /** What is on the screen meanwhile. */
  readonly replaced: Answer<unknown>;
  /** Whether somebody may look at it. */
  readonly isShown: () => boolean;
  readonly limits: RequestLimits;
  readonly now: () => number;
}

/** Milliseconds over which it is spread. */
function timeFor({ replaced, limits }: Replacement, began: number): number {
  const dueAt = replaced.receivedAt + replaced.lifetime.milliseconds;
  // Requested before it was due: a reader waits, do not throttle.
  if (began < dueAt) return 0;
  return Math.min(
    replaced.bytes / slowest,
    limits.totalMilliseconds * mostOfLimit,
    vouchedUntil(replaced) - reserve - began,
  );
}

/** The same body, whose parts are asked for over a time for which the answer before it can be vouched for. */
export function throttled<T>(body: LargeBody<T>, replacement: Replacement): LargeBody<T> {
  const { replaced, isShown, now } = replacement;
  const began = now();
  const time = timeFor(replacement, began);
  let bytes = 0;
  let pausedMilliseconds = 0;
  const isEarly = () =>
    bytes > unfelt && isShown() && now() - began < Math.min(bytes / replaced.bytes, 1) * time;
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
