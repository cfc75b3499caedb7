/** Which endpoints, components, regions and nodes a deployment had when last seen: names and times, no states (docs/understand/absence.md). */

import type { EndpointPath } from '#contract/endpoints.ts';
import { cut } from '../text/cut.ts';

/** What is remembered of one name. The latest word on it wins, whichever tab it comes from. */
export interface Entry {
  /** For the screen. */
  readonly name: string;
  readonly lastSeen: number;
  /** When a complete listing without it was first read; `null` while it is listed. */
  readonly missingSince: number | null;
  readonly acknowledged: boolean;
  /** When this was last learnt: seen, missed, acknowledged or taken back. */
  readonly changedAt: number;
}

/** Identity, which for components is name and occurrence, → what is remembered. */
export type Entries = ReadonlyMap<string, Entry>;

/** What is remembered of one endpoint: itself, and the names it listed. */
export interface ListRoster {
  readonly endpoint: Entry;
  readonly entries: Entries;
}

export type Roster = ReadonlyMap<EndpointPath, ListRoster>;

/** What an answer lists: identity → name for the screen. */
export type Names = ReadonlyMap<string, string>;

/** A missing name is a problem until acknowledged, or this long, milliseconds (docs/understand/absence.md). */
export const vanishedFor = 24 * 60 * 60_000;

/** Longer names are not remembered: cut ones could be taken for each other. */
export const longestName = 200;
/** Names remembered of one list; the ones not seen for longest go first. */
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

/** An endpoint answered: it is there, whatever it lists. */
export function sawEndpoint(roster: Roster, path: EndpointPath, at: number): Roster {
  const known = roster.get(path);
  const endpoint = seenEntry(path, at);
  return new Map(roster).set(path, { endpoint, entries: known?.entries ?? new Map() });
}

/**
 * An endpoint listed these names. Only where the listing is `complete` does a known name that it lacks count as missing:
 * of a cut list it may only have fallen off the end.
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

/** An endpoint that had answered says that it is not there. */
export function missedEndpoint(roster: Roster, path: EndpointPath, at: number): Roster {
  const known = roster.get(path);
  if (!known) return roster;
  const rest = new Map(roster);
  const endpoint = missingEntry(known.endpoint, at);
  if (isOver(endpoint, at)) rest.delete(path);
  else rest.set(path, { ...known, endpoint });
  return rest;
}

/** Acknowledges a missing name, or takes that back. */
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
  // What is decided here is newer than what it decides on, whatever the clocks of two tabs say.
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

/** What two tabs know together: of each name what was learnt last. What is over at `now` is forgotten. */
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

/** The endpoints that had answered and say that they are not there. */
export function missingEndpoints(roster: Roster, now: number): readonly Missing[] {
  return [...roster]
    .map(([path, { endpoint }]) => [path, endpoint] as const)
    .filter(([, entry]) => entry.missingSince !== null && !isOver(entry, now))
    .map(asMissing);
}

/** The names an endpoint no longer lists, the latest seen first; 24 h after it was noticed an absence is none any more. */
export function missingOf(list: ListRoster | undefined, now: number): readonly Missing[] {
  return [...(list?.entries ?? [])]
    .filter(([, entry]) => entry.missingSince !== null && !isOver(entry, now))
    .map(asMissing)
    .toSorted((a, b) => b.lastSeen - a.lastSeen);
}
