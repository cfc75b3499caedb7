import { Link } from 'react-router';
import type { Placed } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { formatExact } from '#domain/text/format.ts';
import { RegionCode } from '../components/fields/RegionCode.tsx';
import { Verbatim } from '../components/fields/Verbatim.tsx';
import { paths } from '../url/paths.ts';

const shownAtOnce = 6;

/** Lists the regions that the map cannot place, and those with an uncertain place. */
export function NotOnTheMap({
  unplaced,
  placed,
  slug,
}: {
  readonly unplaced: readonly RegionRow[];
  readonly placed: readonly Placed<RegionRow>[];
  readonly slug: string;
}) {
  const doubtful = placed.filter(({ location }) => location.doubt !== null);
  return (
    <>
      {unplaced.length > 0 && (
        <Tray title={`${formatExact(unplaced.length)} not on the map`} rows={unplaced} slug={slug} />
      )}
      {doubtful.length > 0 && (
        <Tray
          title={`${formatExact(doubtful.length)} at an uncertain place, because other places have the same name`}
          rows={doubtful.map(({ region }) => region)}
          slug={slug}
        />
      )}
    </>
  );
}

function Tray({
  title,
  rows,
  slug,
}: {
  readonly title: string;
  readonly rows: readonly RegionRow[];
  readonly slug: string;
}) {
  const names = (some: readonly RegionRow[]) => (
    <ul className="m-0 inline list-none p-0">
      {some.map((row, index) => (
        <li
          key={`${row.code} ${row.name} ${index}`}
          className="inline after:content-[',_'] last:after:content-none"
        >
          <RegionName row={row} slug={slug} />
        </li>
      ))}
    </ul>
  );
  if (rows.length <= shownAtOnce)
    return (
      <p className="caption py-0.5">
        {title}: {names(rows)}
      </p>
    );
  return (
    <details className="caption py-0.5">
      <summary className="cursor-pointer">{title}</summary>
      {names(rows)}
    </details>
  );
}

function RegionName({ row, slug }: { readonly row: RegionRow; readonly slug: string }) {
  const words = [row.name, row.country].filter((part) => part !== null && part !== '').join(', ');
  const text = words === '' ? 'no city given' : words;
  if (row.code === null) return <Verbatim>{text.slice(0, 60)}</Verbatim>;
  return (
    <Link to={paths.region(slug, row.code)} className="link text-text-2">
      <Verbatim>{text.slice(0, 60)}</Verbatim> <RegionCode code={row.code} />
    </Link>
  );
}
