/** Where the app is mounted: the folder above the one its scripts come from, so that it works below any path prefix. */
export const basePath: string = import.meta.env.DEV
  ? '/'
  : new URL(/* @vite-ignore */ '../', import.meta.url).pathname;

/** The same as people type it, without its last slash; empty at the root. */
export const mountPath: string = basePath.slice(0, -1);

/** An address of the host, from one relative to the app's base; absolute ones stay as they are. */
export function hostAddress(relative: string): string {
  return /^https?:\/\//.test(relative) ? relative : basePath + relative.replace(/^\//, '');
}

/** What the host wrote into the document under this id; `undefined` where that is nothing readable, as in the host itself. */
export function dataBlock(id: string): unknown {
  const text = typeof document === 'undefined' ? null : document.getElementById(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
