import { type GeoPermissibleObjects, geoConicConformal, geoPath } from 'd3-geo';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { layOut, type MapPlace } from './layout/layout.ts';
import { useMeasureText } from './layout/measure-text.ts';
import { borders, type Degrees, land } from './layout/projection.ts';
import { Marks, Names, Ring } from './Marks.tsx';

const bounds = { west: -11, east: 31, south: 35.5, north: 66 } as const;
const fewest = 6;
/** Approximate width of Europe on the plane of the world map. It makes the scales of both maps comparable. */
const planeWidth = 190;

export function placesOfEurope(places: readonly MapPlace[]): readonly MapPlace[] {
  const inside = places.filter(
    ({ lat, lon }) => lat > bounds.south && lat < bounds.north && lon > bounds.west && lon < bounds.east,
  );
  return inside.length < fewest ? [] : inside;
}

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

/** Enlarged map of Europe, where regions are closest. The table of the world map contains its data. */
export function EuropeInset({
  places,
  width,
  height,
  highlighted = null,
  onHighlight,
}: {
  readonly places: readonly MapPlace[];
  readonly width: number;
  readonly height: number;
  /** Code of the highlighted region, as in `WorldMap`; absent in print. */
  readonly highlighted?: string | null;
  readonly onHighlight?: (code: string | null) => void;
}) {
  const measureText = useMeasureText();
  const { europe, landPath, borderPath } = useMemo(() => {
    const { path, ...rest } = europeIn(width, height);
    return { europe: rest, landPath: path(land), borderPath: path(borders) };
  }, [width, height]);
  const { marks, names } = useMemo(
    () =>
      layOut(places, {
        ...europe,
        frame: { left: 2, top: 2, right: width - 2, bottom: height - 2 },
        measure: (text, kind) => measureText(text, kind, 12.5),
      }),
    [places, europe, width, height, measureText],
  );
  const highlightedMark = marks.find(({ place }) => place.code === highlighted);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" className="block">
      <path d={landPath} fill="var(--land)" />
      <path d={borderPath} fill="none" stroke="var(--bg)" />
      <Marks marks={marks} names={names} />
      <Names names={names} />
      {highlightedMark && <Ring mark={highlightedMark} />}
      <rect width={width} height={height} fill="none" stroke="var(--line-strong)" strokeWidth={2} />
      {onHighlight &&
        marks.toReversed().map(({ place, x, y }) => (
          // Not in the tab order: the world map has the same links for keyboard users.
          <Link
            key={place.code}
            to={place.to}
            tabIndex={-1}
            onPointerEnter={() => onHighlight(place.code)}
            onPointerLeave={() => onHighlight(null)}
          >
            <title>{place.label}</title>
            <circle cx={x} cy={y} r={12} fill="transparent" />
          </Link>
        ))}
    </svg>
  );
}
