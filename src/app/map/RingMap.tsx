import { geoAzimuthalEquidistant, geoCircle, geoPath } from 'd3-geo';
import { useRef } from 'react';
import { Link } from 'react-router';
import { isGood, type State } from '#domain/severity/severity.ts';
import { useWidth } from '../ui/use-width.ts';
import { type Disc, fanOut } from './layout/fan-out.ts';
import { boxAt, boxOf, placeLabels } from './layout/labels.ts';
import { type MapPlace, type Mark, shortened } from './layout/layout.ts';
import { measureText } from './layout/measure-text.ts';
import { borders, type Degrees, land } from './layout/projection.ts';
import { ringLabels } from './layout/ring-labels.ts';
import { Marks, Names } from './Marks.tsx';

const kilometresPerDegree = 111.195;
/** Pixels: less than the height of a name. */
const lineStep = 8;
const ringSteps = [50, 100, 250, 500, 1000, 2500, 5000];

/** Rings of a round distance, at most four of them up to the furthest place. */
export function ringDistances(furthest: number): readonly number[] {
  const step = ringSteps.find((each) => furthest / each < 4.8) ?? 5000;
  return [1, 2, 3, 4].map((ring) => ring * step).filter((ring) => ring <= Math.max(furthest * 1.2, step));
}

interface RingMapProps {
  readonly here: Degrees & { readonly code: string; readonly name: string | null; readonly state: State };
  readonly near: readonly (MapPlace & { readonly kilometres: number })[];
  /** Height over width. */
  readonly ratio?: number;
}

/** The surroundings of a place with rings of equal distance; drawn so that distances from the middle are true. */
export function RingMap({ here, near, ratio = 0.86 }: RingMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const height = Math.round(width * ratio);
  const furthest = Math.max(250, ...near.map(({ kilometres }) => kilometres));
  // Half the smaller side holds the furthest neighbour and its name.
  const radius = Math.max(1, Math.min(width, height) / 2 - 34);
  const projection = geoAzimuthalEquidistant()
    .rotate([-here.lon, -here.lat])
    .translate([width / 2, height / 2])
    .scale((radius / furthest) * (180 / Math.PI) * kilometresPerDegree)
    .clipAngle(Math.min(179, (furthest / kilometresPerDegree) * 4))
    .clipExtent([
      [0, 0],
      [width, height],
    ]);
  const path = geoPath(projection).digits(1);
  const middle: MapPlace = {
    ...here,
    zone: null,
    country: null,
    value: 1,
    figure: '',
    amount: '',
    doubt: null,
    label: '',
    to: '',
  };
  const places = [middle, ...near];
  const discs = places.map((place, index) => {
    const [x, y] = projection([place.lon, place.lat]) ?? [0, 0];
    return { x, y, radius: index === 0 || !isGood(place.state.severity) ? 8 : 4.5 };
  });
  const stands = fanOut(discs, 2);
  const marks = places.map((place, index): Mark => {
    const { radius = 4 } = discs[index] ?? {};
    return { place, x: stands[index]?.x ?? 0, y: stands[index]?.y ?? 0, radius, home: null };
  });
  const measure = (index: number) =>
    index === 0 && here.name !== null
      ? measureText(shortened(here.name), 'city', 13) + 8 + measureText(shortened(here.code), 'code', 13)
      : measureText(shortened(places[index]?.code ?? ''), 'code', 13);
  const wishes = places.map((_, disc) => ({ disc, width: measure(disc), height: 15, urgent: true }));
  const frame = { left: 0, top: 0, right: width, bottom: height };
  const lines = marks.slice(1).flatMap((mark) => pointsBetween(marks[0], mark));
  const labels = placeLabels([...marks, ...lines], wishes, frame);
  const names = labels.flatMap(({ disc, x, y }) => {
    const place = places[disc];
    const city = disc === 0 && here.name !== null ? shortened(here.name) : null;
    return place ? [{ place, x, y, city, urgent: disc === 0, line: null }] : [];
  });
  const rings = ringDistances(furthest).map((kilometres) => {
    const text = `${kilometres.toLocaleString('en')} km`;
    const distance = (kilometres / furthest) * radius;
    return { kilometres, text, radius: distance, width: measureText(text, 'city', 11) + 6, height: 16 };
  });
  const drawn = [
    ...[...marks, ...lines].map(boxOf),
    ...labels.map((label) => boxAt(label, wishes[label.disc] ?? { width: 0, height: 0 })),
  ];
  const ringPlaces = ringLabels(rings, { x: width / 2, y: height / 2 }, drawn, frame);
  return (
    <div ref={box} className="relative overflow-hidden">
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          aria-hidden="true"
          className="fits-paper block"
        >
          <path d={path(land) ?? ''} fill="var(--land)" />
          <path d={path(borders) ?? ''} fill="none" stroke="var(--bg)" />
          {rings.map(({ kilometres }) => (
            <path
              key={kilometres}
              d={path(circleAround(here, kilometres)) ?? ''}
              fill="none"
              stroke="var(--text-3)"
              strokeWidth={0.8}
              strokeDasharray="1 4"
            />
          ))}
          {marks.slice(1).map(({ place, x, y }) => (
            <line key={place.code} x1={marks[0]?.x} y1={marks[0]?.y} x2={x} y2={y} stroke="var(--text-3)" />
          ))}
          {rings.map(({ kilometres, text, width: wide }, index) => (
            <text
              key={kilometres}
              x={(ringPlaces[index]?.x ?? 0) + wide / 2}
              y={ringPlaces[index]?.y}
              textAnchor="middle"
              dominantBaseline="central"
              className="map-name"
              fontSize={11}
              fill="var(--text-2)"
            >
              {text}
            </text>
          ))}
          <Marks marks={marks} names={names} />
          <Names names={names} />
        </svg>
      )}
      {marks.slice(1).map(({ place, x, y }) => (
        <Link
          key={place.code}
          to={place.to}
          aria-hidden="true"
          tabIndex={-1}
          title={place.label}
          className="absolute size-6 rounded-full"
          style={{ left: x - 12, top: y - 12 }}
        />
      ))}
    </div>
  );
}

/** The line between two marks as small discs, which names keep clear of as of marks. */
function pointsBetween(from: Mark | undefined, to: Mark): readonly Disc[] {
  if (!from) return [];
  const [across, down] = [to.x - from.x, to.y - from.y];
  const steps = Math.floor(Math.hypot(across, down) / lineStep);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, step) => {
    const share = (step + 1) / steps;
    return { x: from.x + across * share, y: from.y + down * share, radius: 1 };
  });
}

function circleAround({ lat, lon }: Degrees, kilometres: number) {
  return geoCircle()
    .center([lon, lat])
    .radius(kilometres / kilometresPerDegree)();
}
