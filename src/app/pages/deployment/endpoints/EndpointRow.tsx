import { Link } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { FreshnessProvider, useFreshness } from '#app/components/freshness/freshness-context.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import type { LatencyReading } from '#app/observe/session/session-log.ts';
import { Cell, type Head } from '#app/ui/elements/SmallTable.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { searchOf } from '#app/url/paths.ts';
import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { isKnownFinding } from '#domain/answer/known-findings.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { formatClock, formatDateTime, formatExact, plural } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';
import { compareCacheControl } from './answer/cache-control.ts';
import { AgeGauge } from './Gauge.tsx';
import { LatencyLine } from './LatencyLine.tsx';
import { summarise } from './latency.ts';
import { Reason, StateCell } from './StateCell.tsx';
import type { Reading } from './use-endpoints.ts';

/** Loaded lazily, because neither the verdict nor a row waits for the history. */
const CoverageCell = lazyPart<{ readonly path: EndpointPath }>(
  () => import('./CoverageCell.tsx'),
  () => <div className="h-5" />,
);

export const heads = [
  { label: 'Endpoint', width: '10.8rem' },
  { label: 'State', width: '9.2rem' },
  { label: 'Last answer', wide: 'desk', width: '5.6rem' },
  { label: 'Latency here', wide: 'desk', width: '8.4rem' },
  { label: 'Median', align: 'right', wide: 'desk', width: '4.5rem' },
  { label: 'p95', align: 'right', wide: 'desk', width: '4.5rem' },
  { label: 'Age, of its lifetime', wide: true },
  { label: 'Cache-Control sent', wide: true },
  { label: 'Items', wide: true, width: '6.4rem' },
  { label: 'Bytes', align: 'right', wide: 'desk', width: '4.6rem' },
  { label: 'Findings', align: 'right', wide: true, width: '4.4rem' },
] as const satisfies readonly Head[];

/**
 * Number of columns right of the state on a desktop; `tabletColumns` on a narrower screen. Without a
 * response, one text spans these columns.
 */
const deskColumns = heads.length - 2;
const tabletColumns = heads.filter((head) => 'wide' in head && head.wide === true).length;

export function EndpointRow({
  reading,
  fault,
  latencies,
  isChosen,
}: {
  readonly reading: Reading;
  /** Whether absent endpoints are a fault: `all` if the deployment offers none at all, else `none`. */
  readonly fault: 'none' | 'all';
  readonly latencies: readonly LatencyReading[];
  /** Whether the response of this endpoint is shown below the table. */
  readonly isChosen: boolean;
}) {
  const { path, feed, state } = reading;
  const freshness = useFreshness([feed]);
  const absent = state === 'not-offered';
  return (
    <FreshnessProvider value={freshness}>
      <tr data-freshness={freshness} className="h-12 align-middle *:align-middle max-md:h-[81px]">
        <Cell head={heads[0]} className="relative overflow-visible!">
          {freshness === 'lost' && (
            <span
              aria-hidden="true"
              className="hatch absolute inset-y-0 -left-6 w-3.5 max-md:-left-4 max-md:w-2.5"
            />
          )}
          <Link
            className={`link mono ${absent ? 'text-text-3' : ''}`}
            aria-current={isChosen ? 'true' : undefined}
            title="Raw: request, headers, body"
            to={{ search: searchOf({ answer: path }), hash: 'as-sent' }}
            preventScrollReset
          >
            {path}
          </Link>
          <span className="block whitespace-normal text-text-2 md:hidden">
            {feed.answer ? (
              <Summary reading={reading} answer={feed.answer} />
            ) : (
              <Silence reading={reading} fault={fault} />
            )}
          </span>
        </Cell>
        <Cell head={heads[1]} className="whitespace-normal!">
          <StateCell feed={feed} state={state} />
          {!absent && <CoverageCell path={path} />}
        </Cell>
        {feed.answer ? (
          <Answered reading={reading} answer={feed.answer} latencies={latencies} />
        ) : (
          <>
            <td colSpan={deskColumns} className="whitespace-normal! text-text-2 max-lg:hidden">
              <Silence reading={reading} fault={fault} />
            </td>
            <td colSpan={tabletColumns} className="whitespace-normal! text-text-2 max-md:hidden lg:hidden">
              <Silence reading={reading} fault={fault} />
            </td>
          </>
        )}
      </tr>
    </FreshnessProvider>
  );
}

