/** In its own file because charts need it, and only pages of the past the rest (why-unknown.ts). */

import type { HistoryState } from '#contract/history.ts';

/** Returns why a deployment has no history; `null` if it has one. */
export function whyNoHistory({ observe, reason, since }: HistoryState): string | null {
  if (observe === 'off') return 'This deployment is not observed (observe: off), so it has no history.';
  // A host that follows another has its history, with the same reason.
  if (reason === 'locked' && since === null) return 'Another host records the history.';
  if (reason === 'newer') return 'The history file is from a newer version of Edgewatch.';
  return since === null ? 'This deployment has no history yet.' : null;
}
