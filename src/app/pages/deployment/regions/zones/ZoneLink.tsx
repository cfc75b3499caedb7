import { Link } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { paths } from '#app/url/paths.ts';
import { type Zone, zoneLabel } from '#domain/regions/zones.ts';

export function ZoneLink({ zone, slug }: { readonly zone: Zone; readonly slug: string }) {
  const label = zoneLabel(zone);
  return zone.listed ? (
    <Link to={paths.regions(slug, { zone: zone.name })} className="link -my-0.5 block truncate py-0.5">
      {zone.name === null ? label : <Verbatim>{label}</Verbatim>}
    </Link>
  ) : (
    label
  );
}
