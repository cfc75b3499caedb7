import type { ReactNode } from 'react';
import { LastKnown } from '#app/components/freshness/FreshnessMark.tsx';
import { EmptyState, Skeleton } from '#app/components/freshness/Panel.tsx';
import { rangeOptions, useRange } from '#app/components/history/range.ts';
import { Count } from '#app/components/lists/Count.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { baseUrlOf } from '#app/table/export/file.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import type { CoverageEntry, HistoryState } from '#contract/history.ts';
import type { Deployment } from '#contract/host.ts';
import { mostEntries } from '#domain/history/changes/change-feed.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { gapsIn } from '#domain/history/strips/recorded-strip.ts';
import { type Range, rangeNames } from '#domain/history/windows.ts';
import { type Claim, exact } from '#domain/lists/claim.ts';
import { formatClock, formatDateTime, formatDuration, formatExact } from '#domain/text/format.ts';
import { exportedRecord } from './exported-record.ts';
import { Log } from './Log.tsx';
import { SessionLog } from './SessionLog.tsx';
import { changesIn } from './tallies.ts';
import { type RecordedLog as Read, useRecordedLog } from './use-recorded-log.ts';

export function RecordedLog({
  deployment,
  state,
}: {
  readonly deployment: Deployment;
  readonly state: HistoryState;
}) {
  const [range, setRange] = useRange();
  return (
    // The key resets the loaded pages for another range.
    <LogOfRange key={range} deployment={deployment} state={state} range={range} onRange={setRange} />
  );
}

function LogOfRange({
  deployment,
  state,
  range,
  onRange,
}: {
  readonly deployment: Deployment;
  readonly state: HistoryState;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}) {
  const log = useRecordedLog(deployment, range);
  const { value: feed, failure, changes, coverage } = log;
  const aside = <Segmented label="Range of time" value={range} options={rangeOptions} onChange={onRange} />;
  if (!feed || !changes) {
    if (failure)
      return <SessionLog deployment={deployment} why={`The history cannot be read: ${failure.why}.`} />;
    return <BeingRead deployment={deployment} aside={aside} />;
  }
  const since = state.since === null ? feed.from : Date.parse(state.since);
  const covered = { from: Math.max(feed.from, since), to: Math.min(feed.to, hostNow()) };
  return (
    <Log
      deployment={deployment}
      changes={changes}
      lead={<Lead log={log} range={range} covered={covered} since={since} />}
      aside={aside}
      exported={(shown, search) =>
        exportedRecord(
          { slug: deployment.slug, source: baseUrlOf(deployment.slug) },
          shown,
          { groups: changes.groups, feed, covered, oldest: log.oldest, coverage, failure },
          search,
        )
      }
      empty={<EmptyState>{nothingIn(range, coverage, covered)}</EmptyState>}
      more={<Older log={log} range={range} onRange={onRange} />}
      foot={
        <>
          {failure && (
            <b className="font-[560] text-text">
              The history can’t be refreshed: {failure.why}. This page goes on polling.{' '}
            </b>
          )}
          {feed.knownUntil !== null && `Newest recorded poll ${formatClock(feed.knownUntil)}. `}
          {resolutionIn(coverage)}
          Times are UTC. A change is dated by the first poll that shows it. The poll before still showed the old
          state. Changes that the host has not recorded yet come from this page’s own polls.
        </>
      }
    />
  );
}

export function BeingRead({
  deployment,
  aside,
}: {
  readonly deployment: Deployment;
  readonly aside?: ReactNode;
}) {
  return (
    <>
      <header className="title-line flex flex-wrap items-baseline gap-x-5 gap-y-1.5 pt-2.5 pb-2 max-md:min-h-32">
        <PageTitle title={`Changes, ${deployment.name}`}>Changes</PageTitle>
        <p className="lead min-w-0 flex-1 max-md:basis-full">Loading the history.</p>
        <div className="ml-auto max-md:ml-0">{aside}</div>
      </header>
      <Skeleton />
    </>
  );
}

/** The status endpoint, whose coverage represents the deployment. */
function statusIn(coverage: readonly CoverageEntry[]): string {
  return coverage.find(({ endpoint }) => endpoint.endsWith('/status'))?.endpoint ?? coverage[0]?.endpoint ?? '';
}

function unobserved(coverage: readonly CoverageEntry[], window: Window): number {
  return gapsIn(coverage, statusIn(coverage), window, hostNow()).reduce(
    (sum, { from, to }) => sum + to - from,
    0,
  );
}

/** Such as "246 changes in 24 h, shown as 38 entries. … 41 min were not observed." */
function Lead({
  log: { changes, oldest, coverage },
  range,
  covered,
  since,
}: {
  readonly log: Read;
  readonly range: Range;
  readonly covered: Window;
  readonly since: number;
}) {
  const groups = changes?.groups ?? [];
  const claim: Claim =
    oldest === null ? exact : { kind: 'at-least', reasons: ['older changes are not loaded yet'] };
  const count = changesIn(groups);
  const blind = unobserved(coverage, covered);
  return (
    <>
      <LastKnown />
      <b>
        <Count value={count} claim={claim} />
      </b>{' '}
      {count === 1 ? 'change' : 'changes'} in {rangeNames[range]}
      {oldest !== null && `, loaded back to ${formatDateTime(oldest)}`}
      {groups.length > 1 && (
        <>
          , shown as <b>{formatExact(groups.length)}</b> entries. Related changes form one entry; within a
          minute the worst comes first
        </>
      )}
      .
      {blind > 0 && (
        <>
          {' '}
          <b>{formatDuration(blind)}</b> were not observed.
        </>
      )}
      {covered.from === since && ` The history begins ${formatDateTime(since)}.`}
    </>
  );
}

function nothingIn(range: Range, coverage: readonly CoverageEntry[], covered: Window): string {
  const blind = unobserved(coverage, covered);
  const seen = Math.max(0, covered.to - covered.from - blind);
  return blind > 0
    ? `No changes in the ${formatDuration(seen)} of ${rangeNames[range]} that were observed.`
    : `No changes in ${rangeNames[range]}.`;
}

/** States how long a change and its return could have been missed. */
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

const wider: Readonly<Partial<Record<Range, Range>>> = { '24h': '7d', '7d': '90d' };

function Older({
  log: { value: feed, readOlder, isReading, olderFailure, oldest },
  range,
  onRange,
}: {
  readonly log: Read;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}) {
  if (!feed) return null;
  const next = wider[range];
  if (oldest === null)
    return next ? (
      <p className="no-print mt-3 text-text-2">
        That is all of {rangeNames[range]}.{' '}
        <button type="button" className="control ml-2 max-md:min-h-11" onClick={() => onRange(next)}>
          Show {rangeNames[next]}
        </button>
      </p>
    ) : null;
  if (feed.entries.length >= mostEntries)
    return (
      <p className="mt-3 text-text-2">
        {formatExact(mostEntries)} changes are held here at most; those before {formatDateTime(oldest)} are in
        the record, and in what <span className="mono">edgewatch history export</span> writes.
      </p>
    );
  return (
    <p className="no-print mt-3 text-text-2">
      <button type="button" className="control max-md:min-h-11" disabled={isReading} onClick={readOlder}>
        {isReading ? 'Loading older changes' : `Read changes before ${formatDateTime(oldest)}`}
      </button>
      {olderFailure && <span className="ml-3">Older changes could not be read: {olderFailure.why}.</span>}
    </p>
  );
}
