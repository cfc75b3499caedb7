import { type GeoPermissibleObjects, geoConicConformal, geoPath } from 'd3-geo';
import { Link } from 'react-router';
import { layOut, type MapPlace } from './layout/layout.ts';
import { useMeasureText } from './layout/measure-text.ts';
import { borders, type Degrees, land } from './layout/projection.ts';
import { Marks, Names, Ring } from './Marks.tsx';

const bounds = { west: -11, east: 31, south: 35.5, north: 66 } as const;
/** Fewer are told apart on the map of the world as well. */
const fewest = 6;
/** About the width of Europe on the plane of the world, of which scales are told. */
const planeWidth = 190;

export function placesOfEurope(places: readonly MapPlace[]): readonly MapPlace[] {
  const held = places.filter(
    ({ lat, lon }) => lat > bounds.south && lat < bounds.north && lon > bounds.west && lon < bounds.east,
  );
  return held.length < fewest ? [] : held;
}

/** Where degrees stand on a map of Europe, and its land. */
export function europeIn(width: number, height: number) {
  const box: [[number, number], [number, number]] = [
    [0, 0],
    [width, height],
  ];
  const { west, east, south, north } = bounds;
  const projection = geoConicConformal()
    .rotate([-(west + east) / 2, 0])
    .parallels([40, 58])
    .fitExtent(box, {
      type: 'MultiPoint',
      coordinates: [
        [west, south],
        [east, south],
        [(west + east) / 2, north],
        [(west + east) / 2, south],
      ],
    })
    .clipExtent(box);
  const scale = width / planeWidth;
  return {
    scale,
    area: (planeWidth * height) / scale,
    project: ({ lat, lon }: Degrees) => {
      const [x, y] = projection([lon, lat]) ?? [0, 0];
      return { x: x / scale, y: y / scale };
    },
    path: (part: GeoPermissibleObjects) => geoPath(projection).digits(1)(part) ?? '',
  };
}

/** Europe, where most regions stand closest, drawn larger: nobody needs to zoom. What it shows stands in the map's table. */
export function EuropeInset({
  places,
  width,
  height,
  lit = null,
  onLit,
}: {
  readonly places: readonly MapPlace[];
  readonly width: number;
  readonly height: number;
  /** As those of `WorldMap`; on paper nobody points. */
  readonly lit?: string | null;
  readonly onLit?: (code: string | null) => void;
}) {
  const measureText = useMeasureText();
  const { path, ...europe } = europeIn(width, height);
  const { marks, names } = layOut(places, {
    ...europe,
    frame: { left: 2, top: 2, right: width - 2, bottom: height - 2 },
    measure: (text, kind) => measureText(text, kind, 12.5),
  });
  const litMark = marks.find(({ place }) => place.code === lit);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" className="block">
      <path d={path(land)} fill="var(--land)" />
      <path d={path(borders)} fill="none" stroke="var(--bg)" />
      <Marks marks={marks} names={names} />
      <Names names={names} />
      {litMark && <Ring mark={litMark} />}
      <rect width={width} height={height} fill="none" stroke="var(--line-strong)" strokeWidth={2} />
      {onLit &&
        marks.toReversed().map(({ place, x, y }) => (
          // The keyboard has the same links on the map of the world.
          <Link
            key={place.code}
            to={place.to}
            tabIndex={-1}
            onPointerEnter={() => onLit(place.code)}
            onPointerLeave={() => onLit(null)}
          >
            <title>{place.label}</title>
            <circle cx={x} cy={y} r={12} fill="transparent" />
          </Link>
        ))}
    </svg>
  );
}
