/**
 * Computes the strip of one subject: milliseconds by class, and a letter and a digit per mark. Reads spans,
 * coverage and marks in one pass (docs/understand/history-api.md, part 4).
 */

import type { StripEntry } from '#contract/history.ts';
import { digitOf } from '#domain/history/spans/marks.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import {
  assumedClass,
  classCount,
  letterOf,
  noClass,
  noticeClass,
  okClass,
  unknownClass,
  vanishedClass,
} from './classes.ts';
import { indexAt, type Ordered } from './index-at.ts';
import type { SeenTime } from './seen-time.ts';

/** Spans from which a strip is computed, in order. Each ends where the next one begins. */
export interface Parts extends Ordered {
  wordAt(index: number): number;
}

export type Strip = Pick<StripEntry, 'worst' | 'seen' | 'good' | 'bad' | 'unknown' | 'unobserved' | 'notice'>;

/** The coverage of a window, split at the edges of its marks. It is equal for all subjects of a list. */
export interface StripPlan {
  readonly window: Window;
  readonly edges: readonly number[];
  readonly begins: Float64Array;
  readonly ends: Float64Array;
  readonly marks: Uint16Array;
  readonly isolated: readonly { readonly at: number; readonly mark: number }[];
}

export function stripPlan(
  edges: readonly number[],
  { intervals, isolated }: Pick<SeenTime, 'intervals' | 'isolated'>,
): StripPlan {
  const cuts: { readonly begin: number; readonly end: number; readonly mark: number }[] = [];
  let mark = 0;
  const edge = (index: number) => edges[index] ?? Number.POSITIVE_INFINITY;
  for (const { from, to } of intervals) {
    let begin = from;
    while (begin < to) {
      while (edge(mark + 1) <= begin) mark += 1;
      const end = Math.min(to, edge(mark + 1));
      cuts.push({ begin, end, mark });
      begin = end;
    }
  }
  return {
    window: { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 },
    edges,
    begins: Float64Array.from(cuts, ({ begin }) => begin),
    ends: Float64Array.from(cuts, ({ end }) => end),
    marks: Uint16Array.from(cuts, (cut) => cut.mark),
    isolated: isolated.map((at) => ({ at, mark: edges.findIndex((_, index) => at < edge(index + 1)) })),
  };
}

export function stripOf(
  parts: Parts,
  { window, edges, begins, ends, marks, isolated }: StripPlan,
  classOfWord: (word: number) => number,
): Strip {
  const worst = new Uint8Array(edges.length - 1);
  const seen = new Float64Array(edges.length - 1);
  const lengths = new Float64Array(classCount);
  let index = Math.max(0, indexAt(parts, begins[0] ?? 0));
  let spanFrom = parts.fromAt(index);
  let spanTo = parts.fromAt(index + 1);
  let currentClass = classOfWord(parts.wordAt(index));
  for (let cut = 0; cut < begins.length; cut += 1) {
    const end = ends[cut] ?? 0;
    const mark = marks[cut] ?? 0;
    let at = begins[cut] ?? 0;
    while (at < end) {
      if (spanTo <= at) {
        index += 1;
        spanFrom = spanTo;
        spanTo = parts.fromAt(index + 1);
        if (spanTo > at) currentClass = classOfWord(parts.wordAt(index));
        continue;
      }
      if (spanFrom > at) {
        // The time before a subject's first appearance is unobserved.
        at = spanFrom;
        continue;
      }
      const next = spanTo < end ? spanTo : end;
      lengths[currentClass] = (lengths[currentClass] ?? 0) + next - at;
      if (currentClass !== noClass) seen[mark] = (seen[mark] ?? 0) + next - at;
      if (currentClass > (worst[mark] ?? 0)) worst[mark] = currentClass;
      at = next;
    }
  }
  for (const { at, mark } of isolated) {
    const place = indexAt(parts, at);
    const wordClass = place === -1 ? noClass : classOfWord(parts.wordAt(place));
    // An isolated poll colours its mark if its state is worse than a notice. It adds no time.
    if (wordClass > noticeClass && wordClass > (worst[mark] ?? 0)) worst[mark] = wordClass;
  }
  return { ...shares(window, lengths), ...drawn(edges, worst, seen) };
}

function shares({ from, to }: Window, lengths: Float64Array) {
  const of = (place: number) => lengths[place] ?? 0;
  const notice = of(noticeClass);
  const good = of(okClass) + of(assumedClass) + notice;
  const unknown = of(unknownClass) + of(vanishedClass);
  const observed = lengths.reduce((sum, length) => sum + length, 0) - of(noClass);
  return { good, bad: observed - good - unknown, unknown, unobserved: to - from - observed, notice };
}

function drawn(edges: readonly number[], worst: Uint8Array, seen: Float64Array) {
  let [letters, digits] = ['', ''];
  for (let mark = 0; mark < worst.length; mark += 1) {
    letters += letterOf(worst[mark] ?? 0);
    digits += digitOf(seen[mark] ?? 0, (edges[mark + 1] ?? 0) - (edges[mark] ?? 0));
  }
  return { worst: letters, seen: digits };
}
