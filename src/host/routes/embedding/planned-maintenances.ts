/** Makes the `scheduled_maintenances` of `summary.json` from the planned work of the configuration. */

import { createHash } from 'node:crypto';
import type { PlannedSettings } from '#host/configuration/settings.ts';
import { plannedWorkOf, workIn } from '#host/history/reports/month/planned-work.ts';

/** Milliseconds before its start at which planned work is listed. */
const listedBefore = 7 * 24 * 60 * 60_000;
const most = 20;

/**
 * Lists planned work that takes place now or within 7 days, the earliest first. Work of several deployments
 * is listed once.
 * @param now - epoch milliseconds.
 */
export function plannedMaintenances(
  planned: readonly PlannedSettings[],
  slugs: readonly string[],
  pageId: string,
  now: number,
) {
  const own = planned.filter((each) => slugs.some((slug) => plannedWorkOf([each], slug).length > 0));
  return workIn(own, { from: now, to: now + listedBefore })
    .slice(0, most)
    .map(({ title, from, to }) => {
      const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
      return {
        id: createHash('sha256').update(`${title}\u0000${start}\u0000${end}`).digest('hex').slice(0, 12),
        name: title,
        status: from > now ? 'scheduled' : 'in_progress',
        impact: 'maintenance',
        created_at: null,
        updated_at: null,
        started_at: start,
        monitoring_at: null,
        resolved_at: null,
        scheduled_for: start,
        scheduled_until: end,
        page_id: pageId,
        incident_updates: [],
        components: [],
      };
    });
}
