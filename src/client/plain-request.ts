/** What every request of ours is made with, beside its address. */
export const plainRequest = {
  method: 'GET',
  headers: { accept: 'application/json' },
  // No stored copy of the browser may pass for news, and no other origin for this deployment.
  cache: 'no-store',
  redirect: 'manual',
  credentials: 'same-origin',
} as const;
