import { Fragment } from 'react';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { RegionCode } from '#app/components/records/RegionCode.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { LastSeen } from '#app/components/roster/LastSeen.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { Deployment } from '#contract/host.ts';
import { formatExact } from '#domain/text/format.ts';
import { Facts } from './Facts.tsx';
import { NodeStates } from './nodes/NodeStates.tsx';
import type { RegionDetails } from './use-region.ts';

/** Further rows with the same code that are mentioned. */
const mostRepeats = 4;

const StateSince = lazyPart(() => import('#app/components/timeline/StateSince.tsx'));
const SeenBesideRecord = lazyPart(
  () => import('#app/components/timeline/SeenBesideRecord.tsx'),
  () => <div className="mt-1 h-[53px] basis-full" />,
);

/** City, code and the region's own state; the states of its nodes separately. */
export function Heading({
  deployment,
  details,
}: {
  readonly deployment: Deployment;
  readonly details: RegionDetails;
}) {
  const { code, region, repeats, state, stateOf, lists, nodes, isReading } = details;
  const resting = [...lists.offered.map(({ source }) => source), nodes.source].filter(
    (source) => source.feed.answer,
  );
  const city = region?.name ?? null;
  return (
    <Vouched
      feeds={resting.map((source) => source.feed)}
      as="header"
      className={`flex flex-wrap content-start items-start justify-between gap-x-10 gap-y-3 pt-1 pb-4 ${keepsListsOf(deployment) ? 'min-h-22 max-md:min-h-46' : 'min-h-41 max-md:min-h-62'}`}
    >
      <div className="flex min-w-0 flex-1 basis-96 items-start gap-4">
        {state ? (
          <StatusGlyph severity={state.severity} size={34} className="mt-1 max-md:size-7" />
        ) : (
          isReading && <span className="size-8.5 shrink-0 max-md:size-7" />
        )}
        <div className="min-w-0">
          <PageTitle
            title={`${city === null ? code : `${city} ${code}`}, ${deployment.name}`}
            className="entity-title wrap-anywhere max-md:text-[28px] max-md:leading-[34px]"
          >
            {city !== null && <Verbatim>{city}</Verbatim>}{' '}
            {/* Its monospace font would increase the line height. */}
            <span className={`leading-none ${city === null ? '' : 'text-[0.72em] font-normal text-text-2'}`}>
              <RegionCode code={code} />
            </span>
          </PageTitle>
          <div className="lead mt-0.5 max-w-3xl max-md:min-h-11">
            {state ? (
              <>
                <StatusWord state={state} />
                <StateSince
                  deployment={deployment}
                  kind="region"
                  id={code}
                  word={(region?.sent ?? region)?.status ?? null}
                />
                .{' '}
                {repeats.length > 0 && (
                  <>
                    Listed {formatExact(repeats.length + 1)} times, the worst is shown; also{' '}
                    {repeats.slice(0, mostRepeats).map((row, index) => (
                      <Fragment key={index}>
                        {index > 0 && ', '}
                        <StatusWord state={stateOf(row)} className="lowercase" />
                      </Fragment>
                    ))}
                    .{' '}
                  </>
                )}
              </>
            ) : (
              !isReading && `${absenceOf(lists)} `
            )}
            <NodeStates nodes={nodes} state={state} slug={deployment.slug} code={code} />
          </div>
          <LastSeen slug={deployment.slug} subject="region" id={code} />
        </div>
      </div>
      <Facts deployment={deployment} details={details} />
      {region && !keepsListsOf(deployment) && (
        <SeenBesideRecord deployment={deployment} subject="region" id={code} label={code.slice(0, 80)} />
      )}
    </Vouched>
  );
}

function absenceOf({ offered, read }: RegionDetails['lists']): string {
  if (offered.length === 0) return 'This deployment offers no region list.';
  return read.length === 0 ? 'No region list could be read.' : 'Unknown region: no region list names it.';
}
