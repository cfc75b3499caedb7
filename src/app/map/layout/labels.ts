/** Places names beside marks. Earlier names have priority. No name overlaps another name or a mark. */

import type { Point, Size } from '#app/url/map-view.ts';
import type { Disc } from './fan-out.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface WantedLabel {
  readonly disc: number;
  readonly width: number;
  readonly height: number;
  /** Whether the name may stand farther away from its mark, with a line, if there is no room beside it. */
  readonly urgent: boolean;
  /** Size of a shorter text that is used if the full text does not fit. */
  readonly small?: Size;
}

/** Position of a label. The point is at its left edge and its vertical centre. */
export interface Label extends Point, Size {
  readonly disc: number;
  readonly isSmall: boolean;
  /** End of the line from the mark to the label; `null` if the label is directly beside its mark. */
  readonly line: Point | null;
}

const beside = 4;
/** Minimum pixels between two names. */
const apart = 4;
/** Maximum distance in pixels between a mark and its name if there is no frame. */
const mostUnframed = 100;
const further = [14, 28, 46, 70, 100, 140];

export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Returns the box of a text whose left edge and vertical centre are at a point. */
export function boxAt({ x, y }: Point, { width, height }: Pick<WantedLabel, 'width' | 'height'>): Box {
  return { left: x, top: y - height / 2, right: x + width, bottom: y + height / 2 };
}

export function boxOf({ x, y, radius }: Disc): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
}

function distanceTo({ left, right, top, bottom }: Box, { x, y }: Point): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/**
 * Lists positions for a name, best first: right, left, below, above, then the corners. Urgent names also get
 * positions farther out.
 */
function candidates(
  disc: Disc,
  { width, height }: Size,
  urgent: boolean,
  distances: readonly number[],
): readonly Point[] {
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
  /** Positions in the directions between those of `around`. */
  const between = (distance: number): Point[] => {
    const out = disc.radius + distance;
    const [far, near] = [out * 0.92, out * 0.38];
    return [1, -1].flatMap((up) =>
      [1, -1].flatMap((right) => [
        { x: disc.x + right * far - (right < 0 ? width : 0), y: disc.y + up * near },
        {
          x: disc.x + right * near - width * (right < 0 ? 0.75 : 0.25),
          y: disc.y + up * (far + height / 2),
        },
      ]),
    );
  };
  if (!urgent) return around(distances[0] ?? beside);
  return [...distances.flatMap(around), ...distances.slice(1).flatMap(between)];
}

/** Stores boxes by grid cell, so that a thousand boxes are not all compared with each other. */
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

function nearestOf({ left, right, top, bottom }: Box, { x, y }: Point): Point {
  return { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) };
}

interface Place {
  readonly point: Point;
  readonly size: Size;
  readonly box: Box;
  readonly line: readonly Box[];
}

/** Pixels between the boxes along a line. */
const step = 4;

/** Covers the line between two points with small boxes. */
function boxesAlong(from: Point, to: Point): readonly Box[] {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const steps = Math.ceil(Math.hypot(across, down) / step);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, index) => {
    const share = (index + 1) / steps;
    return boxOf({ x: from.x + across * share, y: from.y + down * share, radius: step / 2 });
  });
}

/**
 * Places the wanted labels that have room, in the given order. A line to a distant label crosses no other
 * label.
 * @param frame - area in which labels must stand; absent if the plane can be panned.
 * @param options - `factor`: scale of all distances, 1 on a desktop. `reach`: maximum distance from a mark to
 * its name, as a fraction of the frame's width, because a line across a small map would distract. `keepOut`:
 * boxes that labels and lines avoid.
 */
export function placeLabels(
  discs: readonly Disc[],
  wanted: readonly WantedLabel[],
  frame?: Box,
  {
    factor = 1,
    reach = 0.12,
    keepOut = [],
  }: { readonly factor?: number; readonly reach?: number; readonly keepOut?: readonly Box[] } = {},
): readonly Label[] {
  const taken = createShelf(48);
  /** Boxes that no line may cross. Lines may cross marks and other lines. */
  const written = createShelf(48);
  for (const disc of discs) taken.put(boxOf(disc));
  for (const box of keepOut) {
    taken.put(box);
    written.put(box);
  }
  const longest = frame ? (frame.right - frame.left) * reach : mostUnframed;
  const distances = [
    beside * factor,
    ...further.map((distance) => distance * factor).filter((distance) => distance <= longest),
  ];
  const inFrame = (box: Box) =>
    !frame ||
    (box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom);
  const lineTo = (box: Box, disc: Disc) =>
    distanceTo(box, disc) > disc.radius + 10 * factor ? boxesAlong(disc, nearestOf(box, disc)) : [];
  const firstFree = (disc: Disc, { width, height, urgent, small }: WantedLabel): Place | null => {
    for (const size of [{ width, height }, ...(small ? [small] : [])])
      for (const point of candidates(disc, size, urgent, distances)) {
        const box = boxAt(point, size);
        if (!inFrame(box) || !taken.isFree(box)) continue;
        const line = lineTo(box, disc);
        if (line.every(written.isFree)) return { point, size, box, line };
      }
    return null;
  };
  return wanted.flatMap((wantedLabel) => {
    const disc = discs[wantedLabel.disc];
    const place = disc ? firstFree(disc, wantedLabel) : null;
    if (!place) return [];
    const { point, size, box, line } = place;
    written.put(box);
    // Extra space on both sides, so that two adjacent names are not read as one.
    const spaced = { ...box, left: box.left - apart * factor, right: box.right + apart * factor };
    for (const each of [spaced, ...line]) taken.put(each);
    const end = disc && line.length > 0 ? nearestOf(box, disc) : null;
    return [
      { disc: wantedLabel.disc, ...point, ...size, isSmall: size.width !== wantedLabel.width, line: end },
    ];
  });
}
