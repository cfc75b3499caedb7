/** Makes `summary.json`: the present state in the form of Statuspage's API, version 2 (docs/use/embedding.md). */

import { createHash } from 'node:crypto';
import type { Severity } from '#domain/severity/severity.ts';
import type { CurrentComponent, CurrentState } from '#host/observe/messages.ts';
import type { plannedMaintenances } from './planned-maintenances.ts';
import { worstState } from './states.ts';

type Indicator = 'none' | 'minor' | 'major' | 'critical';

type ComponentStatus =
  | 'operational'
  | 'under_maintenance'
  | 'degraded_performance'
  | 'partial_outage'
  | 'major_outage';

/** The form has no word for "not known". Such a state is never `none` or `operational`. */
const statuses: Readonly<Record<Severity, readonly [Indicator, ComponentStatus]>> = {
  ok: ['none', 'operational'],
  assumed: ['none', 'operational'],
  notice: ['none', 'under_maintenance'],
  degraded: ['minor', 'degraded_performance'],
  unknown: ['minor', 'degraded_performance'],
  vanished: ['minor', 'degraded_performance'],
  unvouched: ['minor', 'degraded_performance'],
  partial: ['major', 'partial_outage'],
  critical: ['critical', 'major_outage'],
};

interface Page {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

type Maintenances = ReturnType<typeof plannedMaintenances>;

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

type Row = Pick<CurrentComponent, 'id' | 'name' | 'severity'> & {
  readonly description: string | null;
  readonly updatedAt: string | null;
};

function componentOf({ id, name, severity, description, updatedAt }: Row, index: number, pageId: string) {
  return {
    id,
    name,
    status: statuses[severity][1],
    created_at: null,
    updated_at: updatedAt,
    position: index + 1,
    description,
    showcase: false,
    start_date: null,
    group_id: null,
    page_id: pageId,
    group: false,
    only_show_if_degraded: false,
  };
}

function summaryOf(
  page: Page,
  { severity, confirmedAt }: CurrentState,
  description: string,
  rows: readonly Row[],
  maintenances: Maintenances,
) {
  return {
    page: { ...page, time_zone: 'Etc/UTC', updated_at: timeOf(confirmedAt) },
    status: { indicator: statuses[severity][0], description },
    components: rows.map((row, index) => componentOf(row, index, page.id)),
    // Edgewatch measures states, and nobody writes incidents.
    incidents: [],
    scheduled_maintenances: maintenances,
  };
}

/** Returns a short id that is the same in every summary. A name has characters that ids do not have. */
function idOf(slug: string, component: string): string {
  return createHash('sha256').update(`${slug}\u0000${component}`).digest('hex').slice(0, 12);
}

function descriptionOf({ severity, headline }: CurrentState): string {
  return severity === 'unvouched' ? 'Not confirmed' : headline;
}

/** Makes the summary of one deployment. Its components are those of the status document. */
export function deploymentSummary(page: Page, state: CurrentState, maintenances: Maintenances) {
  const updatedAt = timeOf(state.confirmedAt);
  const rows = state.components.map(({ id, name, severity, label }) => ({
    id: idOf(state.slug, id),
    name,
    severity,
    description: severity === 'ok' ? null : severity === 'unvouched' ? 'Not confirmed' : label,
    updatedAt,
  }));
  return summaryOf(page, state, descriptionOf(state), rows, maintenances);
}

/**
 * Makes the summary of all deployments. Its components are the deployments.
 * @param names - of the deployments, in the order of `states`.
 */
export function overallSummary(
  page: Page,
  states: readonly CurrentState[],
  names: readonly string[],
  maintenances: Maintenances,
) {
  const state = worstState(states);
  const rows = states.map((each, index) => ({
    id: each.slug,
    name: names[index] ?? each.slug,
    severity: each.severity,
    description: each.severity === 'ok' ? null : descriptionOf(each),
    updatedAt: timeOf(each.confirmedAt),
  }));
  const leading = rows.find(({ id }) => id === state.slug);
  const description =
    state.severity === 'ok'
      ? 'All operational'
      : `${leading ? `${leading.name}: ` : ''}${descriptionOf(state)}`;
  return summaryOf(page, state, description, rows, maintenances);
}
