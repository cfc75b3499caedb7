import { columnsMediaType } from '../contract/host.ts';

/** What every request of ours is made with, beside its address. */
export const plainRequest = {
  method: 'GET',
  headers: { accept: 'application/json' },
  // No stored copy of the browser may pass for news, and no other origin for this deployment.
  cache: 'no-store',
  redirect: 'manual',
  credentials: 'same-origin',
} as const;

/** Of a long list the host has something better than JSON (contract/host.ts). */
export const columnsRequest = {
  ...plainRequest,
  headers: { accept: `${columnsMediaType}, ${plainRequest.headers.accept}` },
} as const;
