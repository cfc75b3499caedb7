/** Selects the changes of all deployments for the overview. Pure. */

import type { Deployment } from '#contract/host.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { recentGroups } from '#domain/memory/recent-groups.ts';

export interface RecentChange {
  readonly group: ChangeGroup;
  /** Deployments with the same change within a minute, in configured order; at least one. */
  readonly deployments: readonly Deployment[];
}

/** Milliseconds. */
const together = 60_000;

/** Whether a change of the overall status only repeats a change of a part at that time. */
function isRepeated({ lead, at, severity }: ChangeGroup, groups: readonly ChangeGroup[]): boolean {
  return (
    lead.subject === 'status' &&
    groups.some(
      (other) =>
        other.lead.subject !== 'status' && other.severity === severity && Math.abs(other.at - at) <= together,
    )
  );
}

function samenessOf({ lead, members }: ChangeGroup): string {
  return JSON.stringify([lead.kind, lead.subject, lead.id, lead.from, lead.to, members.length]);
}

/**
 * The newest changes, newest first. A change of several deployments is listed once. The overall status is
 * listed only if no part has the same change.
 * @param now - epoch milliseconds.
 */
export function recentChanges(
  changed: readonly { readonly deployment: Deployment; readonly groups: readonly ChangeGroup[] }[],
  room: number,
  now: number,
): readonly RecentChange[] {
  const all = changed
    .flatMap(({ deployment, groups }) =>
      groups.filter((group) => !isRepeated(group, groups)).map((group) => ({ deployment, group })),
    )
    .toSorted((a, b) => b.group.at - a.group.at);
  const shown = new Map<ChangeGroup, Deployment[]>();
  const leads = new Map<string, ChangeGroup>();
  for (const { deployment, group } of all) {
    const key = samenessOf(group);
    const lead = leads.get(key);
    const sharing = lead && lead.at - group.at <= together ? shown.get(lead) : undefined;
    if (sharing && !sharing.includes(deployment)) sharing.push(deployment);
    else {
      leads.set(key, group);
      shown.set(group, [deployment]);
    }
  }
  const order = new Map(changed.map(({ deployment }, index) => [deployment, index]));
  return recentGroups([...shown.keys()], room, now).map((group) => ({
    group,
    deployments: (shown.get(group) ?? []).toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
  }));
}
