/** Computes the request limits of the host's clients: pages, and the observer. */

import type { RequestLimits } from '#contract/host.ts';

/** Extra milliseconds for the network between page and host. */
const allowance = 1_000;

/**
 * Returns limits that are longer than the host's own. A page that gave up as early as the host would never
 * see the reason of a failure.
 */
export function pageLimits({ totalMilliseconds, maximumBodyBytes }: RequestLimits): RequestLimits {
  const headersMilliseconds = totalMilliseconds + allowance;
  return { headersMilliseconds, totalMilliseconds: headersMilliseconds + totalMilliseconds, maximumBodyBytes };
}
