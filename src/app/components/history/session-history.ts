/**
 * History of a deployment from the log of this browser session, since the page opened. For what no host
 * records.
 */

import { useDeploymentAt } from '#app/delivered/config.ts';
import {
  datedByHost,
  lastChangeOf,
  severitiesOver,
  sinceOf,
  subjectLog,
} from '#app/observe/session/history.ts';
import { openedAt, useSession } from '#app/observe/session/seen.ts';
import { now, onHostClock, useTimed } from '#app/ui/time/clock.ts';
import { sessionWindow } from '#domain/history/session-window.ts';
import type { Since } from '#domain/history/since/chosen-since.ts';
import { stripFromSpans } from '#domain/history/timeline.ts';
import { groupChanges } from '#domain/memory/group-changes.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { History } from './history.ts';

/**
 * Milliseconds after the first reading. The lists are read after the status document and may change the
 * verdict in this time. Such a verdict counts as older than the page.
 */
const firstReadings = 30_000;

function verdictSince(overall: ReturnType<typeof severitiesOver>, severity: Severity): Since | null {
  const since = sinceOf(overall);
  const [first] = overall;
  if (!since || !first || overall.at(-1)?.value !== severity) return null;
  const isOfStart = overall.length > 1 && since.from - first.from < firstReadings;
  return { ...since, before: since.before || isOfStart };
}

function onHost(since: Since | null): Since | null {
  return since && { ...since, from: onHostClock(since.from) };
}

export const sessionHistory: History = {
  useStrip: function useStrip(slug, { kind, key, occurrence }, _of, isWanted) {
    const log = useSession(slug);
    const words = useDeploymentAt(slug)?.words ?? {};
    const from = useTimed((time) => sessionWindow(openedAt, time).from);
    const to = useTimed((time) => sessionWindow(openedAt, time).to);
    if (!isWanted) return { strip: null, isAwaited: false };
    const id = occurrence === 1 ? key : `${key}\u0000${occurrence}`;
    const { spans, coverage } = subjectLog(log, { kind, key: id }, words, now());
    const window = { from: onHostClock(from), to: onHostClock(to) };
    const strip = stripFromSpans(spans, { data: coverage, knownUntil: null }, window);
    return { strip: strip && { ...strip, coverage, isOfSession: true }, isAwaited: false };
  },
  useStarts: function useStarts(slug, _shown, isWanted) {
    const log = useSession(slug);
    const words = useDeploymentAt(slug)?.words ?? {};
    if (!isWanted) return null;
    return {
      verdict: (severity) => ({
        present: onHost(verdictSince(severitiesOver(log, 'deployment', '', words), severity)),
        notGood: null,
      }),
      // A component that is no longer listed has no start here: the log has only its earlier states.
      component: ({ id, state }) =>
        state.severity === 'vanished' ? null : onHost(sinceOf(severitiesOver(log, 'component', id, words))),
    };
  },
  useStateSince: function useStateSince(slug, { kind, key }, isWanted) {
    const log = useSession(slug);
    return isWanted ? lastChangeOf({ ...log, changes: datedByHost(log.changes) }, kind, key) : null;
  },
  useRecentChanges: function useRecentChanges({ slug, words }, isWanted) {
    const { changes } = useSession(slug);
    return isWanted ? { groups: groupChanges(datedByHost(changes), words), isOfSession: true } : null;
  },
};
