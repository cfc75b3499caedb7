import { Fragment } from 'react';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { ResourceHeading } from '#app/components/page/ResourceHeading.tsx';
import { LastSeen } from '#app/components/roster/LastSeen.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { paths } from '#app/url/paths.ts';
import { neighboursOf } from '#domain/regions/neighbours.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { formatExact } from '#domain/text/format.ts';
import { NodeStates } from './nodes/NodeStates.tsx';
import { RegionFacts } from './RegionFacts.tsx';
import type { RegionDetails, RegionProps } from './use-region.ts';

/** Maximum number of further rows with the same code whose states are stated. */
const mostRepeats = 4;

/**
 * Heading of a region's page: city, code and the region's own state, then the states of its nodes in a
 * separate sentence.
 */
export function Heading({ deployment, details }: RegionProps) {
  const { code, region, repeats, state, stateOf, lists, nodes, isReading, rows } = details;
  const { slug } = deployment;
  const { name: city = null, zone = null } = region ?? {};
  const { previous, next } = neighboursOf(rows, code);
  const besideOf = (row: RegionRow | undefined) =>
    row && {
      to: paths.region(slug, row.code ?? ''),
      label: <RegionCode code={row.code ?? ''} />,
      name: `${row.name ?? ''} ${row.code ?? ''}`.trim(),
    };
  return (
    <ResourceHeading
      deployment={deployment}
      trail={{
        steps: [
          { label: 'Regions', ...(lists.offered.length > 0 && { to: paths.regions(slug) }) },
          ...(zone === null ? [] : [{ label: <Verbatim>{zone}</Verbatim>, to: paths.regions(slug, { zone }) }]),
          { label: <RegionCode code={code} /> },
        ],
        around: { label: `Regions of ${zone}`, previous: besideOf(previous), next: besideOf(next) },
      }}
      feeds={[...lists.offered.map(({ source }) => source), nodes.source].flatMap(({ feed }) =>
        feed.answer ? [feed] : [],
      )}
      title={city === null ? code : `${city} ${code}`}
      name={
        <>
          {city !== null && <Verbatim>{city}</Verbatim>}{' '}
          {/* The monospace font of the code would increase the line height. */}
          <span className={`leading-none ${city === null ? '' : 'text-[0.72em] font-normal text-text-2'}`}>
            <RegionCode code={code} />
          </span>
        </>
      }
      subject={{
        kind: 'region',
        id: code,
        state: state ?? (isReading ? undefined : null),
        word: (region?.sent ?? region)?.status ?? null,
      }}
      facts={<RegionFacts deployment={deployment} details={details} />}
      className={`pb-4 ${keepsListsOf(deployment) ? 'min-h-22 max-md:min-h-46' : 'min-h-41 max-md:min-h-62'}`}
      below={<LastSeen slug={slug} subject="region" id={code} />}
    >
      {state ? '. ' : !isReading && `${absenceOf(lists)} `}
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
      <NodeStates nodes={nodes} state={state} slug={slug} code={code} />
    </ResourceHeading>
  );
}

function absenceOf({ offered, read }: RegionDetails['lists']): string {
  if (offered.length === 0) return 'This deployment offers no region list.';
  return read.length === 0 ? 'No region list could be read.' : 'Unknown region: no region list names it.';
}
