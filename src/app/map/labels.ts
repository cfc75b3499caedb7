/** Names beside marks: the first asked for are placed first, and none overlaps another name or a mark. */

import type { Disc } from './fan-out.ts';
import type { Point } from './view.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LabelWish {
  /** The mark that is named: an index of the discs. */
  readonly disc: number;
  readonly width: number;
  readonly height: number;
  /** Whether it may also stand further away than right beside its mark. */
  readonly urgent: boolean;
}

/** Where a label stands: its left edge and its middle line. */
export interface Label extends Point {
  readonly disc: number;
  /** Whether a line must lead to it from its mark. */
  readonly apart: boolean;
}

const beside = 4;
const further = [14, 28, 46, 70, 100];

function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function boxAt({ x, y }: Point, { width, height }: LabelWish): Box {
  return { left: x, top: y - height / 2, right: x + width, bottom: y + height / 2 };
}

function boxOf({ x, y, radius }: Disc): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
}

function distanceTo({ left, right, top, bottom }: Box, { x, y }: Point): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** Right, left, below, above; then the corners; an urgent one also further out, up to `reach`. */
function candidates(disc: Disc, { width, height, urgent }: LabelWish, reach: number): readonly Point[] {
  const around = (distance: number): Point[] => {
    const out = disc.radius + distance;
    const [right, left, middle] = [disc.x + out, disc.x - out - width, disc.x - width / 2];
    const [below, above] = [disc.y + out + height / 2, disc.y - out - height / 2];
    const lift = out * 0.7 + height / 2;
    return [
      { x: right, y: disc.y },
      { x: left, y: disc.y },
      { x: middle, y: below },
      { x: middle, y: above },
      { x: disc.x + out * 0.7, y: disc.y - lift },
      { x: disc.x + out * 0.7, y: disc.y + lift },
      { x: disc.x - out * 0.7 - width, y: disc.y - lift },
      { x: disc.x - out * 0.7 - width, y: disc.y + lift },
    ];
  };
  return (urgent ? [beside, ...further.filter((distance) => distance <= reach)] : [beside]).flatMap(around);
}

/** Boxes by the cells they lie in, so that a thousand of them are not compared with each other. */
function createShelf(cell: number) {
  const cells = new Map<string, Box[]>();
  const keys = (box: Box): string[] => {
    const found: string[] = [];
    for (let column = Math.floor(box.left / cell); column <= Math.floor(box.right / cell); column += 1)
      for (let row = Math.floor(box.top / cell); row <= Math.floor(box.bottom / cell); row += 1)
        found.push(`${column} ${row}`);
    return found;
  };
  return {
    put: (box: Box) => {
      for (const key of keys(box)) cells.set(key, [...(cells.get(key) ?? []), box]);
    },
    isFree: (box: Box) => keys(box).every((key) => !(cells.get(key) ?? []).some((other) => meets(box, other))),
  };
}

/**
 * The labels that find room, in the order of the wishes.
 *
 * @param frame - where labels may stand; absent where the plane may be moved under the frame.
 */
export function placeLabels(
  discs: readonly Disc[],
  wishes: readonly LabelWish[],
  frame?: Box,
): readonly Label[] {
  const shelf = createShelf(48);
  for (const disc of discs) shelf.put(boxOf(disc));
  // A line over half of a small map would tell of the way more than of the place.
  const reach = frame ? (frame.right - frame.left) * 0.12 : Number.POSITIVE_INFINITY;
  const inFrame = (box: Box) =>
    !frame ||
    (box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom);
  return wishes.flatMap((wish) => {
    const disc = discs[wish.disc];
    const place =
      disc &&
      candidates(disc, wish, reach).find((point) => {
        const box = boxAt(point, wish);
        return inFrame(box) && shelf.isFree(box);
      });
    if (!place) return [];
    shelf.put(boxAt(place, wish));
    return [{ disc: wish.disc, ...place, apart: distanceTo(boxAt(place, wish), disc) > disc.radius + 10 }];
  });
}
