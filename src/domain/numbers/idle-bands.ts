const second = 1_000;
const day = 86_400_000;

/** Maximum difference of clocks in milliseconds. A time further ahead counts as in the future. */
const allowedSkew = 5 * second;

const bounds = [1, 7, 30, 90] as const;

/** Keys of the bands by days since the last use, most recent first. */
export const idleBands: readonly string[] = [...bounds.map((days) => `${days}d`), 'older'];

/** Minimum milliseconds without use from which an application counts as idle. */
export const idleFrom = 90 * day;

/** Returns the time of last use; `null` if there is none or it is in the future. */
export function pastUse(time: number | null, asOf: number): number | null {
  return time === null || time > asOf + allowedSkew ? null : time;
}

/**
 * Returns the key of the band for an application's last use, as of `asOf`; `null` if {@link pastUse} finds no
 * usable time.
 */
export function idleBand(time: number | null, asOf: number): string | null {
  const used = pastUse(time, asOf);
  if (used === null) return null;
  const days = bounds.find((bound) => asOf - used < bound * day);
  return days === undefined ? 'older' : `${days}d`;
}

/** Returns the label of a band: "Last 24 h", "7 to 30 d", "Over 90 d". An unknown key is shown as it is. */
export function idleBandLabel(key: string): string {
  if (key === 'older') return `Over ${bounds.at(-1)}\u00a0d`;
  const index = bounds.findIndex((bound) => `${bound}d` === key);
  if (index < 0) return key;
  return index === 0 ? 'Last 24\u00a0h' : `${bounds[index - 1]} to ${bounds[index]}\u00a0d`;
}
