import { Link } from 'react-router';
import { Count } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Application } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { idleBandLabel, idleBands } from '#domain/numbers/idle-bands.ts';
import { formatPercent } from '#domain/text/format-shares.ts';

/**
 * Shows the number of applications per range of time since last use, most recent first. A range links to its
 * rows in the table; the chosen range links to the unfiltered table.
 */
export function Bands({
  listing,
  slug,
  chosen,
}: {
  readonly listing: Listing<Application>;
  readonly slug: string;
  /** Ranges of last use in the table's filter; empty without a filter. `null`: never or unreadable. */
  readonly chosen: readonly (string | null)[];
}) {
  const groups = useListingResult(listing, 'used', (list) => list.group({}, ['used'])) ?? [];
  const countOf = (band: string | null) => groups.find(({ key: [key = null] }) => key === band)?.count ?? 0;
  return (
    <ul
      aria-label="Applications by last use"
      className="m-0 grid list-none grid-cols-3 border-t border-line-strong p-0 md:grid-cols-6"
    >
      {[...idleBands, null].map((band) => (
        <Band
          key={band}
          band={band}
          count={countOf(band)}
          listing={listing}
          to={paths.applications(slug, chosen.includes(band) ? {} : { used: band })}
          isChosen={chosen.includes(band)}
        />
      ))}
    </ul>
  );
}

function Band({
  band,
  count,
  listing,
  to,
  isChosen,
}: {
  readonly band: string | null;
  readonly count: number;
  readonly listing: Listing<Application>;
  readonly to: string;
  readonly isChosen: boolean;
}) {
  return (
    <li className="min-w-0 border-line md:border-l md:first:border-l-0 md:first:*:pl-0">
      <Link
        to={to}
        aria-current={isChosen ? 'true' : undefined}
        className={`block py-1.5 no-underline hover:bg-s2 md:px-3 ${isChosen ? 'bg-s2' : ''}`}
      >
        <span className="block truncate text-[12px] leading-4 text-text-2">
          {band === null ? 'Never or unreadable' : idleBandLabel(band)}
        </span>
        <span className="flex items-baseline gap-2">
          <b className="text-[18px] leading-6 font-[560]">
            <Count value={count} claim={listing.claim} />
          </b>
          <span className="drains text-[12px] text-text-3">{formatPercent(count, listing.count)}</span>
        </span>
        <span aria-hidden="true" className="drains-fill mt-0.5 block h-1">
          <span
            className="block h-full bg-data"
            style={{ width: `${(count / listing.count) * 100}%`, minWidth: count > 0 ? 2 : 0 }}
          />
        </span>
      </Link>
    </li>
  );
}
