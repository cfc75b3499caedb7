/** Stores rosters in this browser's storage. The storage may be denied, full, or hold invalid text. */

import { deployments } from '#app/delivered/config.ts';
import type { Deployment } from '#contract/host.ts';
import type { Roster } from '#domain/roster/roster.ts';
import { mostBytes, rosterFromText, rosterToText } from '#domain/roster/roster-text.ts';

/** Prefix of storage keys. It contains the format version; data of other versions is not read. */
const prefix = 'edgewatch:roster:1:';

export function rosterKey(slug: string): string {
  return prefix + slug;
}

export function readRoster(deployment: Deployment, now: number): Roster {
  let text: string | null = null;
  try {
    text = localStorage.getItem(rosterKey(deployment.slug));
  } catch {
    // Access to the storage is denied, so there is no stored roster.
  }
  return rosterFromText(text, deployment.shownUrl, now);
}

/** Removes the rosters of deployments that are no longer configured, and rosters of other format versions. */
function dropOthers(): void {
  const configuredKeys = new Set(deployments.map(({ slug }) => rosterKey(slug)));
  for (const key of Object.keys(localStorage))
    if (key.startsWith('edgewatch:roster:') && !configuredKeys.has(key)) localStorage.removeItem(key);
}

/** Stores the roster of a deployment. The storage limit is divided equally among the deployments. */
export function writeRoster(deployment: Deployment, roster: Roster): void {
  const share = Math.floor(mostBytes / Math.max(1, deployments.length)) - rosterKey(deployment.slug).length;
  try {
    dropOthers();
    localStorage.setItem(rosterKey(deployment.slug), rosterToText(roster, deployment.shownUrl, share));
  } catch {
    // Denied or full. Changes are still noticed while the page is open.
  }
}
