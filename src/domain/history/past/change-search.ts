/** Time windows in which the changes next to a past moment are searched. The host lists changes newest first. */

import type { Window } from '../spans/shares.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The longest window that the host answers is a day longer. */
const longest = 400 * day;

/** Milliseconds after the moment at which each window ends. Mostly a short one has a change, and little to send. */
const ends = [10 * minute, 2 * hour, day, 16 * day, longest] as const;

/** Returns the window of all changes before a moment. The newest of them is the change before. */
export function windowBefore(moment: number): Window {
  return { from: moment - longest, to: moment };
}

/**
 * Returns windows that follow one another from the moment to the present. The oldest change of the first window with a
 * change is the change after.
 * @param now - epoch milliseconds.
 */
export function windowsAfter(moment: number, now: number): readonly Window[] {
  const windows: Window[] = [];
  // Windows are half-open. A change at the moment itself is already in the page.
  let from = moment + 1;
  for (const end of ends) {
    if (from >= now) break;
    const to = Math.min(moment + end, now);
    windows.push({ from, to });
    from = to;
  }
  return windows;
}

/** The newest changes of a window, at most as many as one response has. */
export interface NewestChanges {
  /** Times in epoch milliseconds, newest first. */
  readonly times: readonly number[];
  /** Whether the window has older ones. */
  readonly hasMore: boolean;
}

/**
 * Finds the oldest change of a window by halves: at most twice as many reads as the length of the window has binary
 * digits, however many changes it has.
 * @param read - reads the newest changes of a window; `null` if it failed.
 * @returns the time, epoch milliseconds; `null` if there is no change, `undefined` if a read failed.
 */
export async function oldestChange(
  window: Window,
  read: (window: Window) => Promise<NewestChanges | null>,
): Promise<number | null | undefined> {
  let { from, to } = window;
  /** End of the later half, while the earlier one is read. */
  let later: number | null = null;
  for (;;) {
    const changes = await read({ from, to });
    if (changes === null) return undefined;
    const oldest = changes.times.at(-1);
    if (oldest !== undefined && (!changes.hasMore || to - from <= 1)) return oldest;
    if (oldest === undefined && later === null) return null;
    if (oldest === undefined) [from, to, later] = [to, later ?? to, null];
    else [to, later] = [from + Math.floor((to - from) / 2), to];
  }
}
