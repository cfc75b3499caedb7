/** Computes where it is night, to one degree, which is enough for shading a map. */

import { geoCircle } from 'd3-geo';
import type { Degrees } from './layout/projection.ts';

const dayMilliseconds = 86_400_000;
const radians = Math.PI / 180;
/** Degrees that the earth moves along its orbit per day. */
const step = 360 / 365.24;
/** Tilt of the earth's axis, degrees. */
const lean = 23.44;

/** Returns the place with the sun overhead (common series for declination and equation of time). */
export function underTheSun(time: number): Degrees {
  const year = Date.UTC(new Date(time).getUTCFullYear(), 0, 1);
  const days = (time - year) / dayMilliseconds;
  // The orbit is elliptical, which changes the angle by up to 1.9 degrees. The solstice is ten days before
  // the year begins.
  const round = step * (days + 10) + 1.914 * Math.sin(step * (days - 2) * radians);
  const lat = -Math.asin(Math.sin(lean * radians) * Math.cos(round * radians)) / radians;
  const turn = step * (days - 81) * radians;
  const minutesEarly = 9.87 * Math.sin(2 * turn) - 7.53 * Math.cos(turn) - 1.5 * Math.sin(turn);
  const lon = 180 - (days % 1) * 360 - minutesEarly / 4;
  return { lat, lon };
}

export function nightAt(time: number) {
  const { lat, lon } = underTheSun(time);
  return geoCircle()
    .center([lon + 180, -lat])
    .radius(90)();
}
