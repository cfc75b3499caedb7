/** The time one exchange may take, and the caller's own way out of it, as one signal. */

import type { RequestLimits } from '#contract/host.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** The first byte is here: only the time for the whole counts on. */
  begun(): void;
  /** Milliseconds of the limit that passed; `null` while none has. */
  expired(): number | null;
  /** Lets go of timers and of the caller's signal. */
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
  const leave = () => controller.abort();
  caller?.addEventListener('abort', leave, { once: true });
  if (caller?.aborted) leave();
  return {
    signal: controller.signal,
    begun: () => clearTimeout(headers),
    expired: () => expired,
    end() {
      clearTimeout(headers);
      clearTimeout(total);
      caller?.removeEventListener('abort', leave);
    },
  };
}
