/** Combines the timeouts of one exchange and the caller's signal into one signal. */

import type { RequestLimits } from '#contract/host.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Call when the headers have arrived: ends the timeout for headers, not the total one. */
  headersArrived(): void;
  /** Duration in milliseconds of the timeout that expired; `null` if none did. */
  expired(): number | null;
  end(): void;
}

export function openDeadline(
  { headersMilliseconds, totalMilliseconds }: RequestLimits,
  caller?: AbortSignal,
): Deadline {
  const controller = new AbortController();
  let expired: number | null = null;
  const expire = (milliseconds: number) =>
    setTimeout(() => {
      expired ??= milliseconds;
      controller.abort();
    }, milliseconds);
  const headers = expire(headersMilliseconds);
  const total = expire(totalMilliseconds);
  const cancel = () => controller.abort();
  caller?.addEventListener('abort', cancel, { once: true });
  if (caller?.aborted) cancel();
  return {
    signal: controller.signal,
    headersArrived: () => clearTimeout(headers),
    expired: () => expired,
    end() {
      clearTimeout(headers);
      clearTimeout(total);
      caller?.removeEventListener('abort', cancel);
    },
  };
}
