/**
 * The roster: names of a deployment's endpoints, components, regions and nodes, and when each was last seen
 * (docs/understand/absence.md).
 */

import type { EndpointPath } from '#contract/endpoints.ts';
import { cut } from '../text/cut.ts';

/** A remembered name. If several tabs store the same name, the newest entry wins. */
export interface Entry {
  readonly name: string;
  readonly lastSeen: number;
  /**
   * When a complete list without the name was first received, in epoch milliseconds; `null` while it is
   * listed.
   */
  readonly missingSince: number | null;
  readonly acknowledged: boolean;
  /**
   * When the entry last changed: seen, missed, acknowledged or acknowledgement revoked. Epoch milliseconds.
   */
  readonly changedAt: number;
}

/** Roster entries by id. The id of a component is its name and occurrence. */
export type Entries = ReadonlyMap<string, Entry>;

export interface ListRoster {
  readonly endpoint: Entry;
  readonly entries: Entries;
}

export type Roster = ReadonlyMap<EndpointPath, ListRoster>;

/** Names as shown on screen, by id, from one response. */
export type Names = ReadonlyMap<string, string>;

/**
 * Milliseconds for which a missing name is shown as a problem, unless acknowledged
 * (docs/understand/absence.md).
 */
export const vanishedFor = 24 * 60 * 60_000;

/**
 * Maximum length of an id in the roster. Longer ids are not stored: cut ones could be mistaken for each
 * other.
 */
export const longestName = 200;
/** Maximum number of names stored for one list. Names that were not seen for longest are dropped first. */
export const mostNames = 10_000;

function seenEntry(name: string, at: number): Entry {
  return { name, lastSeen: at, missingSince: null, acknowledged: false, changedAt: at };
}

function missingEntry(entry: Entry, at: number): Entry {
  return entry.missingSince === null ? { ...entry, missingSince: at, changedAt: at } : entry;
}

function isOver(entry: Entry, now: number): boolean {
  return entry.missingSince !== null && now - entry.missingSince >= vanishedFor;
}

function bounded(entries: ReadonlyMap<string, Entry>): Entries {
  if (entries.size <= mostNames) return entries;
  return new Map([...entries].toSorted(([, a], [, b]) => b.lastSeen - a.lastSeen).slice(0, mostNames));
}

export function sawEndpoint(roster: Roster, path: EndpointPath, at: number): Roster {
  const known = roster.get(path);
  const endpoint = seenEntry(path, at);
  return new Map(roster).set(path, { endpoint, entries: known?.entries ?? new Map() });
}

/**
 * Records the names in a response. Known names that it lacks count as missing only if the list is `complete`:
 * a truncated list may have cut them off.
 */
export function sawNames(
  roster: Roster,
  path: EndpointPath,
  names: Names,
  at: number,
  complete: boolean,
): Roster {
  const known = roster.get(path);
  const entries = new Map<string, Entry>();
  for (const [id, entry] of known?.entries ?? []) {
    if (names.has(id)) continue;
    const next = complete ? missingEntry(entry, at) : entry;
    if (!isOver(next, at)) entries.set(id, next);
  }
  for (const [id, name] of names)
    if (id !== '' && id.length <= longestName) entries.set(id, seenEntry(cut(name, longestName), at));
  return new Map(roster).set(path, { endpoint: seenEntry(path, at), entries: bounded(entries) });
}

export function missedEndpoint(roster: Roster, path: EndpointPath, at: number): Roster {
  const known = roster.get(path);
  if (!known) return roster;
  const rest = new Map(roster);
  const endpoint = missingEntry(known.endpoint, at);
  if (isOver(endpoint, at)) rest.delete(path);
  else rest.set(path, { ...known, endpoint });
  return rest;
}

export function acknowledge(
  roster: Roster,
  path: EndpointPath | undefined,
  id: string,
  acknowledged: boolean,
  at: number,
): Roster {
  const known = path && roster.get(path);
  const entry = id === path ? known?.endpoint : known?.entries.get(id);
  if (!path || !known || !entry || entry.missingSince === null) return roster;
  // The decision must be newer than the entry, even if the clocks of two tabs differ.
  const next = { ...entry, acknowledged, changedAt: Math.max(at, entry.changedAt + 1) };
  return new Map(roster).set(
    path,
    id === path ? { ...known, endpoint: next } : { ...known, entries: new Map(known.entries).set(id, next) },
  );
}

function newer(a: Entry | undefined, b: Entry): Entry {
  if (!a) return b;
  const latest = b.changedAt > a.changedAt ? b : a;
  return { ...latest, lastSeen: Math.max(a.lastSeen, b.lastSeen) };
}

function mergedLists(a: ListRoster, b: ListRoster): ListRoster {
  const endpoint = newer(a.endpoint, b.endpoint);
  const entries = new Map(a.entries);
  for (const [id, entry] of b.entries) entries.set(id, newer(entries.get(id), entry));
  return { endpoint, entries: bounded(entries) };
}

/**
 * Merges the rosters of two tabs: the newest entry of each name wins. Names that have been missing for 24 h
 * at `now` are dropped.
 */
export function merge(a: Roster, b: Roster, now: number): Roster {
  const merged = new Map(a);
  for (const [path, list] of b) {
    const other = merged.get(path);
    merged.set(path, other ? mergedLists(other, list) : list);
  }
  for (const [path, list] of merged) {
    if (isOver(list.endpoint, now)) merged.delete(path);
    else if ([...list.entries.values()].some((entry) => isOver(entry, now)))
      merged.set(path, {
        ...list,
        entries: new Map([...list.entries].filter(([, entry]) => !isOver(entry, now))),
      });
  }
  return merged;
}

export interface Missing {
  readonly id: string;
  readonly name: string;
  readonly lastSeen: number;
  readonly acknowledged: boolean;
}

function asMissing([id, { name, lastSeen, acknowledged }]: readonly [string, Entry]): Missing {
  return { id, name, lastSeen, acknowledged };
}

export function missingEndpoints(roster: Roster, now: number): readonly Missing[] {
  return [...roster]
    .map(([path, { endpoint }]) => [path, endpoint] as const)
    .filter(([, entry]) => entry.missingSince !== null && !isOver(entry, now))
    .map(asMissing);
}

/**
 * Returns the names that an endpoint no longer lists, latest seen first. A name is left out from 24 h after
 * it was first missed.
 */
export function missingOf(list: ListRoster | undefined, now: number): readonly Missing[] {
  return [...(list?.entries ?? [])]
    .filter(([, entry]) => entry.missingSince !== null && !isOver(entry, now))
    .map(asMissing)
    .toSorted((a, b) => b.lastSeen - a.lastSeen);
}
