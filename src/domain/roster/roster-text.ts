/**
 * Serialises a roster for the browser's storage, within a size limit. Stored text is validated when it is
 * read.
 */

import { type EndpointPath, isEndpointPath } from '#contract/endpoints.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import type { Entry, ListRoster, Roster } from './roster.ts';

/** Maximum size of all rosters together, in bytes (docs/understand/absence.md). */
export const mostBytes = 256 * 1024;

type Named = string | readonly [id: string, name: string];

function nameWithin(id: string): string {
  return id.split('\u0000')[0] ?? id;
}

function listToData({ endpoint, entries }: ListRoster, most: number) {
  const seen = new Map<number, Named[]>();
  const missing: unknown[] = [];
  let count = 0;
  for (const [id, entry] of entries) {
    const named: Named = entry.name === nameWithin(id) ? id : [id, entry.name];
    if (entry.missingSince !== null) {
      if (missing.length < most)
        missing.push([named, entry.lastSeen, entry.missingSince, entry.acknowledged ? 1 : 0, entry.changedAt]);
    } else if (count < most) {
      count += 1;
      const together = seen.get(entry.lastSeen);
      if (together) together.push(named);
      else seen.set(entry.lastSeen, [named]);
    }
  }
  const { lastSeen, missingSince, acknowledged, changedAt } = endpoint;
  return {
    endpoint: [lastSeen, missingSince, acknowledged ? 1 : 0, changedAt],
    // Names from one list response have the same time, so each time is stored once.
    seen: [...seen],
    missing,
  };
}

/** Writes a roster as text of at most `bytes`. If it does not fit, long lists are shortened. */
export function rosterToText(roster: Roster, of: string, bytes: number): string {
  for (let most = 8192; ; most = Math.floor(most / 2)) {
    const lists = Object.fromEntries([...roster].map(([path, list]) => [path, listToData(list, most)]));
    const text = JSON.stringify({ of, lists });
    if (new TextEncoder().encode(text).byteLength <= bytes || most === 0) return text;
  }
}

/**
 * Reads a stored time and limits it to `now`. After a clock was set back, a future time would report names as
 * missing forever.
 */
function timeOf(value: unknown, now: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.min(value, now) : null;
}

function namedOf(value: unknown): readonly [string, string] | null {
  if (typeof value === 'string') return value === '' ? null : [value, nameWithin(value)];
  if (!Array.isArray(value)) return null;
  const [id, name]: readonly unknown[] = value;
  return typeof id === 'string' && id !== '' && typeof name === 'string' ? [id, name] : null;
}

function entryOf(name: string, times: readonly unknown[], now: number): Entry | null {
  const [seen, missing, acknowledged, changed] = times;
  const lastSeen = timeOf(seen, now);
  if (lastSeen === null) return null;
  return {
    name,
    lastSeen,
    missingSince: timeOf(missing, now),
    acknowledged: acknowledged === 1,
    changedAt: timeOf(changed, now) ?? lastSeen,
  };
}

function members(value: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(value) ? value.filter((each): each is unknown[] => Array.isArray(each)) : [];
}

function listOf(path: EndpointPath, value: unknown, now: number): ListRoster | null {
  if (!isPlainObject(value) || !Array.isArray(value['endpoint'])) return null;
  const endpoint = entryOf(path, value['endpoint'], now);
  if (endpoint === null) return null;
  const entries = new Map<string, Entry>();
  for (const [at, names] of members(value['seen']))
    for (const each of Array.isArray(names) ? names : []) {
      const named = namedOf(each);
      const entry = named && entryOf(named[1], [at], now);
      if (entry) entries.set(named[0], entry);
    }
  for (const [each, ...times] of members(value['missing'])) {
    const named = namedOf(each);
    const entry = named && entryOf(named[1], times, now);
    if (entry && entry.missingSince !== null) entries.set(named[0], entry);
  }
  return { endpoint, entries };
}

/** Reads a roster from stored text. It is empty if the text is invalid or belongs to another base URL. */
export function rosterFromText(text: string | null, of: string, now: number): Roster {
  let data: unknown;
  try {
    data = JSON.parse(text ?? '');
  } catch {
    return new Map();
  }
  if (!isPlainObject(data) || data['of'] !== of || !isPlainObject(data['lists'])) return new Map();
  const lists = new Map<EndpointPath, ListRoster>();
  for (const [path, value] of Object.entries(data['lists'])) {
    const list = isEndpointPath(path) ? listOf(path, value, now) : null;
    if (isEndpointPath(path) && list) lists.set(path, list);
  }
  return lists;
}
