/**
 * Size bands of half a decade each: few enough to count, fine enough to show a few very large sizes apart.
 */

import type { Integer } from '#contract/resources.ts';
import { formatBytes } from '../text/format-figures.ts';

/**
 * Lower bound of each band in bytes: 1, 4, 10, 32, 100, 317, 1,000 … The last band (from 1 EB) has no upper
 * bound.
 */
const floors: readonly number[] = Array.from({ length: 37 }, (_, index) =>
  Math.ceil(index % 2 === 0 ? 10 ** (index / 2) : Math.sqrt(10) * 10 ** ((index - 1) / 2)),
);

const keys = floors.map(String);

/** Key of the band for size 0, which has no logarithm. */
export const emptyBand = '0';

/** Returns the key of a size's band: its lower bound in bytes, as text. */
export function sizeBand(bytes: Integer): string {
  let band = 0;
  let end = floors.length;
  while (band < end) {
    const middle = (band + end) >>> 1;
    if (bytes >= (floors[middle] ?? 0)) band = middle + 1;
    else end = middle;
  }
  return keys[band - 1] ?? emptyBand;
}

/** Returns the label of a band: "1.00 GB to 3.16 GB", "0 B". An unknown key is shown as it is. */
export function sizeBandLabel(key: string): string {
  if (key === emptyBand) return formatBytes(0);
  const index = keys.indexOf(key);
  const [from, to] = [floors[index], floors[index + 1]];
  if (from === undefined) return key;
  return to === undefined ? `${formatBytes(from)} and more` : `${formatBytes(from)} to ${formatBytes(to)}`;
}

export interface SizeBin {
  readonly key: string;
  /** Position on the axis, in half decades from 1 byte: band 6 starts at 1 kB. */
  readonly position: number;
  readonly count: number;
}

export interface SizeHistogram {
  /** Bands from the smallest to the largest present one, empty bands between them included. */
  readonly bins: readonly SizeBin[];
  readonly empty: number;
  readonly unreadable: number;
}

/** A group of rows whose key is their size band. */
interface BandGroup {
  readonly key: readonly (string | null)[];
  readonly count: number;
}

export function sizeHistogram(groups: readonly BandGroup[]): SizeHistogram {
  const counts = new Map(groups.map((group) => [group.key[0] ?? null, group.count]));
  const counted = keys.map((key, position) => ({ key, position, count: counts.get(key) ?? 0 }));
  const first = counted.findIndex((bin) => bin.count > 0);
  const last = counted.findLastIndex((bin) => bin.count > 0);
  return {
    bins: first < 0 ? [] : counted.slice(first, last + 1),
    empty: counts.get(emptyBand) ?? 0,
    unreadable: counts.get(null) ?? 0,
  };
}

/** Returns the position of a size on the axis of bands, in half decades from 1 byte. */
export function bandPosition(bytes: Integer): number {
  return 2 * Math.log10(Math.max(1, Number(bytes)));
}
