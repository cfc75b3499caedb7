/** Places changes on a time axis. Overlapping marks are merged into one with the worst severity. */

import type { ChangeEntry } from '#contract/history.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { type Severity, severityRank } from '#domain/severity/severity.ts';
import { formatMoment } from '../strips/recorded-strip.ts';

export type PlaceableChange = Pick<ChangeEntry, 'key' | 'type' | 'after' | 'at'>;

export interface PlacedChange {
  readonly x: number;
  readonly severity: Severity;
  /** Texts of the changes, worst first: "Routing degraded, 9 Mar 12:00". */
  readonly sentences: readonly string[];
}

/** Width of a mark with its spacing, in pixels. */
const pitch = 13;
const longestName = 40;

function severityOf({ type, after }: PlaceableChange, words: WordOverrides): Severity {
  return type === 'vanished' || after === null ? 'vanished' : classify(after, words).severity;
}

function inWords(entry: PlaceableChange, words: WordOverrides, now: number): string {
  const { key, type, after, at } = entry;
  const state =
    type === 'vanished' || after === null ? 'no longer listed' : classify(after, words).label.toLowerCase();
  return `${key.slice(0, longestName)} ${state.slice(0, longestName)}, ${formatMoment(Date.parse(at), now)}`;
}

/**
 * Places changes on a time axis.
 * @param place - maps epoch milliseconds to pixels
 */
export function placedChanges(
  entries: readonly PlaceableChange[],
  words: WordOverrides,
  place: (time: number) => number,
  now: number,
): readonly PlacedChange[] {
  const groups: { x: number; entries: PlaceableChange[] }[] = [];
  for (const entry of entries.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const x = place(Date.parse(entry.at));
    const last = groups.at(-1);
    if (last && x - last.x < pitch) last.entries.push(entry);
    else groups.push({ x, entries: [entry] });
  }
  return groups.map(({ x, entries: all }) => {
    const ranked = all
      .map((entry) => ({ entry, severity: severityOf(entry, words) }))
      .toSorted((a, b) => severityRank[b.severity] - severityRank[a.severity]);
    return {
      x,
      severity: ranked[0]?.severity ?? 'unknown',
      sentences: ranked.map(({ entry }) => inWords(entry, words, now)),
    };
  });
}
