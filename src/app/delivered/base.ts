/**
 * Path under which the app is served, derived from the URL of its script. The app therefore works under any
 * prefix. Ends with a slash.
 */
export const basePath: string = import.meta.env.DEV
  ? '/'
  : new URL(/* @vite-ignore */ '../', import.meta.url).pathname;

/** {@link basePath} without its last slash; empty at the root. */
export const mountPath: string = basePath.slice(0, -1);

let addressBase = basePath;

/**
 * Sets the path under which the app is served, for server rendering: in the host, the URL of the script is a file.
 * @param path - `/prefix`, or empty for the root.
 */
export function drawUnder(path: string): void {
  addressBase = `${path}/`;
}

/** Returns the absolute path of a path relative to the app's own path. A complete URL stays unchanged. */
export function hostAddress(relative: string): string {
  return /^https?:\/\//.test(relative) ? relative : addressBase + relative.replace(/^\//, '');
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
