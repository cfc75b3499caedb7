/** Moves marks apart where they would hide each other, as little as it takes. */

import type { Point } from '#app/url/map-view.ts';

export interface Disc extends Point {
  /** Pixels. */
  readonly radius: number;
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));
/** Places that are tried around a disc: enough for thousands at one place. */
const mostSteps = 20_000;
/** More columns than any plane has cells across: makes one number of a column and a row. */
const columns = 1 << 20;

/** Discs by the cells they stand in, so that each is compared with those around it only. */
function createGround(reach: number, gap: number) {
  const cells = new Map<number, Disc[]>();
  const cellOf = (x: number, y: number) => Math.floor(y / reach) * columns + Math.floor(x / reach);
  const touches = (cell: number, disc: Disc) => {
    for (const other of cells.get(cell) ?? []) {
      const apart = other.radius + disc.radius + gap;
      if (other !== disc && (other.x - disc.x) ** 2 + (other.y - disc.y) ** 2 < apart ** 2) return true;
    }
    return false;
  };
  return {
    put: (disc: Disc) => {
      const cell = cellOf(disc.x, disc.y);
      const held = cells.get(cell);
      if (held) held.push(disc);
      else cells.set(cell, [disc]);
    },
    isFree: (disc: Disc) => {
      const middle = cellOf(disc.x, disc.y);
      for (let row = -columns; row <= columns; row += columns)
        for (let column = -1; column <= 1; column += 1) if (touches(middle + row + column, disc)) return false;
      return true;
    },
  };
}

/**
 * Where discs are drawn so that none covers another, `gap` pixels between them. What has room keeps its place; of a
 * crowd the earlier ones do, and each further one takes the nearest free place around its own.
 */
export function fanOut(discs: readonly Disc[], gap: number): readonly Point[] {
  const reach = 2 * Math.max(0, ...discs.map((disc) => disc.radius)) + gap;
  if (discs.length < 2 || reach <= 0) return discs.map(({ x, y }) => ({ x, y }));
  const homes = createGround(reach, gap);
  for (const disc of discs) homes.put(disc);
  const ground = createGround(reach, gap);
  const alone = discs.map((disc) => homes.isFree(disc));
  discs.forEach((disc, index) => alone[index] && ground.put(disc));
  return discs.map((disc, index) => {
    const { x, y, radius } = disc;
    if (alone[index]) return { x, y };
    for (let step = 0; step < mostSteps; step += 1) {
      const distance = radius * 0.6 * Math.sqrt(step);
      const angle = step * goldenAngle;
      const place = { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle), radius };
      if (!ground.isFree(place)) continue;
      ground.put(place);
      return { x: place.x, y: place.y };
    }
    return { x, y };
  });
}
