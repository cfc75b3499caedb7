/** What is on its way before the app is, for the app to take. */

import type { Received } from '#client/request.ts';
import { basePath } from './base.ts';

// Not for the app alone: what asks ahead must not wait for it.
export { declaredBytes, largeBytes, totalBytes, WorkerLost } from '#client/large-body.ts';
export { plainRequest } from '#client/plain-request.ts';
export { problemMediaType } from '#contract/failure.ts';

/** Slug and name of the page at this address; of none in the host, which draws with these modules, too. */
export const here: readonly string[] =
  typeof location === 'undefined' ? [] : location.pathname.slice(basePath.length).split('/');

/** An answer; `at` is when its head came, on the clock of `performance`. */
export type Early = Received & { readonly at: number };

/** Answers by address. */
export const early = new Map<string, (signal: AbortSignal) => Promise<Early>>();
