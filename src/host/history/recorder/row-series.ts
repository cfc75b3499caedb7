/** The series of a row's own number: `events/evt_1`. */

import type { ListResource } from '#contract/resources.ts';

export const rowSeries: Partial<Record<ListResource, string>> = { event: 'events', application: 'last-used' };

/** Whether a series is of a row, and not of all or of a part of them. */
export function isOfRow(name: string): boolean {
  return Object.values(rowSeries).some((first) => name.startsWith(`${first}/`));
}
