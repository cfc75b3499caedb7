/** What of a list by zones stands below the edge of its box. */

/** Pixels: what is out of sight is not drawn, and must be as high as it will be. */
export const heights = {
  /** Of the names of the columns, which stand above all. */
  columns: 24,
  /** Of the head of a zone. */
  head: 27,
  row: 24,
} as const;

interface Below<Zone> {
  /** Rows not wholly above the edge. */
  readonly rows: number;
  /** The zones that hold them, in their order. */
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
