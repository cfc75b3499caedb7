import { useDeferredValue } from 'react';
import { keepsHistory, useDeploymentAt } from '#app/delivered/config.ts';
import { useSession } from '#app/observe/session/seen.ts';
import {
  type HistoryFailure,
  type Spanned,
  useHistoryStates,
  useSight,
  useStrips,
} from '#app/queries/history.ts';
import { hostNow, useHostTimed } from '#app/ui/time/clock.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { HistoryState, SightEntry, StripEntry, StripsAnswer, SubjectKind } from '#contract/history.ts';
import type { Window } from '#domain/history/shares.ts';
import { unitedSight } from '#domain/history/united-sight.ts';
import { type Range, rangeNames, windowOf } from '#domain/history/windows.ts';

export const rangeOptions = choices.range.map((value) => ({ value, label: rangeNames[value] }));

/** Which time all strips of a page show, from its address. */
export function useRange() {
  return useChoice<Range>('range', choices.range);
}

/** The window of a range now; it moves on by whole steps. */
export function useWindow(range: Range): Window {
  const to = useHostTimed((now) => windowOf(range, now).to);
  return windowOf(range, to);
}

/** What the host says of its record of a deployment. */
export interface DeploymentRecord {
  readonly state: HistoryState | null;
  readonly failure: HistoryFailure | null;
  /** Whether the host has said, be it that it knows nothing of this deployment. */
  readonly isAnswered: boolean;
  /** Whether there is something to ask it. */
  readonly isThere: boolean;
  /** Whose history pages show: that of this browser session only if the host does not record; `null` while that is unknown. */
  readonly source: 'host' | 'session' | null;
}

/** Failures of a host that does not record; after others it is asked again. */
const notRecording: ReadonlySet<HistoryFailure['kind']> = new Set(['no-host', 'off', 'paused']);

/** @param isFirst - whether the page has nothing to show before it: else it is asked for once a verdict is there. */
export function useRecord(slug: string, isFirst = false): DeploymentRecord {
  const isKnown = useDeploymentAt(slug) !== undefined;
  const isRead = useSession(slug).sights.size > 0;
  const { value, failure } = useHistoryStates(isKnown && (isRead || isFirst) && keepsHistory);
  const state = value?.data.find(({ deployment }) => deployment === slug) ?? null;
  const isKept = state !== null && state.observe !== 'off' && state.since !== null;
  const isThere = isKept && state.reason !== 'locked' && state.reason !== 'off';
  const isOff = failure !== null && value === null && notRecording.has(failure.kind);
  const isAwaited = value === null ? !isOff : state !== null && state.recording && state.since === null;
  const source = isThere ? 'host' : keepsHistory && isAwaited ? null : 'session';
  return { state, failure, isAnswered: value !== null, isThere, source };
}

export interface RecordedSubject {
  readonly answer: StripsAnswer;
  readonly entry: StripEntry;
  readonly sight: readonly SightEntry[];
  /** When it was read: what was observed since is in no answer yet. Epoch milliseconds. */
  readonly readAt: number;
}

/** The strip of a subject in a window of the record; `null` where there is none. */
export function useRecordedSubject(
  slug: string,
  { kind, key, occurrence }: { readonly kind: SubjectKind; readonly key: string; readonly occurrence: number },
  of: Spanned,
): RecordedSubject | null {
  const { isThere } = useRecord(slug);
  const { value: strips, readAt } = useStrips(slug, kind, of, isThere);
  const { value: sight } = useSight(slug, of, isThere);
  // One answer draws the strips of all: in steps, with room between them for what the reader does.
  const answer = useDeferredValue(strips);
  const entry = answer?.data.find((each) => each.key === key && each.occurrence === occurrence);
  if (!answer || !entry || !sight) return null;
  return { answer, entry, sight: unitedSight(sight.data), readAt: readAt ?? hostNow() };
}

/** Name and occurrence of a component from its id (domain/verdict/verdict.ts). */
export function componentKey(id: string): { readonly key: string; readonly occurrence: number } {
  const [key = '', occurrence = '1'] = id.split('\u0000');
  return { key, occurrence: Number(occurrence) };
}
