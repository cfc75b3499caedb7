/**
 * Path under which the app is served, derived from the URL of its script. The app therefore works under any
 * prefix.
 */
export const basePath: string = import.meta.env.DEV
  ? '/'
  : new URL(/* @vite-ignore */ '../', import.meta.url).pathname;

/** {@link basePath} without its last slash; empty at the root. */
export const mountPath: string = basePath.slice(0, -1);

/** Returns the absolute path of a path relative to {@link basePath}. A complete URL stays unchanged. */
export function hostAddress(relative: string): string {
  return /^https?:\/\//.test(relative) ? relative : basePath + relative.replace(/^\//, '');
}

/**
 * Reads the JSON that the host embedded in the HTML document under an element id. Returns `undefined` if it
 * is absent or unreadable, or if this code runs in the host.
 */
export function dataBlock(id: string): unknown {
  const text = typeof document === 'undefined' ? null : document.getElementById(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
