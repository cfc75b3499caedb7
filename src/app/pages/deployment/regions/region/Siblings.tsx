import { Link } from 'react-router';
import { Claimed } from '#app/components/lists/Count.tsx';
import { RegionCode } from '#app/components/records/RegionCode.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { EmptyState, Panel, Skeleton } from '#app/components/vouching/Panel.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { chosenOf, neighboursOf } from '#domain/regions/neighbours.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import type { State } from '#domain/severity/classify.ts';
import { isGood } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import type { RegionDetails } from './use-region.ts';

const mostShown = 16;

export function Siblings({
  deployment,
  details,
}: {
  readonly deployment: Deployment;
  readonly details: RegionDetails;
}) {
  const { rows, region, stateOf, isReading, code, lists } = details;
  const { all } = neighboursOf(rows, code);
  const zone = region?.zone ?? null;
  const isTroubled = (row: RegionRow) => !isGood(stateOf(row).severity);
  const shown = chosenOf(all, code, isTroubled, mostShown);
  return (
    <Panel
      title={zone === null ? 'Regions of the zone' : `Regions in ${zone.slice(0, 40)}`}
      note={
        all.length > 0 && (
          <Link to={paths.regions(deployment.slug, { zone })} className="underline-offset-3 hover:underline">
            <Claimed claim={lists.claim}>{formatExact(all.length)}</Claimed>
          </Link>
        )
      }
      sources={[lists.preferred]}
      className="[--room:15rem]"
      also={lists.offered.slice(1).map(({ source }) => source)}
    >
      {!region && isReading ? (
        <Skeleton />
      ) : zone === null ? (
        <EmptyState>No region list names its zone.</EmptyState>
      ) : (
        <ul aria-label={`Regions in ${zone.slice(0, 40)}`} className="one-line m-0 list-none p-0">
          {shown.map((row) => (
            <Sibling
              key={row.code}
              row={row}
              state={stateOf(row)}
              current={row.code === code}
              deployment={deployment}
            />
          ))}
        </ul>
      )}
      {shown.length < all.length && (
        <p className="caption m-0 pt-1.5">
          {formatExact(shown.length)} shown.{' '}
          <Link to={paths.regions(deployment.slug, { zone })} className="underline underline-offset-3">
            All {formatExact(all.length)} regions
          </Link>
        </p>
      )}
    </Panel>
  );
}

function Sibling({
  row,
  state,
  current,
  deployment,
}: {
  readonly row: RegionRow;
  readonly state: State;
  readonly current: boolean;
  readonly deployment: Deployment;
}) {
  return (
    <li
      className={`grid grid-cols-[0.75rem_3.25rem_1fr_auto] items-center gap-x-2 border-b border-line py-0.5 ${current ? 'bg-s2 font-[580]' : ''}`}
    >
      <StatusGlyph severity={state.severity} size={10} />
      <span className="truncate">
        <RegionCode code={row.code ?? ''} />
      </span>
      <span className="truncate">
        {current ? (
          <span aria-current="page">{row.name ?? 'not provided'}</span>
        ) : (
          <Link to={paths.region(deployment.slug, row.code ?? '')} className="link">
            {row.name === null ? 'not provided' : <Verbatim>{row.name}</Verbatim>}
          </Link>
        )}
      </span>
      <StatusWord state={state} className="truncate" />
    </li>
  );
}
