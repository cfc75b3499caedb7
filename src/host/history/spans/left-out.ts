/**
 * Finds the times in which no response listed a region or node although its list has coverage: truncated
 * responses left it out. Such time counts as unobserved, whatever the span says (docs/understand/history.md).
 */

import type { Window } from '#domain/history/spans/shares.ts';
import type { Known } from '../memory/known.ts';
import { absentWord, type ListedSubject, leftOutKinds } from '../rows.ts';
import { noClass } from './classes.ts';
import type { SpanTable } from './span-table.ts';
import type { Parts } from './strip.ts';
import type { Track } from './track.ts';

function timesOf(track: Track | null, { from, to }: Window, isAbsent: boolean): readonly Window[] {
  const times: Window[] = [];
  if (!track) return times;
  for (let index = Math.max(0, track.indexAt(from)); track.fromAt(index) < to; index += 1)
    if ((track.wordAt(index) === absentWord) === isAbsent)
      times.push({ from: track.fromAt(index), to: track.toAt(index) });
  return times;
}

function overlaps(some: readonly Window[], others: readonly Window[]): readonly Window[] {
  const found: Window[] = [];
  let [a, b] = [0, 0];
  for (let [one, other] = [some[a], others[b]]; one && other; [one, other] = [some[a], others[b]]) {
    const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
    if (from < to) found.push({ from, to });
    if (one.to < other.to) a += 1;
    else b += 1;
  }
  return found;
}

export class LeftOut {
  readonly #known: Known;
  readonly #spans: SpanTable;
  readonly #truncated: readonly Window[];

  /**
   * Finds the left-out times of the subjects of one list.
   * @param truncated - times in which the responses of the list were truncated, in order.
   */
  constructor(known: Known, spans: SpanTable, truncated: readonly Window[]) {
    this.#known = known;
    this.#spans = spans;
    this.#truncated = truncated;
  }

  of({ deployment, kind, key, occurrence }: ListedSubject, track: Track): readonly Window[] {
    const first = this.#truncated[0];
    const last = this.#truncated.at(-1);
    const stored = leftOutKinds[kind];
    if (!first || !last || !stored) return [];
    const within = { from: first.from, to: last.to };
    const beside = this.#known.subjectOf(deployment, stored, key, occurrence);
    const times = [
      ...timesOf(beside && this.#spans.of(beside.id), within, false),
      // A vanished subject may be back: a truncated response cannot tell.
      ...timesOf(track, within, true),
    ].toSorted((a, b) => a.from - b.from);
    return times.length === 0 ? [] : overlaps(times, this.#truncated);
  }
}

/**
 * Parts of a window whose `wordAt` returns a severity class (classes.ts) instead of a status word. Neighbours of
 * equal class are merged.
 */
class ClassParts implements Parts {
  readonly #from: number[] = [];
  readonly #classes: number[] = [];

  get count(): number {
    return this.#from.length;
  }

  add(from: number, place: number): void {
    if (this.#classes.at(-1) === place) return;
    this.#from.push(from);
    this.#classes.push(place);
  }

  fromAt(index: number): number {
    return this.#from[index] ?? Number.POSITIVE_INFINITY;
  }

  wordAt(index: number): number {
    return this.#classes[index] ?? noClass;
  }
}

/**
 * Returns the part of a track within a window, with left-out times as unobserved. `wordAt` of a part returns
 * its class.
 */
export function partsOutside(
  track: Track,
  leftOut: readonly Window[],
  { from, to }: Window,
  classOfWord: (word: number) => number,
): Parts {
  const parts = new ClassParts();
  let place = 0;
  for (let index = Math.max(0, track.indexAt(from)); track.fromAt(index) < to; index += 1) {
    const end = Math.min(to, track.toAt(index));
    let at = Math.max(from, track.fromAt(index));
    while (at < end) {
      while ((leftOut[place]?.to ?? Number.POSITIVE_INFINITY) <= at) place += 1;
      const next = leftOut[place];
      const isLeftOut = next !== undefined && next.from <= at;
      parts.add(at, isLeftOut ? noClass : classOfWord(track.wordAt(index)));
      at = Math.min(end, (isLeftOut ? next.to : next?.from) ?? end);
    }
  }
  return parts;
}
