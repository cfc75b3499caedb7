import { problemMediaType } from '#contract/failure.ts';

/** What every request of ours is made with, beside its address. */
export const plainRequest = {
  method: 'GET',
  headers: { accept: `application/json, ${problemMediaType}` },
  // No stored copy of the browser may pass for news, and no other origin for this deployment.
  cache: 'no-store',
  redirect: 'manual',
  credentials: 'same-origin',
} as const;
