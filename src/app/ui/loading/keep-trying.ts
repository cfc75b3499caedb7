const longestPause = 60_000;

/** Tells of every try that failed, as an event `part`. */
export const missing = new EventTarget();

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/**
 * Loads a part of the app again and again until it is there. One that failed for good would take the page with it, or
 * stay away for the weeks that a screen is open.
 *
 * @param wait - milliseconds: 1 s, doubling up to a minute.
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
