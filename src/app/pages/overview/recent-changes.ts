/** Selects the newest changes of all deployments for the overview. RecentChanges.tsx shows them. */

import type { Deployment } from '#contract/host.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { recentGroups } from '#domain/memory/recent-groups.ts';

export interface RecentChange {
  readonly group: ChangeGroup;
  /** Deployments with the same change within a minute, in configured order; at least one. */
  readonly deployments: readonly Deployment[];
}

/** Maximum milliseconds between changes that count as simultaneous. */
const together = 60_000;

/**
 * Whether a change of the overall status only repeats a simultaneous change of a component, region or node.
 */
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
 * Returns the newest changes, newest first, and whether some are left out. A change of several deployments is listed once. A change of the
 * overall status is listed only if no part changed in the same way.
 * @param now - epoch milliseconds.
 */
export function recentChanges(
  changed: readonly { readonly deployment: Deployment; readonly groups: readonly ChangeGroup[] }[],
  room: number,
  now: number,
): { readonly changes: readonly RecentChange[]; readonly isCut: boolean } {
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
  const changes = recentGroups([...shown.keys()], room, now).map((group) => ({
    group,
    deployments: (shown.get(group) ?? []).toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
  }));
  return { changes, isCut: shown.size > changes.length };
}
