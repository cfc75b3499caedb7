/** A part that is missing may be gone for good: the host was given a new build since this page was opened. */

import { missing } from '../ui/loading/keep-trying.ts';
import { basePath } from './base.ts';

const key = 'edgewatch:reloaded-for';
/** Builds remembered: as many as one tab may meet. */
const mostBuilds = 20;

/** The address of the app's first script in a document; `null` where it is no document of this app. */
export function entryOf(html: string): string | null {
  // Tag by tag: whoever stands between this page and its host may answer with anything.
  for (const rest of html.split('<script ').slice(1)) {
    const [attributes = ''] = rest.split('>', 1);
    const source = attributes.includes('type="module"') ? / src="([^"]+)"/.exec(` ${attributes}`)?.[1] : null;
    if (source) return source;
  }
  return null;
}

/**
 * The brake: one reload for each build that turns up, or two hosts of different builds would have a page reload for
 * ever. What to remember where it may reload; `null` where it has.
 */
export function rememberReload(remembered: string | null, build: string): string | null {
  const builds = remembered?.split('\n') ?? [];
  return builds.includes(build) ? null : [...builds, build].slice(-mostBuilds).join('\n');
}

/**
 * The build that the host serves, where it is another than this page's and answers; `null` where there is none.
 *
 * @throws an error of `fetch` where the host cannot be reached.
 */
export async function findNewBuild(): Promise<string | null> {
  const own = entryOf(document.documentElement.outerHTML);
  const response = await fetch(basePath, { cache: 'no-store' });
  const current = entryOf(await response.text());
  if (!response.ok || current === null || current === own) return null;
  const script = await fetch(new URL(current, globalThis.location.href), { method: 'HEAD', cache: 'no-store' });
  return script.ok ? current : null;
}

/** Whether the host has a page to load at this moment: without one a screen that nobody touches would stay blank. */
export async function canReload(): Promise<boolean> {
  try {
    const response = await fetch(globalThis.location.href, { cache: 'no-store' });
    return response.ok && entryOf(await response.text()) !== null;
  } catch {
    return false;
  }
}

/** Loads the page anew, once for each reason. */
export function reloadFor(reason: string): void {
  try {
    // Without a memory there is no brake: whoever sits before the page may still reload it.
    const remembered = rememberReload(sessionStorage.getItem(key), reason);
    if (remembered === null) return;
    sessionStorage.setItem(key, remembered);
    globalThis.location.reload();
  } catch {
    // Nothing can be remembered.
  }
}

async function lookForNewBuild(): Promise<void> {
  try {
    const build = await findNewBuild();
    if (build !== null) reloadFor(build);
  } catch {
    // The host cannot be reached: the part is asked for again in time.
  }
}

/** Starts watching for parts that cannot be loaded. */
export function watchForNewBuild(): void {
  missing.addEventListener('part', () => void lookForNewBuild());
}
