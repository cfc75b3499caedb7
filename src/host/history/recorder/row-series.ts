/** Names of series that belong to one row of a list, such as `events/evt_1`. */

import type { ListResource } from '#contract/resources.ts';

export const rowSeries: Partial<Record<ListResource, string>> = { event: 'events', application: 'last-used' };

/** Whether a series belongs to one row of a list, not to a sum. */
export function isOfRow(name: string): boolean {
  return Object.values(rowSeries).some((first) => name.startsWith(`${first}/`));
}
