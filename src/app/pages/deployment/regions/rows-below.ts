/** Which rows of a list by zone are below the edge of its box. */

export const heights = {
  columns: 24,
  head: 27,
  row: 24,
} as const;

interface Below<Zone> {
  /** Rows not completely above the edge. */
  readonly rows: number;
  /** Their zones, in order. */
  readonly zones: readonly Zone[];
}

/** @param edge - pixels from the top of the list. */
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
