import type { CSSProperties } from 'react';

/** Regions that are named as those that changed most. */
export const mostMovers = 6;

const row = 27;
/** A list of regions with its head and the gap above it, where it stands below the table. */
const list = row * mostMovers + 46;
const lists = 2;
/** Two lines that say what it is of, below all of it. */
const scope = 48;

/** Room for the panel, as a style for {@link growthRoom}: a line each for zones or movers, with what stands above them. */
export function growthHeights(zones: number): CSSProperties {
  return {
    '--wide': `${row * Math.max(zones, mostMovers) + 62}px`,
    '--narrow': `${row * zones + 62 + lists * list + scope}px`,
  } as CSSProperties;
}

/** Its lists stand beside the table where there is room for that, else below it. */
export const growthRoom = 'mt-8 min-h-(--narrow) lg:min-h-(--wide)';
