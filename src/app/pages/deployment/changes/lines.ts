/** Lines of the change log: entries of changes, and notes of people between them. */

import type { Note } from '#contract/notes.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';

export type Line =
  | { readonly at: number; readonly group: ChangeGroup; readonly note: null }
  | { readonly at: number; readonly group: null; readonly note: Note };

export function lineOf(group: ChangeGroup): Line {
  return { at: group.at, group, note: null };
}

/**
 * Puts notes between entries. A note stands before the first entry that is not later. The entries keep their order.
 * @param notes - newest first, by the start of their time.
 */
export function withNotes(groups: readonly ChangeGroup[], notes: readonly Note[]): readonly Line[] {
  const lines: Line[] = [];
  const waiting = notes.map((note) => ({ at: Date.parse(note.from), group: null, note }));
  for (const group of groups) {
    while (waiting[0] && waiting[0].at >= group.at) lines.push(...waiting.splice(0, 1));
    lines.push(lineOf(group));
  }
  return [...lines, ...waiting];
}
