/** The world on a plane: equal earth, turned by 11° so that no land is cut (visual language, part 5). */

import { type GeoPermissibleObjects, geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import land110 from 'world-atlas/land-110m.json';
import type { Point } from './view.ts';

/** The width of the plane, units. */
export const planeWidth = 1_000;

const projection = geoEqualEarth().rotate([-11, 0]).fitWidth(planeWidth, { type: 'Sphere' });

// The file is a topology; JSON modules have no narrower type.
const topology = land110 as unknown as Topology;
const outlines = topology.objects['land'];
export const land = outlines ? feature(topology, outlines) : null;

export interface Degrees {
  readonly lat: number;
  readonly lon: number;
}

/** Degrees to plane units. */
export function project({ lat, lon }: Degrees): Point {
  const [x, y] = projection([lon, lat]) ?? [0, 0];
  return { x, y };
}

/** The part of the world where people live, as opposite corners of the plane. */
export const inhabited: readonly [Point, Point] = [
  { x: project({ lat: 0, lon: -168 }).x, y: project({ lat: 72, lon: 11 }).y },
  { x: project({ lat: 0, lon: 179 }).x, y: project({ lat: -54, lon: 11 }).y },
];

let drawn: string | null = null;

/** The outline of all land as a path in plane units; drawn once. */
export function landPath(): string {
  drawn ??= land ? pathOf(land) : '';
  return drawn;
}

/** The outline of any part of the earth as a path in plane units. */
export function pathOf(part: GeoPermissibleObjects): string {
  return geoPath(projection).digits(2)(part) ?? '';
}
