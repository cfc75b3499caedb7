import { type Around, around } from '../lists/around.ts';
import { compareTexts } from '../text/compare-texts.ts';
import type { RegionRow } from './region-rows.ts';

/** Returns the regions before and after a region in its zone, sorted by code. */
export function neighboursOf(rows: readonly RegionRow[], code: string): Around<RegionRow> {
  const zone = rows.find((row) => row.code === code)?.zone ?? null;
  const unique = new Map<string, RegionRow>();
  // Rows of one code are sorted worst first, so the first one stands for the region.
  for (const row of rows)
    if (zone !== null && row.zone === zone && row.code !== null && !unique.has(row.code))
      unique.set(row.code, row);
  const all = [...unique.values()].toSorted((a, b) => compareTexts(a.code ?? '', b.code ?? ''));
  return around(
    all,
    all.findIndex((row) => row.code === code),
  );
}
