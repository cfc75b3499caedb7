/** `since`: when the current verdict and the current state of each subject began. */

import type { SinceEntry, SinceResponse } from '#contract/history.ts';
import { knownNotes } from '../notes/known-notes.ts';
import { badParameter, stamp, stampOrNull } from './context.ts';
import { parametersOf } from './parameters.ts';
import { compareSubjects, entryOf, mostRows, requestedSubjects } from './spans.ts';
import { type Start, verdictSince } from './verdict.ts';
import { type HistoryRequest, settledUntil } from './windowed.ts';

function startOf({ from, notBefore }: Start) {
  return { from: stamp(from), notBefore: stampOrNull(notBefore) };
}

export async function sinceResponse(
  request: HistoryRequest,
): Promise<{ document: SinceResponse; isSettled: boolean }> {
  const { context, deployment } = request;
  const { known, spans } = context;
  const parameters = parametersOf(request.search, ['kind', 'key', 'after']);
  const subjects = requestedSubjects(request, parameters);
  const after = parameters.get('after');
  const last = after === undefined ? null : known.subject(/^\d{1,15}$/.test(after) ? Number(after) : 0);
  if (after !== undefined && !last)
    throw badParameter('after', '“after” must be the value of “more” of an earlier page.');
  const notes = await knownNotes(request);
  const data: SinceEntry[] = [];
  let more: string | null = null;
  for (const [index, subject] of subjects.entries()) {
    const track = spans.of(subject.id);
    if (!track || track.count === 0 || (last && compareSubjects(subject, last) <= 0)) continue;
    if (data.length === mostRows) {
      const next = { ...Object.fromEntries(parameters), after: `${subjects[index - 1]?.id ?? 0}` };
      more = `since?${new URLSearchParams(next).toString()}`;
      break;
    }
    data.push({ ...entryOf(request, subject, track, track.count - 1), ...notes.inTrack(subject, track) });
  }
  const verdict = verdictSince(request);
  return {
    document: {
      deployment: deployment.slug,
      knownUntil: stampOrNull(known.knownUntil(deployment.slug)),
      settledUntil: stampOrNull(settledUntil(request)),
      verdict: verdict && {
        severity: verdict.severity,
        ...startOf(verdict),
        notGood: verdict.notGood && startOf(verdict.notGood),
        ...notes.of({ kind: 'deployment', key: deployment.slug, occurrence: 1 }, verdict.notGood),
      },
      notesUntil: stampOrNull((await context.store?.lastNoteEnd(deployment.slug)) ?? null),
      data,
      more,
    },
    isSettled: false,
  };
}
