/**
 * Path under which the app is mounted, derived from the script's address. The app therefore works under any
 * prefix.
 */
export const basePath: string = import.meta.env.DEV
  ? '/'
  : new URL(/* @vite-ignore */ '../', import.meta.url).pathname;

/** {@link basePath} without its last slash; empty at the root. */
export const mountPath: string = basePath.slice(0, -1);

/** An absolute path of the host from one relative to the base; URLs stay unchanged. */
export function hostAddress(relative: string): string {
  return /^https?:\/\//.test(relative) ? relative : basePath + relative.replace(/^\//, '');
}

/**
 * JSON that the host embedded in the HTML document under this id; `undefined` if absent or unreadable, and in
 * the host.
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
