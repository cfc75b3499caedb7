/** How long ago a thing was last used, in the bands that people ask for. */

const second = 1_000;
const day = 86_400_000;

/** Clocks may differ by this much, milliseconds, before a time counts as one in the future. */
const allowedSkew = 5 * second;

/** Days that bound the bands. */
const bounds = [1, 7, 30, 90] as const;

/** Keys of the bands, from the most recent. */
export const idleBands: readonly string[] = [...bounds.map((days) => `${days}d`), 'older'];

/** From here on a thing counts as idle, milliseconds. */
export const idleFrom = 90 * day;

/** A time of use as it may be reckoned with: `null` where it was never, could not be read or is yet to come. */
export function pastUse(time: number | null, asOf: number): number | null {
  return time === null || time > asOf + allowedSkew ? null : time;
}

/** The band that a last use falls in, as seen at `asOf`; `null` where there is none ({@link pastUse}). */
export function idleBand(time: number | null, asOf: number): string | null {
  const used = pastUse(time, asOf);
  if (used === null) return null;
  const days = bounds.find((bound) => asOf - used < bound * day);
  return days === undefined ? 'older' : `${days}d`;
}

/** "Last 24 h", "7 to 30 d", "Over 90 d". A key that names no band is shown as it is. */
export function idleBandLabel(key: string): string {
  if (key === 'older') return `Over ${bounds.at(-1)}\u00a0d`;
  const index = bounds.findIndex((bound) => `${bound}d` === key);
  if (index < 0) return key;
  return index === 0 ? 'Last 24\u00a0h' : `${bounds[index - 1]} to ${bounds[index]}\u00a0d`;
}
