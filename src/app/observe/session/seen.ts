/**
 * Holds the session logs of all deployments. Components that use them may load before the code that fills
 * them (store.ts).
 */

import { useStore } from '#app/ui/host.ts';
import { now } from '#app/ui/time/clock.ts';
import type { SessionLog } from './session-log.ts';

export function emptyLog(since: number): SessionLog {
  return {
    since,
    overall: [],
    changes: [],
    forgotten: new Map(),
    lists: new Map(),
    words: new Set(),
    contradictions: new Map(),
    confirmed: new Map(),
    volumes: [],
    summed: [],
    latencies: new Map(),
  };
}

/** Session logs by slug. Each change creates a new map. */
let records: ReadonlyMap<string, SessionLog> = new Map();
const listeners = new Set<() => void>();
export const openedAt = now();

export function updateSession(slug: string, change: (record: SessionLog) => SessionLog): void {
  const before = records.get(slug) ?? emptyLog(openedAt);
  const after = change(before);
  if (after === before) return;
  records = new Map(records).set(slug, after);
  for (const listener of listeners) listener();
}

const emptySession = emptyLog(openedAt);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useSession(slug: string): SessionLog {
  return useStore(subscribe, () => records.get(slug) ?? emptySession);
}

export function useSessions(): ReadonlyMap<string, SessionLog> {
  return useStore(subscribe, () => records);
}

/** Whether any response of any deployment has been read since the page opened. */
export function isAnyRead(): boolean {
  return [...records.values()].some(({ lists: subjects }) => subjects.size > 0);
}
