/**
 * Converts recorded changes to the form of the changes that the page sees itself (domain/memory/changes.ts).
 */

import type { ChangedKind, ChangeEntry, ChangeType } from '#contract/history.ts';
import type { Change, ChangedSubject } from '#domain/memory/changes.ts';
import { resourceOf } from '../coverage/unobserved.ts';

const kinds: Readonly<Record<ChangeType, Change['kind'] | null>> = {
  state: 'state',
  appeared: 'appeared',
  returned: 'appeared',
  vanished: 'gone',
  moved: 'moved',
  capacity: 'capacity',
  renamed: 'renamed',
  scopes: 'scopes',
  word: 'word',
  // No host records contradictions yet: the rows that contradict would have to be recorded as well.
  contradiction: null,
  'contradiction-ended': null,
};

const subjects: Readonly<Record<ChangedKind, ChangedSubject>> = {
  deployment: 'status',
  component: 'component',
  region: 'region',
  node: 'node',
  application: 'application',
  event: 'event',
  bucket: 'bucket',
};

export interface PlacesNow {
  readonly names: ReadonlyMap<string, string>;
  readonly regions: ReadonlyMap<string, string>;
}

function changeOf(entry: ChangeEntry, { names }: PlacesNow, region: string | null): Change | null {
  const kind = kinds[entry.type];
  const subject = subjects[entry.kind];
  if (kind === null) return null;
  const { key, occurrence } = entry;
  const isStatus = subject === 'status';
  const isRegion = subject === 'region';
  return {
    at: Date.parse(entry.at),
    kind,
    subject,
    id: isStatus ? '' : occurrence === 1 ? key : `${key}\u0000${occurrence}`,
    name: isStatus ? 'Overall status' : isRegion ? (names.get(key) ?? key) : key,
    region: isRegion ? key : region,
    from: entry.before,
    to: entry.after,
    notBefore: entry.notBefore === null ? null : Date.parse(entry.notBefore),
    ...(entry.type === 'returned' && { isReturn: true }),
    ...(entry.blind && { isAfterGap: true }),
    ...(entry.folded !== undefined && { folded: entry.folded }),
  };
}

/** Merges the entry for a new status word with the state change that brought the word. */
function withWords(changes: readonly Change[]): readonly Change[] {
  const keyOf = ({ at, subject, id, to }: Change) => JSON.stringify([at, subject, id, to]);
  const brought = new Set(changes.filter(({ kind }) => kind === 'word').map(keyOf));
  if (brought.size === 0) return changes;
  const isState = ({ kind }: Change) => kind === 'state' || kind === 'appeared';
  const states = new Set(changes.filter(isState).map(keyOf));
  return changes
    .filter((change) => change.kind !== 'word' || !states.has(keyOf(change)))
    .map((change) =>
      isState(change) && brought.has(keyOf(change)) ? { ...change, isNewWord: true as const } : change,
    );
}

/**
 * Converts recorded changes. A node's earlier region is known from its later move.
 * @param entries - newest first
 */
export function recordedChanges(entries: readonly ChangeEntry[], places: PlacesNow): readonly Change[] {
  const regions = new Map(places.regions);
  const changes = entries.flatMap((entry) => {
    const change = changeOf(entry, places, entry.kind === 'node' ? (regions.get(entry.key) ?? null) : null);
    if (entry.kind === 'node' && entry.type === 'moved' && entry.before !== null)
      regions.set(entry.key, entry.before);
    return change ?? [];
  });
  return withWords(changes);
}

const ofStatusPage: ReadonlySet<string> = new Set(['status', 'component', 'region', 'node']);

/** Returns recorded changes of states, regions and capacities before a time, in the order of `entries`. */
export function changesBefore(
  entries: readonly ChangeEntry[],
  before: number,
  places: PlacesNow,
): readonly Change[] {
  return recordedChanges(entries, places).filter(
    ({ at, subject, kind }) =>
      at < before && ofStatusPage.has(subject) && kind !== 'renamed' && kind !== 'word',
  );
}

/** Maximum milliseconds between the times of host and page for the same change, because clocks differ. */
const apart = 10 * 60_000;

/**
 * Returns the changes that the page saw and the history does not have, or not yet.
 * @param seen - changes that the page saw, newest first
 * @param recorded - changes in the history, newest first
 * @param polls - time of the last recorded poll, by resource and path
 */
export function sessionChangesBeside(
  seen: readonly Change[],
  recorded: readonly Change[],
  polls: ReadonlyMap<string, number>,
): readonly Change[] {
  const keyOf = ({ subject, id, kind, to }: Change) => JSON.stringify([subject, id, kind, to]);
  const timesOf = new Map<string, number[]>();
  for (const change of recorded) {
    const times = timesOf.get(keyOf(change));
    if (times) times.push(change.at);
    else timesOf.set(keyOf(change), [change.at]);
  }
  return seen.filter((change) => {
    const { at, subject, id, contradiction } = change;
    if (contradiction) return true;
    const looked = polls.get(subject === 'endpoint' ? id : resourceOf(subject));
    if (looked !== undefined && at <= looked) return false;
    const times = timesOf.get(keyOf(change)) ?? [];
    const same = times.findIndex((time) => Math.abs(time - at) <= apart);
    if (same >= 0) times.splice(same, 1);
    return same < 0;
  });
}
