import type { CSSProperties } from 'react';

export const mostMovers = 6;

const row = 27;
/**
 * Height in pixels of one list of regions with the largest changes, including heading and gap, when it is
 * below the table.
 */
const list = row * mostMovers + 46;
const lists = 2;
/** Height in pixels of the two lines that state which regions the growth covers. */
const scope = 48;

/**
 * Returns custom properties with the height of the growth panel for {@link growthRoom}. `--wide`: lists
 * beside the table; `--narrow`: lists below it.
 */
export function growthHeights(zones: number): CSSProperties {
  return {
    '--wide': `${row * Math.max(zones, mostMovers) + 62}px`,
    '--narrow': `${row * zones + 62 + lists * list + scope}px`,
  } as CSSProperties;
}

/**
 * Class names that reserve the height of the growth panel. Its lists are beside the table on a wide screen,
 * otherwise below it.
 */
export const growthRoom = 'mt-8 min-h-(--narrow) lg:min-h-(--wide)';
