/** Where the rings around a place say how far away they are. */

import type { Point } from '#app/url/map-view.ts';
import { type Box, boxAt, meets } from './labels.ts';

export interface RingWish {
  /** Pixels from the middle. */
  readonly radius: number;
  /** Of its text, pixels. */
  readonly width: number;
  readonly height: number;
}

/** Degrees from the right, clockwise: below first, where the eye looks for a scale. */
const directions = [
  60, 75, 45, 90, 105, 120, 30, 135, 150, 15, 165, 0, 180, 195, 345, 210, 330, 225, 315, 240, 300,
];

/** All on one line from the middle, in the direction in which the fewest meet what is drawn or leave the frame. */
export function ringLabels(
  rings: readonly RingWish[],
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
