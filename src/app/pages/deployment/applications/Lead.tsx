import { Link } from 'react-router';
import { Completeness } from '#app/components/lists/Completeness.tsx';
import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Application } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';

interface Idle {
  readonly all: number;
  /** Number of idle applications that have the scope `write` (API document, part 2). */
  readonly write: number;
}

async function idleOf(listing: Listing<Application>): Promise<Idle> {
  const where = { used: ['older'] };
  const [all, write] = await Promise.all([
    listing.rows({ where }),
    listing.rows({ where: { ...where, scopes: ['write'] } }),
  ]);
  return { all: all.count, write: write.count };
}

/**
 * Introduces the list of applications, such as "24 registered. The list is complete. 3 not used for over 90
 * d, 1 of them with the scope write."
 */
export function Lead({ listing, slug }: { readonly listing: Listing<Application>; readonly slug: string }) {
  const idle = useListingResult(listing, 'idle', idleOf);
  return (
    <p className="lead min-w-0">
      <b>
        <Count value={listing.count} claim={listing.claim} />
      </b>{' '}
      registered. <Completeness claim={listing.claim} />{' '}
      {idle && idle.all > 0 && (
        <>
          <Link className="link" to={paths.applications(slug, { used: 'older', sort: 'last_used_at' })}>
            <b>
              <Claimed claim={listing.claim}>{formatExact(idle.all)}</Claimed>
            </b>{' '}
            not used for over 90&nbsp;d
          </Link>
          {idle.write > 0 && (
            <>
              ,{' '}
              <Link
                className="link"
                to={paths.applications(slug, { used: 'older', scopes: 'write', sort: 'last_used_at' })}
              >
                <Claimed claim={listing.claim}>{formatExact(idle.write)}</Claimed> of them with the scope write
              </Link>
            </>
          )}
          .{' '}
        </>
      )}
      The service doesn’t state how scopes limit requests.
    </p>
  );
}
