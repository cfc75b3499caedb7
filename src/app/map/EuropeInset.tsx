import { geoConicConformal, geoPath } from 'd3-geo';
import { layOut, type MapPlace } from './layout.ts';
import { Marks, Names } from './Marks.tsx';
import { measureText } from './measure-text.ts';
import { type Degrees, land } from './projection.ts';

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

/** Europe, where most regions stand closest, drawn larger: for paper and the wall, where nobody zooms. */
export function EuropeInset({
  places,
  width,
  height,
  factor = 1,
}: {
  readonly places: readonly MapPlace[];
  readonly width: number;
  readonly height: number;
  readonly factor?: number;
}) {
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
  const project = ({ lat, lon }: Degrees) => {
    const [x, y] = projection([lon, lat]) ?? [0, 0];
    return { x: x / scale, y: y / scale };
  };
  const { marks, names } = layOut(places, {
    scale,
    factor,
    project,
    frame: { left: 2, top: 2, right: width - 2, bottom: height - 2 },
    measure: (text, kind) => measureText(text, kind, 12.5 * factor),
  });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" className="block">
      {land && <path d={geoPath(projection).digits(1)(land) ?? ''} fill="var(--land)" />}
      <Marks marks={marks} names={names} lit={null} />
      <Names names={names} factor={factor} />
      <rect width={width} height={height} fill="none" stroke="var(--line-strong)" strokeWidth={2} />
    </svg>
  );
}
