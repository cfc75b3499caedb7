import { problemMediaType } from '#contract/problem.ts';

/** What every request of ours is made with, beside its address. */
export const plainRequest = {
  method: 'GET',
  headers: { accept: `application/json, ${problemMediaType}` },
  // No stored copy of the browser may pass for news, and no other origin for this deployment.
  cache: 'no-store',
  redirect: 'manual',
  credentials: 'same-origin',
} as const;

/** The same of one who has an earlier answer: hearing why there is no newer one is worth more than another's last good one. */
export const repeatedRequest = {
  ...plainRequest,
  headers: { accept: `application/json;q=0.9, ${problemMediaType}` },
} as const;
