import { Link } from 'react-router';
import { paths } from '#app/url/paths.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { FieldText } from './FieldValue.tsx';
import { Verbatim } from './Verbatim.tsx';

/** Region of a row with its city and zone, each as a link. */
export function RegionOf<Field extends string>({
  slug,
  row,
  field,
  lookups,
  inZone,
}: {
  readonly slug: string;
  readonly row: { readonly [Name in Field]: string | null };
  readonly field: Field;
  readonly lookups: Lookups;
  /** Returns the URL of the list filtered by the zone. */
  readonly inZone: (slug: string, search: { readonly zone: string }) => string;
}) {
  const code = row[field];
  const text = <FieldText record={row} field={field} value={code} form={{ kind: 'region-code' }} mono />;
  if (code === null || code === '') return text;
  const place = lookups.places.get(code);
  return (
    <>
      <Link className="underline underline-offset-3" to={paths.region(slug, code)}>
        {place?.name != null && (
          <>
            <Verbatim>{place.name}</Verbatim>{' '}
          </>
        )}
        {text}
      </Link>
      {place?.zone != null && (
        <>
          ,{' '}
          <Link className="link" to={inZone(slug, { zone: place.zone })}>
            <Verbatim>{place.zone}</Verbatim>
          </Link>
        </>
      )}
      {!place && lookups.places.size > 0 && ', unknown region'}
    </>
  );
}
