import { keepsHistory } from '#app/delivered/config.ts';
import { partOf } from '#app/ui/loading/part.ts';

/** The frame of pages of the past, which no page of the present loads before it is idle. */
export const pastFrame = partOf(() => import('./PastFrame.tsx'));

/**
 * Whether an address asks for a past moment, or for a comparison with one. The frame of the past decides whether the
 * moment is valid.
 */
export function isPastRequested(search: string): boolean {
  return keepsHistory && /[?&]a(?:t|gainst)=/.test(search);
}
