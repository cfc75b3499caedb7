/**
 * Holds all stored spans in memory. Any window in any time zone is computed from them
 * (docs/understand/history.md).
 */

import type { SpanRow, SubjectRow, SubjectSpans } from '../rows.ts';
import { Track } from './track.ts';

export class SpanTable {
  readonly #tracks = new Map<number, Track>();

  /** Adds or replaces a span. Its end is not stored: it follows from the next span. */
  note(row: SpanRow): void {
    const track = this.#tracks.get(row.subject) ?? new Track();
    this.#tracks.set(row.subject, track);
    track.put(row);
  }

  noteAll(spans: SubjectSpans): void {
    this.#tracks.set(spans.subject, new Track(spans));
  }

  forget(subjects: readonly SubjectRow[]): void {
    for (const { id } of subjects) this.#tracks.delete(id);
  }

  wordsUsed(): ReadonlySet<number> {
    const used = new Set<number>();
    for (const track of this.#tracks.values())
      for (let index = 0; index < track.count; index += 1) used.add(track.wordAt(index));
    return used;
  }

  of(subject: number): Track | null {
    return this.#tracks.get(subject) ?? null;
  }

  dropBefore(time: number): void {
    for (const track of this.#tracks.values()) track.dropBefore(time);
  }
}
