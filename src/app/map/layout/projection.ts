/** Projection of the world map: equal earth, rotated by 11° so that the edge of the map cuts no land. */

import outlines from 'virtual:outlines';
import { type GeoPermissibleObjects, geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Point } from '#app/url/map-view.ts';

/** Width of the plane in plane units. */
export const planeWidth = 1_000;

const projection = geoEqualEarth().rotate([-11, 0]).fitWidth(planeWidth, { type: 'Sphere' });

export const land = feature(outlines, outlines.objects.land);
/** Borders between countries, without coasts. */
export const borders = feature(outlines, outlines.objects.borders);

export interface Degrees {
  readonly lat: number;
  readonly lon: number;
}

/** Converts degrees to plane units. */
export function project({ lat, lon }: Degrees): Point {
  const [x, y] = projection([lon, lat]) ?? [0, 0];
  return { x, y };
}

/** The inhabited part of the world: its upper left and lower right corner on the plane. */
export const inhabited: readonly [Point, Point] = [
  { x: project({ lat: 0, lon: -168 }).x, y: project({ lat: 72, lon: 11 }).y },
  { x: project({ lat: 0, lon: 179 }).x, y: project({ lat: -54, lon: 11 }).y },
];

/** Paths of map shapes. They are cached, because computing a path of the whole world takes long. */
const paths = new Map<GeoPermissibleObjects, string>();

export function worldPath(part: GeoPermissibleObjects): string {
  const path = paths.get(part) ?? pathOf(part);
  paths.set(part, path);
  return path;
}

/** Returns the outline of any part of the earth as an SVG path in plane units. */
export function pathOf(part: GeoPermissibleObjects): string {
  return geoPath(projection).digits(2)(part) ?? '';
}
