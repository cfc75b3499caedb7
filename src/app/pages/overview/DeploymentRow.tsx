import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed, useFreshness } from '#app/components/freshness/freshness-context.tsx';
import { RemedyLine } from '#app/components/freshness/RemedyLine.tsx';
import { Claimed, ClaimedSum, Count } from '#app/components/lists/Count.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { DeploymentName } from '#app/components/page/DeploymentName.tsx';
import { ContradictionSign } from '#app/components/severity/ContradictionSign.tsx';
import { Evidence } from '#app/components/severity/Evidence.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { Strip } from '#app/components/strips/Strip.tsx';
import { type KnownTotal, useKnownTotal } from '#app/observe/lists/known-total.ts';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { now, useSecond } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { availabilityOf, type Feed } from '#domain/answer/answer.ts';
import { ageOfResponse } from '#domain/answer/freshness.ts';
import { exact, firstOnly } from '#domain/lists/claim.ts';
import { readSum } from '#domain/lists/list-total.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { isGood } from '#domain/severity/severity.ts';
import { formatClock, formatExact } from '#domain/text/format.ts';
import { formatBytes } from '#domain/text/format-figures.ts';
import {
  contradictedClaim,
  furtherSentencesOf,
  lastKnownOf,
  troublesOf,
} from '#domain/verdict/evidence/trouble.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import type { RowSinceProps } from './RowSince.tsx';

const RowSince = lazyPart<RowSinceProps>(() => import('./RowSince.tsx'));

/** Row of one deployment: verdict, problems, start time, history, size and age. */
export function DeploymentRow({ deployment }: { readonly deployment: Deployment }) {
  const status = useStatus(deployment);
  const verdict = useVerdict(deployment);
  const lost = verdict.freshness === 'lost';
  const { answer } = status.feed;
  const failure = lost && availabilityOf(status.feed) !== 'not-offered' ? status.feed.failure : null;
  return (
    <Confirmed feeds={[status.feed]} also={verdict} as="li" className="relative border-b border-line">
      {lost && <span aria-hidden="true" className="hatch absolute inset-y-0 left-0 w-3.5 max-md:w-2" />}
      {lost && <span aria-hidden="true" className="hatch absolute inset-y-0 right-0 w-3.5 max-md:w-2" />}
      <div className="sheet grid min-h-[101px] items-center gap-x-8 gap-y-2 py-3 md:grid-cols-[15rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)_30rem]">
        <div className="flex min-w-0 items-center gap-4">
          <StatusGlyph severity={verdict.severity} size={26} />
          <div className="min-w-0">
            <Link
              to={paths.status(deployment.slug)}
              className="link block truncate text-[18px] leading-6 font-[600]"
            >
              <DeploymentName deployment={deployment} />
            </Link>
            <span className="block truncate text-text-3">
              <span className="mono">{deployment.shownUrl}</span>
              {deployment.demo && (
                <>
                  , demo<span className="sr-only"> data</span>
                </>
              )}
            </span>
          </div>
        </div>
        <div className="min-w-0">
          <p className="truncate">
            <span className={`word-of-${verdict.severity} text-[18px] leading-6 font-[600]`}>
              <Sentence clauses={[verdict.headline]} />
            </span>
            {verdict.freshness === 'fresh' && !isGood(verdict.severity) && (
              <span className="pl-2.5 text-[12.5px] text-text-2">
                <RowSince deployment={deployment} verdict={verdict} />
              </span>
            )}
          </p>
          <p
            className={`text-[12.5px] leading-[18px] text-text-2 max-md:min-h-9 ${failure ? 'line-clamp-4' : 'line-clamp-2'}`}
          >
            {failure && answer && <b>No contact since {formatClock(answer.receivedAt)}. </b>}
            <VerdictText verdict={verdict} slug={deployment.slug} />
            {failure && '.'}
          </p>
          {failure && (
            <p className="line-clamp-2 text-[12.5px] leading-[18px] text-text-2 max-md:line-clamp-3">
              <RemedyLine failure={failure} />
            </p>
          )}
          <div className="mt-1.5">
            <Strip slug={deployment.slug} label={deployment.name} height={22} present={verdict.severity} />
          </div>
        </div>
        <dl className="m-0 grid grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.5fr)] items-start gap-3 text-right max-lg:col-span-full max-lg:text-left max-md:grid-cols-3">
          <Size name="regions" slug={deployment.slug} source={useRegions(deployment)} />
          <Size name="nodes" slug={deployment.slug} source={useNodes(deployment)} />
          <Stored deployment={deployment} />
          <Cell name="components" className="">
            <span className="text-[18px] leading-6 font-[540]">
              {status.feed.answer ? <Count value={verdict.components.length} claim={exact} /> : '–'}
            </span>
          </Cell>
          <LastRead feed={status.feed} />
        </dl>
      </div>
    </Confirmed>
  );
}

