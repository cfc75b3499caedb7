import { Link } from 'react-router';
import type { Deployment } from '../../../../../contract/host.ts';
import { Verbatim } from '../../../../components/Verbatim.tsx';
import { paths } from '../../../../paths.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import type { RegionRow } from '../inventory.ts';
import { Code } from './Code.tsx';
import { neighboursOf } from './neighbours.ts';
import type { RegionDetails } from './use-region.ts';

/** Where the page stands, and the way to the regions before and after it in its zone. */
export function Trail({
  deployment,
  details,
}: {
  readonly deployment: Deployment;
  readonly details: RegionDetails;
}) {
  const { slug } = deployment;
  const { code, region, lists, rows } = details;
  const { previous, next } = neighboursOf(rows, code);
  const zone = region?.zone ?? null;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 pt-3 text-text-2">
      <nav aria-label="Breadcrumb">
        <ol className="m-0 flex list-none flex-wrap gap-x-2 p-0">
          <li>
            {lists.offered.length > 0 ? (
              <Link className="link" to={paths.regions(slug)}>
                Regions
              </Link>
            ) : (
              'Regions'
            )}
          </li>
          {zone !== null && (
            <li>
              <Divider />
              <Link className="link" to={paths.regions(slug, { zone })}>
                <Verbatim>{zone}</Verbatim>
              </Link>
            </li>
          )}
          <li aria-current="page">
            <Divider />
            <Code code={code} />
          </li>
        </ol>
      </nav>
      {previous && next && (
        <nav aria-label={`Regions of ${zone}`} className="flex gap-x-5">
          <Step slug={slug} row={previous} rel="Previous" />
          <Step slug={slug} row={next} rel="Next" />
        </nav>
      )}
    </div>
  );
}

function Divider() {
  return (
    <span aria-hidden="true" className="mr-2 text-text-3">
      /
    </span>
  );
}

function Step({
  slug,
  row,
  rel,
}: {
  readonly slug: string;
  readonly row: RegionRow;
  readonly rel: 'Previous' | 'Next';
}) {
  const caret = <Icon name="caret" className={`size-3.5 ${rel === 'Next' ? '-rotate-90' : 'rotate-90'}`} />;
  return (
    <Link
      to={paths.region(slug, row.code ?? '')}
      className="link inline-flex items-center gap-1"
      aria-label={`${rel} in the zone: ${row.name ?? ''} ${row.code ?? ''}`}
    >
      {rel === 'Previous' && caret}
      <Code code={row.code ?? ''} />
      {rel === 'Next' && caret}
    </Link>
  );
}
