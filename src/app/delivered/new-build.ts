/** Reloads the page if a part of the app cannot be loaded because the host has a new build. */

import { missing } from '../ui/loading/keep-trying.ts';
import { basePath } from './base.ts';

const key = 'edgewatch:reloaded-for';
/** Maximum number of builds that a browser tab remembers. */
const mostBuilds = 20;

/** Returns the URL of the app's first script in an HTML document; `null` if the document is not this app. */
export function entryOf(html: string): string | null {
  // Splits the text by tag. A proxy may respond with any text, and a regular expression over all of it could
  // be slow.
  for (const rest of html.split('<script ').slice(1)) {
    const [attributes = ''] = rest.split('>', 1);
    const source = attributes.includes('type="module"') ? / src="([^"]+)"/.exec(` ${attributes}`)?.[1] : null;
    if (source) return source;
  }
  return null;
}

/**
 * Adds a build to those that caused a reload. Each build causes one reload at most: two hosts with different
 * builds would otherwise reload the page forever.
 * @returns the text to store; `null` if this build already caused a reload.
 */
export function rememberReload(remembered: string | null, build: string): string | null {
  const builds = remembered?.split('\n') ?? [];
  return builds.includes(build) ? null : [...builds, build].slice(-mostBuilds).join('\n');
}

/**
 * Returns the script URL of the host's build if it differs from this page's build and the script exists; else
 * `null`.
 * @throws an error of `fetch` if the host is unreachable.
 */
export async function findNewBuild(): Promise<string | null> {
  const own = entryOf(document.documentElement.outerHTML);
  const response = await fetch(basePath, { cache: 'no-store' });
  const current = entryOf(await response.text());
  if (!response.ok || current === null || current === own) return null;
  const script = await fetch(new URL(current, globalThis.location.href), { method: 'HEAD', cache: 'no-store' });
  return script.ok ? current : null;
}

/** Whether the host serves this page now. Without this check, a reload could leave a wall blank. */
export async function canReload(): Promise<boolean> {
  try {
    const response = await fetch(globalThis.location.href, { cache: 'no-store' });
    return response.ok && entryOf(await response.text()) !== null;
  } catch {
    return false;
  }
}

/** Reloads the page, at most once per reason. */
export function reloadFor(reason: string): void {
  try {
    // Without storage nothing would limit the reloads, so the page is not reloaded.
    const remembered = rememberReload(sessionStorage.getItem(key), reason);
    if (remembered === null) return;
    sessionStorage.setItem(key, remembered);
    globalThis.location.reload();
  } catch {
    // Storage is denied.
  }
}

async function checkForNewBuild(): Promise<void> {
  try {
    const build = await findNewBuild();
    if (build !== null) reloadFor(build);
  } catch {
    // The host is unreachable. The missing part is loaded later.
  }
}

export function watchForNewBuild(): void {
  missing.addEventListener('part', () => void checkForNewBuild());
}
