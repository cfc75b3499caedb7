/** Computes the frame around the places that another map enlarges, and the position of that map's name. */

import type { Size } from '#app/url/map-view.ts';
import type { Disc } from './fan-out.ts';
import { type Box, boxOf, meets } from './labels.ts';

export interface InsetFrame {
  readonly box: Box;
  /** Box of the other map's name, outside the frame. */
  readonly label: Box;
}

/** Pixels between the outermost marks and the frame (`room`), and between frame and name (`beside`). */
const room = 8;
const beside = 3;

function labelsAround({ left, top, right, bottom }: Box, { width, height }: Size): readonly Box[] {
  const middle = (left + right - width) / 2;
  const at = (x: number, y: number): Box => ({ left: x, top: y, right: x + width, bottom: y + height });
  return [bottom + beside, top - beside - height].flatMap((y) => [
    at(middle, y),
    at(left, y),
    at(right - width, y),
  ]);
}

/**
 * Computes the frame around `inside`, and the place of its name: below the frame, else above. Returns `null`
 * without marks, or if the name has no place.
 * @param inside - marks that the frame surrounds.
 * @param others - marks that the name avoids if it can.
 * @param label - size of the name.
 * @param frame - area in which the name must stand; absent if the plane can be panned.
 */
export function insetIn(
  inside: readonly Disc[],
  others: readonly Disc[],
  label: Size,
  frame?: Box,
): InsetFrame | null {
  if (inside.length === 0) return null;
  const boxes = inside.map(boxOf);
  const box = {
    left: Math.min(...boxes.map(({ left }) => left)) - room,
    top: Math.min(...boxes.map(({ top }) => top)) - room,
    right: Math.max(...boxes.map(({ right }) => right)) + room,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + room,
  };
  const places = labelsAround(box, label).filter(
    (place) =>
      !frame ||
      (place.left >= frame.left &&
        place.right <= frame.right &&
        place.top >= frame.top &&
        place.bottom <= frame.bottom),
  );
  const free = places.find((place) => others.every((other) => !meets(boxOf(other), place)));
  const chosen = free ?? places[0];
  return chosen ? { box, label: chosen } : null;
}
