/** Finds the states that are not good at the end of a range, and those that ended in it. */

import { type SpanEntry, subjectKinds } from '#contract/history.ts';
import { firstThatFit, type Limits, lastThatFit } from '#domain/history/handover/limits.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { isProblem, severityRank } from '#domain/severity/severity.ts';
import { compareSubjects, entryOf } from '#host/history/responses/spans.ts';
import type { HistoryRequest } from '#host/history/responses/windowed.ts';
import type { ListedSubject } from '#host/history/rows.ts';
import { severityOfClass, WordClasses } from '#host/history/spans/classes.ts';
import type { Track } from '#host/history/spans/track.ts';

interface Found {
  readonly subject: ListedSubject;
  readonly track: Track;
  readonly index: number;
  readonly rank: number;
  readonly from: number;
  readonly to: number;
}

function worstFirst(a: Found, b: Found): number {
  return b.rank - a.rank || a.from - b.from || compareSubjects(a.subject, b.subject);
}

function byEnd(a: Found, b: Found): number {
  return a.to - b.to || compareSubjects(a.subject, b.subject);
}

export interface NotGood {
  readonly open: readonly SpanEntry[];
  readonly ended: readonly SpanEntry[];
  /** Numbers of rows that are left out. */
  readonly cut: { readonly open: number; readonly ended: number };
}

/** Adds a span, and drops those that ended first once there are far too many. */
function addNewest(newest: Found[], found: Found, most: number): void {
  newest.push(found);
  if (newest.length < 4 * most) return;
  newest.sort(byEnd);
  newest.splice(0, newest.length - most);
}

/** Returns the spans of a range that are not good. If there are too many, those that ended first are left out. */
export function notGood(request: HistoryRequest, { from, to: end }: Window, limits: Limits): NotGood {
  const { context, deployment } = request;
  const { known, spans } = context;
  const classes = new WordClasses(known, deployment.words);
  const open: Found[] = [];
  const ended: Found[] = [];
  let endedCount = 0;
  for (const subject of subjectKinds.flatMap((kind) => known.subjects(deployment.slug, kind))) {
    const track = spans.of(subject.id);
    if (!track) continue;
    // The newest span that began before the end.
    for (let index = track.indexAt(end - 1); index >= 0; index -= 1) {
      const to = track.toAt(index);
      const isOpen = to > end;
      if (!isOpen && to <= from) break;
      const severity = severityOfClass(classes.of(track.wordAt(index)));
      if (!isProblem(severity)) continue;
      const rank = severityRank[severity];
      const found = { subject, track, index, rank, from: track.fromAt(index), to };
      if (isOpen) {
        open.push(found);
        continue;
      }
      endedCount += 1;
      addNewest(ended, found, limits.rows);
    }
  }
  const shown = ({ subject, track, index }: Found) => entryOf(request, subject, track, index);
  const shownOpen = firstThatFit(
    // Its end lies after the range. Without it, the same range has the same rows later.
    open
      .toSorted(worstFirst)
      .slice(0, limits.rows)
      .map((found) => ({ ...shown(found), to: null })),
    limits,
  );
  const shownEnded = lastThatFit(ended.toSorted(byEnd).slice(-limits.rows).map(shown), limits);
  return {
    open: shownOpen,
    ended: shownEnded,
    cut: { open: open.length - shownOpen.length, ended: endedCount - shownEnded.length },
  };
}
