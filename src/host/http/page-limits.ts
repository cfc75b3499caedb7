/** What those who ask the host wait for: pages, and the observer. */

import type { RequestLimits } from '#contract/host.ts';

/** Milliseconds for the way between page and host. */
const allowance = 1_000;

/**
 * The host answers once it holds the whole, or says that it does not: a page that gave up as early as the host does
 * would never hear why.
 */
export function pageLimits({ totalMilliseconds, maximumBodyBytes }: RequestLimits): RequestLimits {
  const headersMilliseconds = totalMilliseconds + allowance;
  return { headersMilliseconds, totalMilliseconds: headersMilliseconds + totalMilliseconds, maximumBodyBytes };
}
