/**
 * Rosters: the last known components, regions, nodes and endpoints of each deployment. They are stored over
 * reloads and shared by browser tabs.
 */

import { findDeployment } from '#app/delivered/config.ts';
import { useStore } from '#app/ui/host.ts';
import { now } from '#app/ui/time/clock.ts';
import { type EndpointPath, isEndpointPath } from '#contract/endpoints.ts';
import type { ListedKind } from '#domain/memory/changes.ts';
import {
  acknowledge,
  type Missing,
  merge,
  missedEndpoint,
  missingEndpoints,
  missingOf,
  type Names,
  type Roster,
  sawEndpoint,
  sawNames,
} from '#domain/roster/roster.ts';
import { vanishedComponents } from '#domain/verdict/vanished.ts';
import { setVanished } from '../verdicts/verdicts.ts';
import { readRoster, rosterKey, writeRoster } from './storage.ts';

type Absences = Readonly<Record<ListedKind, readonly Missing[]>>;

const nothing: Absences = { component: [], region: [], node: [], endpoint: [] };

interface Known {
  roster: Roster;
  /**
   * For each kind, the endpoint that listed it since the page opened. A kind without an entry shows no
   * absence.
   */
  readonly preferredPaths: Map<ListedKind, EndpointPath>;
  absences: Absences;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Milliseconds until a changed roster is stored. Each response changes only times in it, so not each one is
 * stored.
 */
const writeAfter = 30_000;

const all = new Map<string, Known>();
const listeners = new Set<() => void>();

function write(slug: string, known: Known): void {
  const deployment = findDeployment(slug);
  clearTimeout(known.timer);
  known.timer = undefined;
  if (!deployment) return;
  // Merges with the stored roster, because other browser tabs write it too.
  known.roster = merge(known.roster, readRoster(deployment, now()), now());
  writeRoster(deployment, known.roster);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function knownOf(slug: string): Known | undefined {
  const deployment = findDeployment(slug);
  if (!deployment) return undefined;
  const known = all.get(slug);
  if (known) return known;
  const fresh: Known = {
    roster: readRoster(deployment, now()),
    preferredPaths: new Map(),
    absences: nothing,
    timer: undefined,
  };
  all.set(slug, fresh);
  return fresh;
}

function absencesOf({ roster, preferredPaths }: Known): Absences {
  const of = (subject: ListedKind) => {
    const path = preferredPaths.get(subject);
    return missingOf(path && roster.get(path), now());
  };
  return {
    component: of('component'),
    region: of('region'),
    node: of('node'),
    endpoint: missingEndpoints(roster, now()),
  };
}

function adopt(slug: string, known: Known, roster: Roster): boolean {
  known.roster = roster;
  const absences = absencesOf(known);
  if (JSON.stringify(absences) === JSON.stringify(known.absences)) return false;
  known.absences = absences;
  setVanished(slug, vanishedComponents(absences.component.filter(({ acknowledged }) => !acknowledged)));
  notifyListeners();
  return true;
}

function change(slug: string, how: (roster: Roster) => Roster): void {
  const known = knownOf(slug);
  if (!known) return;
  if (adopt(slug, known, how(known.roster))) write(slug, known);
  else known.timer ??= setTimeout(() => write(slug, known), writeAfter);
}

/**
 * Adds the names in a response of a kind's preferred endpoint to the roster. `complete` as in {@link
 * sawNames}.
 */
export function noteNames(
  slug: string,
  subject: Exclude<ListedKind, 'endpoint'>,
  path: EndpointPath,
  { names, at, complete }: { readonly names: Names; readonly at: number; readonly complete: boolean },
): void {
  knownOf(slug)?.preferredPaths.set(subject, path);
  change(slug, (roster) => sawNames(roster, path, names, at, complete));
}

export function noteEndpoint(slug: string, path: EndpointPath, at: number): void {
  change(slug, (roster) => sawEndpoint(roster, path, at));
}

export function noteAbsentEndpoint(slug: string, path: EndpointPath, at: number): void {
  change(slug, (roster) => missedEndpoint(roster, path, at));
}

export function setAcknowledged(
  slug: string,
  subject: ListedKind,
  ids: readonly string[],
  acknowledged: boolean,
): void {
  const preferredPath = knownOf(slug)?.preferredPaths.get(subject);
  const at = now();
  change(slug, (roster) =>
    ids.reduce((next, id) => {
      const path = subject === 'endpoint' ? (isEndpointPath(id) ? id : undefined) : preferredPath;
      return acknowledge(next, path, id, acknowledged, at);
    }, roster),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the components, rows or endpoints that a deployment no longer lists, acknowledged or not. */
export function useMissing(slug: string, subject: ListedKind): readonly Missing[] {
  return useStore(subscribe, () => (all.get(slug)?.absences ?? nothing)[subject]);
}

/**
 * Starts to merge the rosters that other browser tabs store, and to store unsaved rosters when the page
 * closes.
 */
export function watchRoster(): void {
  globalThis.addEventListener('storage', ({ key }) => {
    for (const [slug, known] of all) {
      const deployment = findDeployment(slug);
      if (deployment && key === rosterKey(slug))
        adopt(slug, known, merge(known.roster, readRoster(deployment, now()), now()));
    }
  });
  globalThis.addEventListener('pagehide', () => {
    for (const [slug, known] of all) if (known.timer !== undefined) write(slug, known);
  });
}
