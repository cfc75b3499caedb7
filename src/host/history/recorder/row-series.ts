/** Series of a row's own value: `events/evt_1`. */

import type { ListResource } from '#contract/resources.ts';

export const rowSeries: Partial<Record<ListResource, string>> = { event: 'events', application: 'last-used' };

/** Whether a series belongs to a row, not to a sum. */
export function isOfRow(name: string): boolean {
  return Object.values(rowSeries).some((first) => name.startsWith(`${first}/`));
}
