/** Converts the recorded states of a deployment into the past that its observer starts from. Pure. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { type Entry, type ListRoster, longestName, type Roster, vanishedFor } from '#domain/roster/roster.ts';
import { type Severity, severityRank } from '#domain/severity/severity.ts';
import { componentKey } from '#domain/verdict/component-key.ts';
import type { PastPart, RecordedPast } from '#host/history/reading.ts';
import type { DebouncedPart } from '../messages.ts';
import type { Part, SeenParts } from './parts.ts';

export type PastState = Part & Pick<DebouncedPart, 'since' | 'notBefore'>;

/** The recorded past of a deployment. Times are epoch milliseconds of the observer's clock. */
export interface ObserverPast {
  readonly parts: readonly PastState[];
  readonly reads: SeenParts['reads'];
  /** Components that were listed at the last recorded poll, or disappeared in the 24 hours before it. */
  readonly roster: Roster;
}

/** Returns the identity of a component, which separates components of the same name. */
function componentId({ key, occurrence }: PastPart): string {
  return occurrence === 1 ? key : `${key}\u0000${occurrence}`;
}

function stateOf(part: PastPart): PastState {
  const { kind, key, severity, since, notBefore } = part;
  const isComponent = kind === 'component';
  return {
    kind,
    key: isComponent ? componentKey(componentId(part)) : key,
    name: key,
    word: part.word,
    severity,
    detail: '',
    sources: [isComponent ? 'status' : 'region'],
    since,
    notBefore,
  };
}

/**
 * Returns the rank of a severity: the worse, the higher. The lowest rank is that of a row that is no longer
 * listed.
 */
function rankOf(severity: Severity): number {
  return severity === 'vanished' ? -1 : severityRank[severity];
}

/** Returns one state per part: of rows with the same code, the one that alerts name. */
function onePerKey(parts: readonly PastPart[]): readonly PastState[] {
  const leading = new Map<string, PastState>();
  for (const state of parts.map(stateOf)) {
    const key = `${state.kind} ${state.key}`;
    const known = leading.get(key);
    if (!known || rankOf(state.severity) > rankOf(known.severity)) leading.set(key, state);
  }
  return [...leading.values()];
}

function rosterOf(parts: readonly PastPart[], readAt: number | undefined): Roster {
  const lists = new Map<EndpointPath, Map<string, Entry>>();
  for (const part of parts) {
    const { kind, key, path, word, since, notBefore } = part;
    if (kind !== 'component' || path === null || key === '' || key.length > longestName) continue;
    const entries = lists.get(path) ?? new Map<string, Entry>();
    lists.set(path, entries);
    const lastSeen = word === null ? (notBefore ?? since) : (readAt ?? since);
    const missingSince = word === null ? since : null;
    const changedAt = missingSince ?? lastSeen;
    entries.set(componentId(part), { name: key, lastSeen, missingSince, acknowledged: false, changedAt });
  }
  const roster = new Map<EndpointPath, ListRoster>();
  for (const [path, entries] of lists) {
    const at = Math.max(...[...entries.values()].map(({ changedAt }) => changedAt));
    const endpoint = { name: path, lastSeen: at, missingSince: null, acknowledged: false, changedAt: at };
    roster.set(path, { endpoint, entries });
  }
  return roster;
}

/**
 * Converts the recorded past of a deployment.
 * @param toSteady - converts epoch milliseconds to the observer's clock.
 */
export function observerPast(
  { slug, verdict, parts, reads }: RecordedPast,
  now: number,
  toSteady: (wall: number) => number,
): ObserverPast {
  const steadyOrNull = (wall: number | null) => (wall === null ? null : toSteady(wall));
  const onSteadyClock = <T extends Pick<DebouncedPart, 'since' | 'notBefore'>>(part: T): T => ({
    ...part,
    since: toSteady(part.since),
    notBefore: steadyOrNull(part.notBefore),
  });
  const known = parts
    .map(onSteadyClock)
    .filter(({ word, since }) => word !== null || now - since < vanishedFor);
  const own = verdict && onSteadyClock(verdict);
  const readsNow = Object.entries(reads).map(([source, { sentAt, at }]) => {
    return [source, { sentAt: toSteady(sentAt), at: toSteady(at) }] as const;
  });
  const deployment: readonly PastState[] = own
    ? [{ kind: 'deployment', key: slug, name: slug, word: null, detail: '', sources: ['status'], ...own }]
    : [];
  return {
    parts: [...deployment, ...onePerKey(known)],
    reads: Object.fromEntries(readsNow),
    roster: rosterOf(known, reads.status && toSteady(reads.status.at)),
  };
}
