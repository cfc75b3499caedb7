import { CacheWord as Word } from '#app/components/fields/CacheWord.tsx';
import { FieldText, Flawed } from '#app/components/fields/FieldValue.tsx';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { type Share, ShareBar } from '#app/components/severity/ShareBar.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Asset } from '#contract/resources.ts';
import { type CacheWord, cacheColours, cacheShares, otherColour } from '#domain/figures/cache-shares.ts';
import { totalOf } from '#domain/figures/ranking.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import type { RegionProps } from './use-region.ts';

const shown = 8;

/**
 * Panel of the region's assets. Assets name no region, so all assets in the region's response belong to it.
 */
export function Assets({ details }: RegionProps) {
  const { source, isRequestable, isFilterIgnored, words } = details.assets;
  const listing = isRequestable ? (source.feed.answer?.value ?? null) : null;
  return (
    <Panel
      title="Assets"
      note={
        listing &&
        !isFilterIgnored && (
          <>
            of <Claimed claim={listing.claim}>{formatExact(listing.count)}</Claimed> listed
          </>
        )
      }
      aside="cache status, as sent"
      sources={isRequestable ? [source] : []}
    >
      {!isRequestable && (
        <EmptyState>
          <RegionCode code={details.code} /> is not of the documented form, so its assets can’t be requested,
          and assets do not state their region.
        </EmptyState>
      )}
      {isRequestable && isFilterIgnored && (
        <EmptyState>
          The response for <RegionCode code={details.code} /> is the same as without a region: the service
          appears to ignore the filter, so nothing is known about this region.
        </EmptyState>
      )}
      {listing && !isFilterIgnored && <Shares listing={listing} everywhere={words} />}
    </Panel>
  );
}

/**
 * Returns the share of each cache word. `everywhere` has the cache words of all assets, so that a word has
 * the same colour as in the chart of all assets.
 */
function sharesOf(groups: readonly Group[], everywhere: readonly CacheWord[], claim: Claim): readonly Share[] {
  const total = totalOf(groups, null);
  const colours = cacheColours([...everywhere, ...groups.map(({ key: [word = null] }) => word)]);
  return cacheShares(groups, colours).map(({ word, count, others }) => ({
    key: others > 0 ? 'others' : `word ${word}`,
    label: others > 0 ? `${formatExact(others)} other words` : <Word word={word} />,
    value: count,
    figure: (
      <>
        <Claimed claim={claim}>{formatExact(count)}</Claimed>, {formatPercent(count, total)}
      </>
    ),
    colour: colours.get(word) ?? otherColour,
  }));
}

function Shares({
  listing,
  everywhere,
}: {
  readonly listing: Listing<Asset>;
  readonly everywhere: readonly CacheWord[];
}) {
  const groups = useListingResult(listing, 'cache', (list) => list.group({}, ['cache_status']));
  const largest = useListingResult(listing, 'largest', async (list) => {
    const rows = await list.rows({ sort: [{ field: 'bytes', descending: true }] });
    return rows.slice(0, shown);
  });
  if (listing.count === 0) return <EmptyState>No assets are listed here.</EmptyState>;
  return (
    <>
      <div className="pt-2 pb-2">
        {groups && <ShareBar shares={sharesOf(groups, everywhere, listing.claim)} label="Cache status" />}
      </div>
      <ol aria-label="Largest assets" className="m-0 list-none p-0">
        {largest?.map((asset, index) => (
          <li
            key={`${asset.id} ${index}`}
            className="grid grid-cols-[1fr_6rem_4.5rem] items-center gap-x-3 border-b border-line py-0.5"
          >
            <span className="truncate" title={asset.path ?? undefined}>
              <FieldText record={asset} field="path" value={asset.path} form={{ kind: 'path' }} mono />
            </span>
            <span className="truncate text-[12px] text-text-2">
              <FieldText
                record={asset}
                field="cache_status"
                value={asset.cache_status}
                form={{ kind: 'upper-case' }}
              />
            </span>
            <span className="drains text-right">
              {asset.bytes === null ? (
                <Flawed record={asset} field="bytes" />
              ) : (
                <span title={formatBytesExact(asset.bytes)}>{formatBytes(asset.bytes)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
