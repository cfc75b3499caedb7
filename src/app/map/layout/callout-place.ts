import type { Point, Size } from '#app/url/map-view.ts';

/**
 * Pixels between a mark's edge and its callout, for the ring of the mark (`clear`), and between the callout
 * and the map's edges (`margin`).
 */
const clear = 12;
const margin = 4;

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/**
 * Returns the upper left corner of a callout: right of the mark, else left, below or above. If the map is too
 * small for all of these, the callout extends over the lower edge.
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
