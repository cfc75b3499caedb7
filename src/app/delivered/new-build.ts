/** Reloads the page if a part of the app is missing because the host has a new build. */

import { missing } from '../ui/loading/keep-trying.ts';
import { basePath } from './base.ts';

const key = 'edgewatch:reloaded-for';
/** Builds stored per tab. */
const mostBuilds = 20;

/** Address of the app's first script in an HTML document; `null` if it is not this app. */
export function entryOf(html: string): string | null {
  // Split by tag, because a proxy may respond with any text and a regular expression over it could be slow.
  for (const rest of html.split('<script ').slice(1)) {
    const [attributes = ''] = rest.split('>', 1);
    const source = attributes.includes('type="module"') ? / src="([^"]+)"/.exec(` ${attributes}`)?.[1] : null;
    if (source) return source;
  }
  return null;
}

/**
 * One reload per build. Otherwise two hosts with different builds would reload the page forever.
 * @returns the text to store; `null` if this build already caused a reload.
 */
export function rememberReload(remembered: string | null, build: string): string | null {
  const builds = remembered?.split('\n') ?? [];
  return builds.includes(build) ? null : [...builds, build].slice(-mostBuilds).join('\n');
}

/**
 * The host's build if it differs from this page's and its script exists; else `null`.
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

/** Whether the host serves this page now. Reloading without that could leave a wall blank. */
export async function canReload(): Promise<boolean> {
  try {
    const response = await fetch(globalThis.location.href, { cache: 'no-store' });
    return response.ok && entryOf(await response.text()) !== null;
  } catch {
    return false;
  }
}

/** Reloads the page, once per reason. */
export function reloadFor(reason: string): void {
  try {
    // Without storage nothing limits the reloads, so there is none.
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
    // The host is unreachable; the part is retried later.
  }
}

export function watchForNewBuild(): void {
  missing.addEventListener('part', () => void checkForNewBuild());
}
