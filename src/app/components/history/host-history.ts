/** History of a deployment from the host's history record. */

import { useDeferredValue } from 'react';
import { datedByHost } from '#app/observe/session/history.ts';
import { placesNow } from '#app/observe/session/places.ts';
import { openedAt, useSession } from '#app/observe/session/seen.ts';
import { useCoverage, useRecordedChanges, useStrips } from '#app/queries/history/history.ts';
import { useVerdictStart } from '#app/queries/history/since.ts';
import { useSpansOf } from '#app/queries/history/subjects.ts';
import { hostNow, onHostClock } from '#app/ui/time/clock.ts';
import type { SinceResponse, StartOfState } from '#contract/history.ts';
import { changesBefore } from '#domain/history/changes/recorded-changes.ts';
import { unitedCoverage } from '#domain/history/coverage/united-coverage.ts';
import { openSpan, type Since } from '#domain/history/since/chosen-since.ts';
import { worstSpans } from '#domain/history/spans/worst-spans.ts';
import { stateSince } from '#domain/history/timeline.ts';
import { groupChanges } from '#domain/memory/group-changes.ts';
import type { ComponentState } from '#domain/verdict/verdict.ts';
import { componentKey, type History } from './history.ts';
import { useUsualRange, useWindow } from './range.ts';

function stated({ from, notBefore }: StartOfState): Since {
  return {
    from: Date.parse(from),
    notBefore: notBefore === null ? null : Date.parse(notBefore),
    before: notBefore === null,
  };
}

function startOf({ data }: Pick<SinceResponse, 'data'>, { id, state }: ComponentState) {
  return openSpan(data, { kind: 'component', ...componentKey(id) }, state.word);
}

export const hostHistory: History = {
  useStrip: function useStrip(slug, { kind, key, occurrence }, of, isWanted) {
    const { value, failure, readAt } = useStrips(slug, kind, of, isWanted);
    const { value: coverage } = useCoverage(slug, of, isWanted);
    // One response changes the strips of all subjects. Their rendering is deferred, so that input is not
    // delayed.
    const answer = useDeferredValue(value);
    const entry = answer?.data.find((each) => each.key === key && each.occurrence === occurrence);
    if (!answer || !entry || !coverage)
      return { strip: null, isAwaited: isWanted && failure === null && (!answer || !coverage) };
    return {
      strip: { answer, entry, coverage: unitedCoverage(coverage.data), readAt: readAt ?? hostNow() },
      isAwaited: false,
    };
  },
  useStarts: function useStarts(slug, { severity, components = [] }, isWanted) {
    const answer = useVerdictStart(
      slug,
      isWanted,
      [severity ?? '', ...components.map(({ id, state }) => `${id} ${state.word}`)].join(),
      (known) =>
        (severity === undefined || known.verdict?.severity === severity) &&
        components.every((component) => startOf(known, component) !== null),
    );
    if (!answer) return null;
    const { verdict } = answer;
    return {
      verdict: (shown) => {
        if (verdict?.severity !== shown) return { present: null, notGood: null };
        const { notGood } = verdict;
        const isEarlier = notGood !== null && Date.parse(notGood.from) < Date.parse(verdict.from);
        return { present: stated(verdict), notGood: isEarlier ? stated(notGood) : null };
      },
      component: (component) => {
        const start = startOf(answer, component);
        return start && { ...start, before: start.notBefore === null };
      },
    };
  },
  useStateSince: function useStateSince(slug, { kind, key }, isWanted) {
    // A chosen range may have ended before the present state began.
    const [read] = useSpansOf(slug, kind, [key], useWindow(useUsualRange()), isWanted);
    return stateSince(worstSpans(read?.value?.data ?? []));
  },
  useRecentChanges: function useRecentChanges({ slug, words }, isWanted) {
    const { value } = useRecordedChanges(slug, '24h', isWanted);
    const log = useSession(slug);
    if (!value) return null;
    const earlier = changesBefore(value.data, onHostClock(openedAt), placesNow(log));
    return { groups: [...groupChanges(datedByHost(log.changes), words), ...groupChanges(earlier, words)] };
  },
};
