/**
 * Finds the rows of the region list (RegionList.tsx) below the visible part of its box, from their heights in
 * pixels.
 */

export const heights = {
  columns: 24,
  head: 27,
  row: 24,
} as const;

interface Below<Zone> {
  /** Number of rows that are not completely above the lower edge of the visible part. */
  readonly rows: number;
  /** Zones with rows below the edge of the visible part, in order. */
  readonly zones: readonly Zone[];
}

/**
 * Counts the rows that are not completely above the lower edge of the visible part.
 * @param edge - lower edge, in pixels from the top of the list's content.
 */
export function rowsBelow<Zone extends { readonly rows: readonly unknown[] }>(
  zones: readonly Zone[],
  edge: number,
): Below<Zone> {
  const below: Zone[] = [];
  let rows = 0;
  let top: number = heights.columns;
  for (const zone of zones) {
    const above = Math.floor((edge - top - heights.head) / heights.row);
    const hidden = zone.rows.length - Math.min(zone.rows.length, Math.max(0, above));
    if (hidden > 0) below.push(zone);
    rows += hidden;
    top += heights.head + heights.row * zone.rows.length;
  }
  return { rows, zones: below };
}
