/** All spans that are kept, in memory: any window is answered from them, in any zone (docs/understand/history.md). */

import type { SpanRow, SubjectRow, SubjectSpans } from '../rows.ts';
import { Track } from './track.ts';

export class SpanTable {
  readonly #tracks = new Map<number, Track>();

  /** A span that is new, or written anew: that it ended follows from the one after it. */
  note(row: SpanRow): void {
    const track = this.#tracks.get(row.subject) ?? new Track();
    this.#tracks.set(row.subject, track);
    track.put(row);
  }

  /** All spans of a subject that has none yet. */
  noteAll(spans: SubjectSpans): void {
    this.#tracks.set(spans.subject, new Track(spans));
  }

  forget(subjects: readonly SubjectRow[]): void {
    for (const { id } of subjects) this.#tracks.delete(id);
  }

  /** Ids of the words that spans have. */
  wordsUsed(): ReadonlySet<number> {
    const used = new Set<number>();
    for (const track of this.#tracks.values())
      for (let index = 0; index < track.count; index += 1) used.add(track.wordAt(index));
    return used;
  }

  of(subject: number): Track | null {
    return this.#tracks.get(subject) ?? null;
  }

  /** Drops what ended at or before a time. */
  dropBefore(time: number): void {
    for (const track of this.#tracks.values()) track.dropBefore(time);
  }
}
