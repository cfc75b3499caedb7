/**
 * Finds the times in which truncated responses left a region or node out, for responses about a window and
 * for changes.
 */

import type { SubjectKind } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type ListedSubject, leftOutKinds } from '../rows.ts';
import { LeftOut } from '../spans/left-out.ts';
import { resourceOf, seenTimeOf } from '../spans/seen-time.ts';
import type { Track } from '../spans/track.ts';
import type { HistoryRequest } from './windowed.ts';

function truncatedIn({ context, deployment }: HistoryRequest, window: Window) {
  const ofKinds = new Map<SubjectKind, readonly Window[]>();
  return (kind: SubjectKind) => {
    const known = ofKinds.get(kind);
    if (known) return known;
    const seen = seenTimeOf(context.known, deployment.slug, resourceOf[kind], window, context.now);
    ofKinds.set(kind, seen.truncated);
    return seen.truncated;
  };
}

export function leftOutIn(request: HistoryRequest, window: Window) {
  const { known, spans } = request.context;
  const truncated = truncatedIn(request, window);
  return (subject: ListedSubject, track: Track) =>
    new LeftOut(known, spans, truncated(subject.kind)).of(subject, track);
}

export function leftOutBefore(request: HistoryRequest) {
  const { known, spans, now } = request.context;
  const truncated = truncatedIn(request, { from: 0, to: now + 1 });
  return (
    subject: ListedSubject,
    { notBefore, from: end }: { readonly notBefore: number; readonly from: number },
  ) => {
    const track = spans.of(subject.id);
    if (!track || !leftOutKinds[subject.kind]) return false;
    const near = truncated(subject.kind).filter(({ from, to }) => from < end && to > notBefore);
    // The response sent at `notBefore` listed the subject, so left-out time that began earlier does not
    // count.
    return new LeftOut(known, spans, near)
      .of(subject, track)
      .some(({ from }) => from > notBefore && from < end);
  };
}
