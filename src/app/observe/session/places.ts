/** Names of regions and their numbers of nodes at the last poll, for sentences about changes. */

import type { PlacesNow } from '#domain/history/changes/recorded-changes.ts';
import { type LastList, lastListOf, type SessionLog } from './session-log.ts';

export interface Places {
  /** Name of each region, by region code. */
  readonly names: ReadonlyMap<string, string>;
  /** Number of listed nodes in each region, by region code; `null` if the list of nodes is incomplete. */
  readonly nodes: ReadonlyMap<string, number> | null;
}

function nodesByRegion({ subjects }: LastList): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { region } of subjects.values())
    if (typeof region === 'string') counts.set(region, (counts.get(region) ?? 0) + 1);
  return counts;
}

export function placesIn(subjects: SessionLog['lists']): Places {
  const [regions, nodes] = [lastListOf({ lists: subjects }, 'region'), lastListOf({ lists: subjects }, 'node')];
  return {
    names: new Map([...(regions?.subjects ?? [])].map(([code, { name }]) => [code, name])),
    nodes: nodes?.complete ? nodesByRegion(nodes) : null,
  };
}

/**
 * Returns the names of regions and the region of each node at the last poll, for changes from the history
 * record.
 */
export function placesNow(session: Pick<SessionLog, 'lists'>): PlacesNow {
  const nodes = lastListOf(session, 'node')?.subjects ?? [];
  return {
    names: placesIn(session.lists).names,
    regions: new Map([...nodes].flatMap(([id, { region }]) => (region ? [[id, region] as const] : []))),
  };
}
