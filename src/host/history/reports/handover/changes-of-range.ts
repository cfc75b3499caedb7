/** Reads the changes of a range, by type. */

import { type ChangedKind, type ChangeEntry, type ChangeType, changedKinds } from '#contract/history.ts';
import type { HandoverChanges } from '#contract/reports/handover.ts';
import { type Limits, lastThatFit } from '#domain/history/handover/limits.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { byIdDescending, newestEntries } from '#host/history/responses/changes.ts';
import type { HistoryRequest } from '#host/history/responses/windowed.ts';

/** List of each type of change; `null` if a handover does not have it. */
const listOf: Readonly<Record<ChangeType, keyof HandoverChanges | null>> = {
  state: 'states',
  appeared: 'appeared',
  vanished: 'vanished',
  returned: 'returned',
  moved: 'moved',
  capacity: 'capacity',
  renamed: null,
  scopes: null,
  word: 'words',
  contradiction: 'contradictions',
  'contradiction-ended': 'contradictions',
};

export interface ChangesOfRange {
  readonly changes: HandoverChanges;
  /** By kind: time of the oldest change that is listed, if earlier ones are left out. */
  readonly cut: Readonly<Partial<Record<ChangedKind, string>>>;
}

/** Returns the newest changes of each kind, oldest first. The limits are per kind, so that no kind displaces another. */
export async function changesOfRange(
  request: HistoryRequest,
  window: Window,
  limits: Limits,
): Promise<ChangesOfRange> {
  const cut: Partial<Record<ChangedKind, string>> = {};
  const ofKinds: (readonly ChangeEntry[])[] = [];
  for (const kind of window.from < window.to ? changedKinds : []) {
    const page = { window, cursor: null, limit: limits.rows + 1 };
    // One after another, because they read the same file.
    const newest = await newestEntries(request, page, { kind, key: null });
    const entries = lastThatFit(newest.toReversed(), limits);
    const [oldest] = entries;
    if (oldest && entries.length < newest.length) cut[kind] = oldest.at;
    ofKinds.push(entries);
  }
  // The ids of all changes sort by time.
  const entries = ofKinds.flat().toSorted((a, b) => byIdDescending(b, a));
  const of = (list: keyof HandoverChanges) => entries.filter(({ type }) => listOf[type] === list);
  return {
    changes: {
      states: of('states'),
      appeared: of('appeared'),
      vanished: of('vanished'),
      returned: of('returned'),
      moved: of('moved'),
      capacity: of('capacity'),
      words: of('words'),
      contradictions: of('contradictions'),
    },
    cut,
  };
}
