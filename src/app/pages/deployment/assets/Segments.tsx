import { Link } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { BarFigure } from '#app/table/columns.tsx';
import type { ListView } from '#app/table/use-list-page.ts';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { paths } from '#app/url/paths.ts';
import type { Asset } from '#contract/resources.ts';
import { type CacheWord, orderWords, otherColour } from '#domain/figures/cache-shares.ts';
import { type Claim, claimOfSum, exact } from '#domain/lists/claim.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { meanBytes, type SegmentRow, segmentRows } from './segments.ts';

const named = 8;

const heads = [
  { label: 'Path' },
  { label: 'Assets', align: 'figure' },
  { label: 'Bytes', align: 'figure' },
  { label: 'Mean', align: 'right', wide: true, width: '7rem' },
  { label: 'Cache status', wide: true, width: '28%' },
  { label: 'HIT', align: 'right', wide: true, width: '4.5rem' },
] as const satisfies readonly Head[];

export function Segments({
  list: { deployment, source, listing },
  colours,
}: {
  readonly list: ListView<Asset>;
  readonly colours: ReadonlyMap<CacheWord, string>;
}) {
  const groups = useListingResult(listing, 'segments', (list) =>
    list.group({}, ['segment', 'cache_status'], ['bytes']),
  );
  const rows = segmentRows(groups ?? [], named);
  const most = {
    count: Math.max(0, ...rows.map(({ count }) => count)),
    bytes: Math.max(0, ...rows.map(({ bytes }) => Number(bytes.total))),
  };
  return (
    <Panel title="First path segment" aside="of what is listed" sources={[source]}>
      {groups && (
        <SmallTable label="Assets by first path segment" heads={heads}>
          {rows.map((row) => (
            <Row
              key={row.others > 0 ? 'others' : `segment ${row.segment}`}
              row={row}
              most={most}
              claim={listing?.claim ?? exact}
              colours={colours}
              slug={deployment.slug}
            />
          ))}
        </SmallTable>
      )}
    </Panel>
  );
}

/** Maximum number of path segments in the row of low charts. */
const mostInBand = 4;

/**
 * Lists the first path segments with the most assets in the row of low charts. Its figures have no links,
 * because the rows are too low as targets.
 */
export function SegmentsInBand({ list: { source, listing } }: { readonly list: ListView<Asset> }) {
  const groups = useListingResult(listing, 'segments', (list) =>
    list.group({}, ['segment', 'cache_status'], ['bytes']),
  );
  const claim = listing?.claim ?? exact;
  return (
    <Panel title="First path segment" note="assets, bytes" sources={[source]} inBand>
      <ul aria-label="Assets by first path segment" className="m-0 list-none p-0 text-[12px] leading-[17px]">
        {segmentRows(groups ?? [], mostInBand).map(({ segment, others, count, bytes }) => (
          <li
            key={others > 0 ? 'others' : `segment ${segment}`}
            className="grid grid-cols-[minmax(0,1fr)_4rem_5rem] gap-x-2 text-right"
          >
            <span className="truncate text-left">
              {others > 0 ? (
                <span className="text-text-2">{formatExact(others)} others</span>
              ) : segment === null ? (
                'no path'
              ) : (
                <Verbatim className="mono">{segment}</Verbatim>
              )}
            </span>
            <Claimed claim={claim}>{formatExact(count)}</Claimed>
            <Claimed claim={claimOfSum(claim, bytes)}>{formatBytes(bytes.total)}</Claimed>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Row({
  row,
  most,
  claim,
  colours,
  slug,
}: {
  readonly row: SegmentRow;
  readonly most: { readonly count: number; readonly bytes: number };
  readonly claim: Claim;
  readonly colours: ReadonlyMap<CacheWord, string>;
  readonly slug: string;
}) {
  const mean = meanBytes(row);
  return (
    <tr>
      <Cell head={heads[0]}>
        {row.others > 0 ? (
          <span className="text-text-2">{formatExact(row.others)} others</span>
        ) : (
          <Link className="link" to={paths.assets(slug, { segment: row.segment })}>
            {row.segment === null ? 'no path' : <Verbatim className="mono">{row.segment}</Verbatim>}
          </Link>
        )}
      </Cell>
      <Cell head={heads[1]}>
        <BarFigure value={row.count} most={most.count}>
          <Claimed claim={claim}>{formatExact(row.count)}</Claimed>
        </BarFigure>
      </Cell>
      <Cell head={heads[2]}>
        <BarFigure value={row.bytes.total} most={most.bytes}>
          <Claimed claim={claimOfSum(claim, row.bytes)}>
            <span title={formatBytesExact(row.bytes.total)}>{formatBytes(row.bytes.total)}</span>
          </Claimed>
        </BarFigure>
      </Cell>
      <Cell head={heads[3]} className="drains text-text-2">
        {formatBytes(mean)}
      </Cell>
      <Cell head={heads[4]}>
        <Words row={row} colours={colours} />
      </Cell>
      <Cell head={heads[5]} className="drains">
        {formatPercent(row.words.get('HIT') ?? 0, row.count)}
      </Cell>
    </tr>
  );
}

function Words({
  row,
  colours,
}: {
  readonly row: SegmentRow;
  readonly colours: ReadonlyMap<CacheWord, string>;
}) {
  const words = orderWords([...row.words.keys()]);
  const label = words
    .map((word) => `${word ?? 'not provided'} ${formatExact(row.words.get(word) ?? 0)}`)
    .join(', ');
  return (
    <span
      role="img"
      aria-label={label.slice(0, 500)}
      title={label.slice(0, 500)}
      className="drains-fill flex h-2 gap-px"
    >
      {words.map((word) => (
        <span
          key={`word ${word}`}
          style={{
            background: colours.get(word) ?? otherColour,
            width: `${((row.words.get(word) ?? 0) / row.count) * 100}%`,
          }}
        />
      ))}
    </span>
  );
}
