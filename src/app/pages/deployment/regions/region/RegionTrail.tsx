import { RegionCode } from '#app/components/records/RegionCode.tsx';
import { type Beside, Trail } from '#app/components/records/Trail.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { neighboursOf } from '#domain/regions/neighbours.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import type { RegionDetails } from './use-region.ts';

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
