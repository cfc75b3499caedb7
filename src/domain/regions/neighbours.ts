import { compareTexts } from '../text/compare-texts.ts';
import type { RegionRow } from './region-rows.ts';

export interface Neighbours {
  readonly all: readonly RegionRow[];
  /** Neighbours in circular order. Of two regions each has one neighbour, a single one has none. */
  readonly previous: RegionRow | null;
  readonly next: RegionRow | null;
}

const alone: Neighbours = { all: [], previous: null, next: null };

export function neighboursOf(rows: readonly RegionRow[], code: string): Neighbours {
  const zone = rows.find((row) => row.code === code)?.zone ?? null;
  if (zone === null) return alone;
  const unique = new Map<string, RegionRow>();
  // Rows of a code are sorted worst first.
  for (const row of rows)
    if (row.zone === zone && row.code !== null && !unique.has(row.code)) unique.set(row.code, row);
  const all = [...unique.values()].toSorted((a, b) => compareTexts(a.code ?? '', b.code ?? ''));
  if (all.length < 2) return { ...alone, all };
  const place = all.findIndex((row) => row.code === code);
  if (all.length === 2) return { all, previous: all[place - 1] ?? null, next: all[place + 1] ?? null };
  return { all, previous: all.at(place - 1) ?? null, next: all.at((place + 1) % all.length) ?? null };
}

/** At most `most` regions of a zone in their order: this one, those with problems, then the nearest in the list. */
export function chosenOf(
  all: readonly RegionRow[],
  code: string,
  isTroubled: (row: RegionRow) => boolean,
  most: number,
): readonly RegionRow[] {
  const place = all.findIndex((row) => row.code === code);
  const chosen = all
    .map((row, index) => ({ row, index, away: isTroubled(row) ? 0.5 : Math.abs(index - place) }))
    .toSorted((a, b) => a.away - b.away)
    .slice(0, most);
  return chosen.toSorted((a, b) => a.index - b.index).map(({ row }) => row);
}
