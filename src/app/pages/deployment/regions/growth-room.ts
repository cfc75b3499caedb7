import type { CSSProperties } from 'react';

export const mostMovers = 6;

const row = 27;
/** Height of a list of regions with head and gap, when it is below the table. */
const list = row * mostMovers + 46;
const lists = 2;
/** Height of two lines of text. */
const scope = 48;

/**
 * Custom properties with the panel's height for {@link growthRoom}: one row per zone or mover, and the heads.
 */
export function growthHeights(zones: number): CSSProperties {
  return {
    '--wide': `${row * Math.max(zones, mostMovers) + 62}px`,
    '--narrow': `${row * zones + 62 + lists * list + scope}px`,
  } as CSSProperties;
}

/** The lists are beside the table on a wide screen, otherwise below it. */
export const growthRoom = 'mt-8 min-h-(--narrow) lg:min-h-(--wide)';
