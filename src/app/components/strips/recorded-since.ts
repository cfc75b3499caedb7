/** Start times of the verdict and components: as stated by the host, otherwise from this session. */

import type { SessionRecord } from '#app/observe/session/record.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { useVerdictStart } from '#app/queries/history/since.ts';
import { onHostClock } from '#app/ui/time/clock.ts';
import type { SinceAnswer, StartOfState } from '#contract/history.ts';
import type { Deployment } from '#contract/host.ts';
import { openSpan, type Since } from '#domain/history/since/chosen-since.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { ComponentState, Verdict } from '#domain/verdict/verdict.ts';
import { componentKey, useRecord } from './record.ts';
import { sinceOf } from './since.ts';

/**
 * Milliseconds. The status document is read before the lists, so a verdict that changes within this time did
 * not begin then.
 */
const firstReadings = 30_000;

/** The session's start time of a verdict. */
function verdictSeen({ overall }: Pick<SessionRecord, 'overall'>, severity: Severity): Since | null {
  const since = sinceOf(overall);
  const [first] = overall;
  if (!since || !first || overall.at(-1)?.value !== severity) return null;
  const isOfStart = overall.length > 1 && since.from - first.from < firstReadings;
  return { ...since, from: onHostClock(since.from), before: since.before || isOfStart };
}

function stated({ from, notBefore }: StartOfState): Since {
  return {
    from: Date.parse(from),
    notBefore: notBefore === null ? null : Date.parse(notBefore),
    before: notBefore === null,
  };
}

export interface VerdictTimes {
  readonly present: Since | null;
  /** When the deployment stopped being good, if that is earlier. */
  readonly notGood: Since | null;
}

const unknown: VerdictTimes = { present: null, notGood: null };

/** The times are `null` until the host has stated the verdict that is on screen. */
export function useVerdictSince({ slug }: Deployment, { severity, freshness }: Verdict): VerdictTimes {
  const session = useSession(slug);
  const { source } = useRecord(slug);
  const isSame = ({ verdict }: SinceAnswer) => verdict?.severity === severity;
  const answer = useVerdictStart(slug, source === 'host' && freshness === 'fresh', severity, isSame);
  if (source === 'session') return { present: verdictSeen(session, severity), notGood: null };
  const verdict = source === 'host' ? answer?.verdict : null;
  if (verdict?.severity !== severity) return unknown;
  const isEarlier = verdict.notGood !== null && Date.parse(verdict.notGood.from) < Date.parse(verdict.from);
  return { present: stated(verdict), notGood: isEarlier && verdict.notGood ? stated(verdict.notGood) : null };
}

/** @param shown - components whose time is shown. */
export function useComponentsSince(
  slug: string,
  shown: readonly ComponentState[],
): (component: ComponentState) => Since | null {
  const { components } = useSession(slug);
  const { source } = useRecord(slug);
  const startOf = ({ data }: SinceAnswer, { id, state }: ComponentState) =>
    openSpan(data, { kind: 'component', ...componentKey(id) }, state.word);
  const answer = useVerdictStart(
    slug,
    source === 'host' && shown.length > 0,
    shown.map(({ id, state }) => `${id} ${state.word}`).join(),
    (known) => shown.every((component) => startOf(known, component) !== null),
  );
  const componentSeen = ({ id, state }: ComponentState): Since | null => {
    // A component that is no longer listed was last seen in another state.
    const seen = state.severity === 'vanished' ? null : sinceOf(components.get(id)?.runs ?? []);
    return seen && { ...seen, from: onHostClock(seen.from) };
  };
  return (component) => {
    if (source === 'session') return componentSeen(component);
    const start = source === 'host' && answer ? startOf(answer, component) : null;
    return start && { ...start, before: start.notBefore === null };
  };
}
