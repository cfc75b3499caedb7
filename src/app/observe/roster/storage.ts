/** Rosters in this browser's storage, which may be denied, full, or hold anything. */

import { deployments } from '#app/delivered/config.ts';
import type { Deployment } from '#contract/host.ts';
import type { Roster } from '#domain/memory/roster.ts';
import { mostBytes, rosterFromText, rosterToText } from '#domain/memory/roster-text.ts';

/** With the version of its form: what another version wrote is not read. */
const prefix = 'edgewatch:roster:1:';

export function rosterKey(slug: string): string {
  return prefix + slug;
}

export function readRoster(deployment: Deployment, now: number): Roster {
  let text: string | null = null;
  try {
    text = localStorage.getItem(rosterKey(deployment.slug));
  } catch {
    // Denied: nothing is remembered.
  }
  return rosterFromText(text, deployment.shownUrl, now);
}

/** Rosters of deployments that are no longer configured, and of other versions, make room. */
function dropOthers(): void {
  const kept = new Set(deployments.map(({ slug }) => rosterKey(slug)));
  for (const key of Object.keys(localStorage))
    if (key.startsWith('edgewatch:roster:') && !kept.has(key)) localStorage.removeItem(key);
}

/** Keeps a roster, within its share of the room that all have, where the browser lets us. */
export function writeRoster(deployment: Deployment, roster: Roster): void {
  const share = Math.floor(mostBytes / Math.max(1, deployments.length)) - rosterKey(deployment.slug).length;
  try {
    dropOthers();
    localStorage.setItem(rosterKey(deployment.slug), rosterToText(roster, deployment.shownUrl, share));
  } catch {
    // Denied or full: what goes while the page is open is noticed all the same.
  }
}
