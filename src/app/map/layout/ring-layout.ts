/**
 * Lays out a place and its neighbours on a plane with true distances from the centre, and with distance
 * rings.
 */

import { type GeoPermissibleObjects, geoAzimuthalEquidistant, geoCircle, geoPath } from 'd3-geo';
import type { Point, Size } from '#app/url/map-view.ts';
import type { State } from '#domain/severity/classify.ts';
import { isGood } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { type Disc, fanOut } from './fan-out.ts';
import { type Box, boxAt, boxOf, meets, placeLabels } from './labels.ts';
import { type MapLayout, type MapPlace, type Mark, shortened } from './layout.ts';
import type { Degrees } from './projection.ts';

const kilometresPerDegree = 111.195;
const lineStep = 8;
const ringSteps = [50, 100, 250, 500, 1000, 2500, 5000];

/** Returns the radii of at most four rings up to the farthest place, in kilometres. They are round. */
function ringDistances(furthest: number): readonly number[] {
  const step = ringSteps.find((each) => furthest / each < 4.8) ?? 5000;
  return [1, 2, 3, 4].map((ring) => ring * step).filter((ring) => ring <= Math.max(furthest * 1.2, step));
}

export interface Here extends Degrees {
  readonly code: string;
  readonly name: string | null;
  readonly state: State;
}

export type Near = MapPlace & { readonly kilometres: number };

interface Ring {
  readonly kilometres: number;
  readonly path: string;
  /** Text of the distance, and the position of its left edge. */
  readonly text: string;
  readonly textAt: Point;
  readonly width: number;
}

export interface RingLayout extends MapLayout {
  readonly marks: readonly Mark[];
  readonly rings: readonly Ring[];
  readonly path: (part: GeoPermissibleObjects) => string;
}

export function layOutRings(
  here: Here,
  near: readonly Near[],
  { width, height }: Size,
  measure: (text: string, kind: 'city' | 'code', size: number) => number,
): RingLayout {
  const furthest = Math.max(250, ...near.map(({ kilometres }) => kilometres));
  // Half of the smaller side must have room for the farthest neighbour and its name.
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
  const path = (part: GeoPermissibleObjects) => geoPath(projection).digits(1)(part) ?? '';
  const places: readonly MapPlace[] = [{ ...emptyFields, ...here }, ...near];
  const discs = places.map((place, index) => {
    const [x, y] = projection([place.lon, place.lat]) ?? [0, 0];
    return { x, y, radius: index === 0 || !isGood(place.state.severity) ? 8 : 4.5 };
  });
  const positions = fanOut(discs, 2);
  const marks = places.map((place, index): Mark => {
    const { radius = 4 } = discs[index] ?? {};
    return { place, x: positions[index]?.x ?? 0, y: positions[index]?.y ?? 0, radius, home: null };
  });
  // Only the place at the centre shows its city.
  const city = here.name === null ? null : shortened(here.name);
  const wanted = places.map(({ code }, disc) => {
    const own = disc === 0 && city !== null ? measure(city, 'city', 13) + 8 : 0;
    return { disc, width: own + measure(shortened(code), 'code', 13), height: 15, urgent: true };
  });
  const frame = { left: 0, top: 0, right: width, bottom: height };
  const lines = marks.slice(1).flatMap((mark) => pointsBetween(marks[0], mark));
  const labels = placeLabels([...marks, ...lines], wanted, frame);
  const names = labels.flatMap(({ disc, x, y }) => {
    const place = places[disc];
    return place ? [{ place, x, y, city: disc === 0 ? city : null, urgent: disc === 0, line: null }] : [];
  });
  const rings = ringDistances(furthest).map((kilometres) => {
    const text = `${formatExact(kilometres)} km`;
    const distance = (kilometres / furthest) * radius;
    return { kilometres, text, radius: distance, width: measure(text, 'city', 11) + 6, height: 16 };
  });
  const drawn = [...[...marks, ...lines].map(boxOf), ...labels.map((label) => boxAt(label, label))];
  const textPlaces = ringLabels(rings, { x: width / 2, y: height / 2 }, drawn, frame);
  return {
    marks,
    names,
    path,
    rings: rings.map(({ kilometres, text, width: wide }, index) => ({
      kilometres,
      text,
      width: wide,
      path: path(circleAround(here, kilometres)),
      textAt: textPlaces[index] ?? { x: 0, y: 0 },
    })),
  };
}

/** Values of the fields that the mark at the centre does not use. */
const emptyFields = {
  zone: null,
  country: null,
  value: 1,
  figure: '',
  amount: '',
  doubt: null,
  label: '',
  to: '',
};

/** Covers the line between two marks with small discs, so that names avoid it. */
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

export interface WantedRingLabel {
  /** Distance of the label from the centre, pixels. */
  readonly radius: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Directions to try for the labels of the rings, in degrees clockwise from the right. Downward ones come
 * first, because viewers expect a scale there.
 */
const directions = [
  60, 75, 45, 90, 105, 120, 30, 135, 150, 15, 165, 0, 180, 195, 345, 210, 330, 225, 315, 240, 300,
];

/** Places the labels of all rings on one line from the centre, in the direction with the fewest overlaps. */
export function ringLabels(
  rings: readonly WantedRingLabel[],
  middle: Point,
  drawn: readonly Box[],
  frame: Box,
): readonly Point[] {
  const along = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return rings.map(({ radius, width }) => ({
      x: middle.x + radius * Math.cos(angle) - width / 2,
      y: middle.y + radius * Math.sin(angle),
    }));
  };
  const inTheWay = (points: readonly Point[]) =>
    points.filter((point, index) => {
      const box = boxAt(point, rings[index] ?? { width: 0, height: 0 });
      return !holds(frame, box) || drawn.some((other) => meets(box, other));
    }).length;
  const ways = directions.map((degrees) => along(degrees)).map((points) => ({ points, met: inTheWay(points) }));
  const fewest = Math.min(...ways.map(({ met }) => met));
  return ways.find(({ met }) => met === fewest)?.points ?? [];
}

function holds(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}
