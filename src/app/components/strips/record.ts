import { useDeferredValue } from 'react';
import { keepsHistory, useDeploymentAt } from '#app/delivered/config.ts';
import { useSession } from '#app/observe/session/seen.ts';
import {
  type HistoryFailure,
  type Spanned,
  useHistoryStates,
  useSight,
  useStrips,
} from '#app/queries/history/history.ts';
import { hostNow, useHostTimed } from '#app/ui/time/clock.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { HistoryState, SightEntry, StripEntry, StripsAnswer, SubjectKind } from '#contract/history.ts';
import { unitedCoverage } from '#domain/history/coverage/united-coverage.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type Range, rangeNames, windowOf } from '#domain/history/windows.ts';

export const rangeOptions = choices.range.map((value) => ({ value, label: rangeNames[value] }));

/** The range of all strips on a page, from the address. */
export function useRange() {
  return useChoice<Range>('range', choices.range);
}

export function useWindow(range: Range): Window {
  const to = useHostTimed((now) => windowOf(range, now).to);
  return windowOf(range, to);
}

export interface DeploymentRecord {
  readonly state: HistoryState | null;
  readonly failure: HistoryFailure | null;
  /** Whether the host has responded, even without an entry for this deployment. */
  readonly isAnswered: boolean;
  /** Whether history can be requested. */
  readonly isThere: boolean;
  /** Whose history pages show. `session` only if the host does not record; `null` while that is unknown. */
  readonly source: 'host' | 'session' | null;
}

/** Failures of a host that does not record. After other failures it is requested again. */
const notRecording: ReadonlySet<HistoryFailure['kind']> = new Set(['no-host', 'off', 'paused']);

/** @param isFirst - whether to request the state at once, instead of after the verdict. */
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
  /** Epoch milliseconds. Later readings are in no response yet. */
  readonly readAt: number;
}

/** The strip of a subject in a window of the history record; `null` if it has none. */
export function useRecordedSubject(
  slug: string,
  { kind, key, occurrence }: { readonly kind: SubjectKind; readonly key: string; readonly occurrence: number },
  of: Spanned,
): RecordedSubject | null {
  const { isThere } = useRecord(slug);
  const { value: strips, readAt } = useStrips(slug, kind, of, isThere);
  const { value: sight } = useSight(slug, of, isThere);
  // One response renders the strips of all subjects. Deferred, so that input is not delayed.
  const answer = useDeferredValue(strips);
  const entry = answer?.data.find((each) => each.key === key && each.occurrence === occurrence);
  if (!answer || !entry || !sight) return null;
  return { answer, entry, sight: unitedCoverage(sight.data), readAt: readAt ?? hostNow() };
}

/** Name and occurrence of a component from its id (domain/verdict/verdict.ts). */
export function componentKey(id: string): { readonly key: string; readonly occurrence: number } {
  const [key = '', occurrence = '1'] = id.split('\u0000');
  return { key, occurrence: Number(occurrence) };
}
