/** Regions that are named as those that changed most. */
export const mostMovers = 6;

/** How high the panel is, pixels: a line each for zones or movers, with what stands above them. */
export function growthHeight(zones: number): number {
  return 27 * Math.max(zones, mostMovers) + 62;
}
