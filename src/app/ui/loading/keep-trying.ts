const longestPause = 60_000;

/** Fires the event `part` after each failed attempt to load a part of the app. */
export const missing = new EventTarget();

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/**
 * Loads a part of the app and retries until it succeeds. A wall is open for weeks, and a permanent failure
 * would leave a hole in it.
 * @param wait - waits for a number of milliseconds.
 * @param next - milliseconds before the next attempt: at first 1 s, doubling up to a minute.
 */
export async function keepTrying<T>(load: () => Promise<T>, wait = pause, next = 1_000): Promise<T> {
  try {
    return await load();
  } catch {
    missing.dispatchEvent(new Event('part'));
    await wait(next);
    return keepTrying(load, wait, Math.min(2 * next, longestPause));
  }
}