function Silence({ reading, fault }: { readonly reading: Reading; readonly fault: 'none' | 'all' }) {
  const { feed, state, goneSince } = reading;
  if (!feed.failure) return 'Asked now.';
  return (
    <>
      {state === 'no-longer-offered' && goneSince !== null
        ? `No longer offered since ${formatDateTime(goneSince)}. `
        : state !== 'not-offered' && 'Never responded here. '}
      <Reason feed={feed} />
      {state === 'not-offered' && fault === 'none' && ' Not a fault.'}
    </>
  );
}

/** Counts the findings of a response that the configuration does not list as known. */
function useNews({ findings }: Answer<unknown>): number {
  const { departures } = useDeployment();
  return findings.filter((finding) => !isKnownFinding(finding, departures)).length;
}

/** Shows age, items and new findings of a response on a phone, where the table has no columns for them. */
function Summary({ reading, answer }: { readonly reading: Reading; readonly answer: Answer<unknown> }) {
  const findings = useNews(answer);
  return (
    <>
      <AgeGauge answer={answer} />
      <span className="mt-1 flex gap-x-3 whitespace-nowrap">
        <Items reading={reading} />
        {findings > 0 && <span>{plural(findings, 'finding')}</span>}
      </span>
    </>
  );
}

function Answered({
  reading,
  answer,
  latencies,
}: {
  readonly reading: Reading;
  readonly answer: Answer<unknown>;
  readonly latencies: readonly LatencyReading[];
}) {
  const findings = useNews(answer);
  const { median, p95, answered: responded, failed } = summarise(latencies);
  const tries = `${plural(responded, 'response')} timed since this page opened${failed > 0 ? `, ${plural(failed, 'try', 'tries')} failed` : ''}`;
  return (
    <>
      <Cell head={heads[2]} className="drains">
        {formatClock(answer.receivedAt)}
        <span className="caption block text-text-2">
          {latency(answer.latencyMilliseconds) ?? 'with the page'}
        </span>
      </Cell>
      <Cell head={heads[3]}>
        <LatencyLine readings={latencies} />
      </Cell>
      <Cell head={heads[4]} className="drains">
        <span title={tries}>{latency(median) ?? '–'}</span>
      </Cell>
      <Cell head={heads[5]} className="drains text-text-2">
        <span title={tries}>{latency(p95) ?? '–'}</span>
      </Cell>
      <Cell head={heads[6]}>
        <AgeGauge answer={answer} />
      </Cell>
      <Cell head={heads[7]}>
        <Header path={reading.path} sent={answer.headers.cacheControl} />
      </Cell>
      <Cell head={heads[8]} className="drains">
        <Items reading={reading} />
      </Cell>
      <Cell head={heads[9]} className="drains">
        <span title={formatBytesExact(answer.bytes)}>{formatBytes(answer.bytes)}</span>
      </Cell>
      <Cell head={heads[10]} className="drains">
        {answer.findings.length === 0 ? (
          <span className="text-text-3">none</span>
        ) : (
          <a className={`link ${findings === 0 ? 'text-text-3' : 'font-[560]'}`} href="#findings">
            {findings === 0 ? `${formatExact(answer.findings.length)} known` : formatExact(findings)}
          </a>
        )}
      </Cell>
    </>
  );
}

function latency(milliseconds: number | null): string | null {
  return milliseconds === null ? null : `${formatExact(Math.round(milliseconds))}\u00a0ms`;
}

function Header({ path, sent }: { readonly path: EndpointPath; readonly sent: string | null }) {
  const { verdict, words } = compareCacheControl(sent, endpointAt(path).cacheControl);
  return (
    <>
      {sent === null ? (
        <span className="text-text-2">none sent</span>
      ) : (
        <Verbatim className="mono whitespace-normal">{sent}</Verbatim>
      )}
      <span
        className={`caption block whitespace-normal ${verdict === 'differs' ? 'font-[560] text-text' : 'text-text-3'}`}
      >
        {words}
      </span>
    </>
  );
}

function extentInWords(claim: Claim): string {
  if (claim.kind === 'exact') return 'complete';
  return claim.kind === 'known-regions' ? `in ${plural(claim.regions, 'known region')}` : 'not all';
}

function Items({ reading }: { readonly reading: Reading }) {
  const { list } = reading;
  if (!list) return <span className="text-text-2">one document</span>;
  return (
    <>
      <Claimed claim={list.claim}>{formatExact(list.count)}</Claimed>
      <span className="caption block truncate text-text-2 max-md:self-center">{extentInWords(list.claim)}</span>
    </>
  );
}
