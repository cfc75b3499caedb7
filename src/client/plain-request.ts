import { problemMediaType } from '#contract/problem.ts';

export const plainRequest = {
  method: 'GET',
  headers: { accept: `application/json, ${problemMediaType}` },
  // A stored copy of the browser must not pass as a new response, nor another origin's response as the deployment's.
  cache: 'no-store',
  redirect: 'manual',
  credentials: 'same-origin',
} as const;

/**
 * Request options of a client that already has a response. It prefers a problem document, which states the
 * cause of a failure, to the host's last good response.
 */
export const repeatedRequest = {
  ...plainRequest,
  headers: { accept: `application/json;q=0.9, ${problemMediaType}` },
} as const;
