/** Names and sizes of places at the last reading, for sentences about changes. */

import type { PlacesNow } from '#domain/history/changes/recorded-changes.ts';
import { type LastSight, lastSightOf, type SessionLog } from './session-log.ts';

export interface Places {
  /** Region code → name. */
  readonly names: ReadonlyMap<string, string>;
  /** Region code → number of listed nodes; `null` if the list is incomplete. */
  readonly nodes: ReadonlyMap<string, number> | null;
}

function nodesByRegion({ sights }: LastSight): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { region } of sights.values())
    if (typeof region === 'string') counts.set(region, (counts.get(region) ?? 0) + 1);
  return counts;
}

export function placesIn(sights: SessionLog['sights']): Places {
  const [regions, nodes] = [lastSightOf({ sights }, 'region'), lastSightOf({ sights }, 'node')];
  return {
    names: new Map([...(regions?.sights ?? [])].map(([code, { name }]) => [code, name])),
    nodes: nodes?.complete ? nodesByRegion(nodes) : null,
  };
}

/** Region names and the regions of nodes at the last reading, for changes from the history record. */
export function placesNow(session: Pick<SessionLog, 'sights'>): PlacesNow {
  const nodes = lastSightOf(session, 'node')?.sights ?? [];
  return {
    names: placesIn(session.sights).names,
    regions: new Map([...nodes].flatMap(([id, { region }]) => (region ? [[id, region] as const] : []))),
  };
}
