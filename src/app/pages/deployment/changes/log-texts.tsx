/**
 * Sentences above and below the log of changes: the number of changes, their range, and how completely it was
 * observed.
 */

import { NoChanges } from '#app/components/changes/NoChanges.tsx';
import { LastKnown } from '#app/components/freshness/FreshnessMark.tsx';
import { EmptyState } from '#app/components/freshness/Panel.tsx';
import { Count } from '#app/components/lists/Count.tsx';
import { mostChanges } from '#app/observe/session/session-log.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { gapsIn } from '#domain/history/strips/recorded-strip.ts';
import { inRange, type Range, rangeName } from '#domain/history/windows.ts';
import { type Claim, exact } from '#domain/lists/claim.ts';
import { formatClock, formatDateTime, formatDuration, formatExact } from '#domain/text/format.ts';
import { changesIn } from './tallies.ts';
import type { ChangeLog } from './use-change-log.ts';

/**
 * Returns the path of the status endpoint, whose coverage represents the deployment. If that path has no
 * coverage: the first path with coverage, or an empty string.
 */
function statusIn(coverage: readonly CoverageEntry[]): string {
  return coverage.find(({ endpoint }) => endpoint.endsWith('/status'))?.endpoint ?? coverage[0]?.endpoint ?? '';
}

function unobserved(coverage: readonly CoverageEntry[], window: Window): number {
  return gapsIn(coverage, statusIn(coverage), window, hostNow()).reduce(
    (sum, { from, to }) => sum + to - from,
    0,
  );
}

/**
 * Introduces the change log, such as "246 changes in 24 h, shown as 38 entries. … 41 min were not observed"
 * or "19 changes since 14:02:11, when this page opened".
 */
export function Lead({
  log: { changes, covered, oldest, coverage, record },
  range,
}: {
  readonly log: ChangeLog;
  readonly range: Range;
}) {
  const { groups, since } = changes;
  const claim: Claim =
    oldest === null
      ? exact
      : { kind: 'at-least', reasons: [`older changes are not ${record ? 'loaded yet' : 'stored'}`] };
  const count = changesIn(groups);
  const blind = unobserved(coverage, covered);
  return (
    <>
      <LastKnown />
      <b>
        <Count value={count} claim={claim} />
      </b>{' '}
      {count === 1 ? 'change' : 'changes'}{' '}
      {record ? inRange(range) : `since ${formatClock(since)}, when this page opened`}
      {oldest !== null && `, ${record ? 'loaded' : 'stored'} back to ${formatDateTime(oldest)}`}
      {groups.length > 1 && (
        <>
          , shown as <b>{formatExact(groups.length)}</b> entries
        </>
      )}
      .
      {blind > 0 && (
        <>
          {' '}
          <b>{formatDuration(blind)}</b> were not observed.
        </>
      )}
      {record && covered.from === record.since && ` The history begins ${formatDateTime(record.since)}.`}
    </>
  );
}

/** Text in place of the entries if there are none. */
export function Nothing({ log, range }: { readonly log: ChangeLog; readonly range: Range }) {
  const { changes, record, coverage, covered } = log;
  if (!record) return <NoChanges changes={changes} />;
  return <EmptyState>{nothingIn(range, coverage, covered)}</EmptyState>;
}

export function Foot({ log: { record, coverage, why } }: { readonly log: ChangeLog }) {
  const isPast = useMoment() !== null;
  const dated =
    'Related changes form one entry; within a minute the worst comes first. Times are UTC. A change is dated by the first poll that shows it.';
  if (!record)
    return (
      <>
        <b className="font-[560] text-text">{why}</b> These are the changes since this page opened. {dated} This
        page keeps the newest {formatExact(mostChanges)} changes of each kind until it is closed.
      </>
    );
  const { value, failure } = record;
  return (
    <>
      {failure && (
        <b className="font-[560] text-text">
          The history can’t be refreshed: {failure.why}. {!isPast && 'This page goes on polling. '}
        </b>
      )}
      {value.knownUntil !== null && `Newest recorded poll ${formatClock(value.knownUntil)}. `}
      {resolutionIn(coverage)}
      {dated} The poll before still showed the old state.
      {!isPast && ' Changes that the host has not recorded yet come from this page’s own polls.'}
    </>
  );
}

function nothingIn(range: Range, coverage: readonly CoverageEntry[], covered: Window): string {
  const blind = unobserved(coverage, covered);
  const seen = Math.max(0, covered.to - covered.from - blind);
  return blind > 0
    ? `No changes in the ${formatDuration(seen)} of ${rangeName(range)} that were observed.`
    : `No changes ${inRange(range)}.`;
}

/** States how long a change could last and still be missed, because it reverted between two polls. */
function resolutionIn(coverage: readonly CoverageEntry[]): string {
  const longest = (isStatus: boolean) =>
    coverage
      .filter(({ endpoint, outcome }) => outcome === 'seen' && endpoint.endsWith('/status') === isStatus)
      .reduce((most, { longestSeconds }) => Math.max(most, longestSeconds ?? 0), 0) * 1000;
  const [status, lists] = [longest(true), longest(false)];
  if (status === 0) return '';
  const ofLists = lists > 0 ? `, of up to ${formatDuration(lists)} in a list` : '';
  return `A change and its return of up to ${formatDuration(status)} in the status document could hide between looks${ofLists}. `;
}
