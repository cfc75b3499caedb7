/** Where the words of a mark stand: beside it, inside the map, and never on the mark itself. */

import type { Point, Size } from '#app/url/map-view.ts';

/** Beyond the edge of the mark, so that its ring stays free; and between the words and the edges of the map, pixels. */
const clear = 12;
const margin = 4;

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/**
 * The upper left corner of words of a size: right of the mark, else left of it, below or above. In a map too small for
 * any of these they stand below it, beyond the lower edge.
 */
export function placeCallout(mark: Point & { readonly radius: number }, size: Size, room: Size): Point {
  const out = mark.radius + clear;
  const [right, left] = [mark.x + out, mark.x - out - size.width];
  const [below, above] = [mark.y + out, mark.y - out - size.height];
  const y = within(mark.y - size.height / 2, margin, room.height - margin - size.height);
  const x = within(mark.x - size.width / 2, margin, room.width - margin - size.width);
  if (right + size.width + margin <= room.width) return { x: right, y };
  if (left >= margin) return { x: left, y };
  const isRoomBelow = below + size.height + margin <= room.height;
  return { x, y: !isRoomBelow && above >= margin ? above : below };
}
