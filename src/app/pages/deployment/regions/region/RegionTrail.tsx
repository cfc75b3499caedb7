import type { Deployment } from '../../../../../contract/host.ts';
import { RegionCode } from '../../../../components/RegionCode.tsx';
import { type Beside, Trail } from '../../../../components/Trail.tsx';
import { Verbatim } from '../../../../components/Verbatim.tsx';
import { paths } from '../../../../paths.ts';
import type { RegionRow } from '../inventory.ts';
import { neighboursOf } from './neighbours.ts';
import type { RegionDetails } from './use-region.ts';

/** Where the page stands, and the way to the regions before and after it in its zone. */
export function RegionTrail({
  deployment: { slug },
  details: { code, region, lists, rows },
}: {
  readonly deployment: Deployment;
  readonly details: RegionDetails;
}) {
  const { previous, next } = neighboursOf(rows, code);
  const zone = region?.zone ?? null;
  const besideOf = (row: RegionRow): Beside => ({
    to: paths.region(slug, row.code ?? ''),
    label: <RegionCode code={row.code ?? ''} />,
    name: `${row.name ?? ''} ${row.code ?? ''}`.trim(),
  });
  return (
    <Trail
      steps={[
        { label: 'Regions', ...(lists.offered.length > 0 && { to: paths.regions(slug) }) },
        ...(zone === null ? [] : [{ label: <Verbatim>{zone}</Verbatim>, to: paths.regions(slug, { zone }) }]),
        { label: <RegionCode code={code} /> },
      ]}
      around={
        (previous ?? next) && {
          label: `Regions of ${zone}`,
          previous: previous && besideOf(previous),
          next: next && besideOf(next),
        }
      }
    />
  );
}
