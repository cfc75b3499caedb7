/** The frame on a map around what another map shows larger, and where its name stands. */

import type { Size } from '#app/url/map-view.ts';
import type { Disc } from './fan-out.ts';
import { type Box, boxOf, meets } from './labels.ts';

export interface InsetFrame {
  readonly box: Box;
  /** The box of its name, outside. */
  readonly label: Box;
}

/** Between the outermost marks and the frame, and between the frame and its name. */
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
 * @param held - marks to hold; `null` where there are none.
 * @param others - marks that the name stands clear of: below the frame, else above it.
 * @param frame - where the name may stand.
 */
export function insetIn(
  held: readonly Disc[],
  others: readonly Disc[],
  label: Size,
  frame?: Box,
): InsetFrame | null {
  if (held.length === 0) return null;
  const boxes = held.map(boxOf);
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
