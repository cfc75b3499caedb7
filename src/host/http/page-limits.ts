/** Limits of the clients of the host: pages, and the observer. */

import type { RequestLimits } from '#contract/host.ts';

/** Milliseconds for the network between page and host. */
const allowance = 1_000;

/**
 * Longer than the host's own limits: a page that gave up as early as the host would never see the reason of a failure.
 */
export function pageLimits({ totalMilliseconds, maximumBodyBytes }: RequestLimits): RequestLimits {
  const headersMilliseconds = totalMilliseconds + allowance;
  return { headersMilliseconds, totalMilliseconds: headersMilliseconds + totalMilliseconds, maximumBodyBytes };
}
