/** The world on a plane: equal earth, rotated by 11° so that no land is cut. */

import outlines from 'virtual:outlines';
import { type GeoPermissibleObjects, geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Point } from '#app/url/map-view.ts';

/** Width of the plane, units. */
export const planeWidth = 1_000;

const projection = geoEqualEarth().rotate([-11, 0]).fitWidth(planeWidth, { type: 'Sphere' });

export const land = feature(outlines, outlines.objects.land);
/** Between countries, not along coasts. */
export const borders = feature(outlines, outlines.objects.borders);

export interface Degrees {
  readonly lat: number;
  readonly lon: number;
}

/** Degrees to plane units. */
export function project({ lat, lon }: Degrees): Point {
  const [x, y] = projection([lon, lat]) ?? [0, 0];
  return { x, y };
}

/** The inhabited part of the world, as opposite corners of the plane. */
export const inhabited: readonly [Point, Point] = [
  { x: project({ lat: 0, lon: -168 }).x, y: project({ lat: 72, lon: 11 }).y },
  { x: project({ lat: 0, lon: 179 }).x, y: project({ lat: -54, lon: 11 }).y },
];

/** Cached, because a path of the whole world takes a while. */
const paths = new Map<GeoPermissibleObjects, string>();

export function worldPath(part: GeoPermissibleObjects): string {
  const path = paths.get(part) ?? pathOf(part);
  paths.set(part, path);
  return path;
}

/** The outline of any part of the earth as a path in plane units. */
export function pathOf(part: GeoPermissibleObjects): string {
  return geoPath(projection).digits(2)(part) ?? '';
}
