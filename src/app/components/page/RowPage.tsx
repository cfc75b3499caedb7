import type { ReactNode } from 'react';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { RawRow } from '../fields/RawRow.tsx';
import { Verbatim } from '../fields/Verbatim.tsx';
import { type Named, ResourcePage } from './ResourcePage.tsx';

/** Maximum number of rows with the same id that the page shows. */
const mostRows = 20;

const whetherItMayExist = {
  exact: 'The list is complete.',
  'known-regions':
    'All known regions were read completely, so it can exist only in a region that no list names.',
  'at-least': 'The list is truncated, so it may still exist.',
} as const;

/** Page of the first row that has the id. Further rows with the id are in a collapsed section above it. */
export function RowPage<Row extends object>({
  source,
  listing,
  list,
  children,
  ...named
}: Named & {
  readonly source: Source<Listing<Row>>;
  /** The list with the row; `null` until it is read. */
  readonly listing: Listing<Row> | null;
  /** URL of the page with all rows. */
  readonly list: string;
  readonly children: (row: Row, listing: Listing<Row>) => ReactNode;
}) {
  const { noun, id } = named;
  const rows = useListingResult(listing, id, async (of) => {
    const same = await of.rows({ where: { id: [id] } });
    return { first: await same.slice(0, mostRows), count: same.count };
  });
  return (
    <ResourcePage
      {...named}
      source={source}
      found={listing && rows ? (rows.first[0] ?? null) : undefined}
      absence={
        listing && {
          sources: [source],
          reason: (
            <>
              <Verbatim className="mono">{id}</Verbatim> is not among the {formatExact(listing.count)}{' '}
              {noun.many} listed. {whetherItMayExist[listing.claim.kind]}
            </>
          ),
          back: { to: list, label: `All ${noun.many}` },
        }
      }
    >
      {(row) => (
        <>
          {rows && rows.count > 1 && (
            <details className="pt-4 text-text-2">
              <summary className="cursor-pointer">
                {plural(rows.count, 'row')} of the list carry this id. The first is shown; show the others.
              </summary>
              {rows.first.slice(1).map((other, index) => (
                <RawRow key={index} record={other} />
              ))}
              {rows.count > mostRows && <p>And {formatExact(rows.count - mostRows)} more.</p>}
            </details>
          )}
          {listing && children(row, listing)}
        </>
      )}
    </ResourcePage>
  );
}
