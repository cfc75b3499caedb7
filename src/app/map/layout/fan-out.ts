/** Moves overlapping marks apart, as little as possible. */

import type { Point } from '#app/url/map-view.ts';

export interface Disc extends Point {
  /** Radius of the disc, pixels. */
  readonly radius: number;
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));
/** Maximum number of positions to try around a disc. It is enough for thousands of discs at one place. */
const mostSteps = 20_000;
/** More grid columns than the plane has, so that column and row give one unique key. */
const columns = 1 << 20;

/** Stores discs by grid cell, so that each disc is compared only with its neighbours. */
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
      const cellDiscs = cells.get(cell);
      if (cellDiscs) cellDiscs.push(disc);
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
 * Computes positions at which discs are at least `gap` pixels apart. A disc that overlaps no other keeps its
 * place. Among overlapping discs, earlier ones keep their place and later ones take the nearest free place.
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
