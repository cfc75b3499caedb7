/** Finds the quiet window of webhook messages that applies now. */

import type { Muted } from '#contract/host.ts';
import { endOfWindowAt } from '#domain/windows/window.ts';
import type { MuteSettings } from '../configuration/settings.ts';

/**
 * Returns a deployment's quiet window that ends last; `null` if none applies at `now` (epoch milliseconds).
 */
export function mutedAt(mute: readonly MuteSettings[], slug: string, now: number): Muted | null {
  let last: { readonly end: number; readonly reason: string } | null = null;
  for (const { deployments, window, reason } of mute) {
    if (deployments && !deployments.includes(slug)) continue;
    const end = endOfWindowAt(window, now);
    if (end !== null && end > (last?.end ?? Number.NEGATIVE_INFINITY)) last = { end, reason };
  }
  return last && { until: new Date(last.end).toISOString(), reason: last.reason };
}