/** Shows the age of the deployment's status document; if it is not fresh, also when it was last confirmed. */
function LastRead({ feed }: { readonly feed: Feed<unknown> }) {
  const time = Math.max(useSecond(), now());
  const freshness = useFreshness([feed]);
  const isOld = freshness === 'late' || freshness === 'lost';
  const vouchedAt = feed.answer && time - ageOfResponse(feed.answer, time);
  return (
    <Cell
      name={isOld && vouchedAt !== null ? `last confirmed ${formatClock(vouchedAt)}` : 'last read'}
      className="max-md:col-span-2"
    >
      <span className="inline-flex min-h-6 items-center text-[12px] leading-4 whitespace-normal">
        <FreshnessMark feeds={[feed]} verb="" words="age" />
      </span>
    </Cell>
  );
}

/**
 * Counts what is not good, each count with a link to its rows, and states contradictions. If nothing is wrong
 * or contradicted, it shows the evidence of the verdict.
 */
function VerdictText({ verdict, slug }: { readonly verdict: Verdict; readonly slug: string }) {
  const troubles = troublesOf(verdict);
  const claim = contradictedClaim(verdict);
  const lastKnown = lastKnownOf(verdict);
  if (lastKnown.length > 0) return <Sentence clauses={lastKnown} />;
  if (troubles.length === 0 && claim === null) return <Evidence verdict={verdict} />;
  const besides = furtherSentencesOf(verdict);
  return (
    <>
      {troubles.map(({ kind, figure, names, rows }, index) => (
        <Fragment key={kind}>
          {index > 0 && (troubles[index - 1]?.names.length === 0 ? ', ' : '; ')}
          <Link
            to={rowsOf[kind](slug, rows)}
            className="text-text underline underline-offset-3 hover:decoration-2"
          >
            <Sentence clauses={figure} />
          </Link>
          <Sentence clauses={names} />
        </Fragment>
      ))}
      {troubles.length > 0 && (isGood(verdict.severity) ? ' not operational. ' : '. ')}
      {claim && (
        <>
          <span className="inline-block translate-y-0.5 pr-1">
            <ContradictionSign />
          </span>
          <Sentence clauses={claim} />
          {besides.length > 0 && '. '}
        </>
      )}
      <Sentence clauses={besides} />
    </>
  );
}

const rowsOf = { component: paths.status, region: paths.regions, node: paths.nodes } as const;

function Cell({
  name,
  className,
  children,
}: {
  readonly name: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={`flex min-w-0 flex-col-reverse ${className}`}>
      <dt className="caption">{name}</dt>
      <dd className="m-0 truncate">{children}</dd>
    </div>
  );
}

/** Shows a figure of one list with its freshness; "not offered" or a dash if there is no figure. */
function Figure({
  source,
  known,
  children,
}: {
  readonly source: Source<unknown>;
  readonly known: KnownTotal | null;
  readonly children: ReactNode;
}) {
  if (source.availability === 'not-offered')
    return <span className="inline-flex min-h-6 items-center text-[12.5px] text-text-3">not offered</span>;
  if (!known && source.feed.answer === null)
    return <span className="text-[18px] leading-6 text-text-3">–</span>;
  return (
    <Confirmed feeds={[known?.feed ?? source.feed]} className="text-[18px] leading-6 font-[540]">
      {children}
    </Confirmed>
  );
}

function Size<Row>({
  name,
  slug,
  source,
}: {
  readonly name: string;
  readonly slug: string;
  readonly source: Source<Listing<Row>>;
}) {
  const { known, age } = useKnownTotal(slug, source);
  const figure = known ?? source.feed.answer?.value;
  return (
    <Cell name={[name, age ?? []].flat().join(', ')} className="">
      <Figure source={source} known={known}>
        {figure && <Claimed claim={figure.claim}>{formatExact(figure.count)}</Claimed>}
      </Figure>
    </Cell>
  );
}

function Stored({ deployment }: { readonly deployment: Deployment }) {
  const source = useBuckets(deployment);
  const { known, age } = useKnownTotal(deployment.slug, source);
  const listing = source.feed.answer?.value ?? null;
  const own = useListingResult(listing, 'bytes', (list) => list.sum({}, 'bytes'));
  const sum = known?.bytes ? readSum(known.bytes) : own;
  const claim = known?.claim ?? listing?.claim;
  return (
    // On a phone, the name of this figure with its completeness takes two lines.
    <Cell
      name={['stored', age ?? [], firstOnly(claim) ?? []].flat().join(', ')}
      className="justify-end max-md:min-h-14"
    >
      <Figure source={source} known={known}>
        {claim && sum && <ClaimedSum list={claim} sum={sum} format={formatBytes} />}
      </Figure>
    </Cell>
  );
}
