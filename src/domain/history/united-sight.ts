/**
 * Our sight of a resource of which first one version was read and then another: where either was seen, it was. Times are
 * epoch milliseconds. Pure.
 */

import { endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import type { SightEntry } from '#contract/history.ts';
import { isBeforeAll, type Stretch } from './sight.ts';

/** A stretch of sight as the domain has it. */
export function stretchOf({
  from,
  to,
  outcome,
  cause,
  detail,
  looks,
  longestSeconds,
  complete,
}: SightEntry): Stretch {
  return {
    outcome,
    cause,
    detail,
    looks,
    complete,
    from: Date.parse(from),
    to: to === null ? null : Date.parse(to),
    longest: longestSeconds === null ? null : longestSeconds * 1000,
  };
}

function entryOf(endpoint: string, { from, to, longest, ...stretch }: Stretch): SightEntry {
  return {
    endpoint,
    ...stretch,
    from: new Date(from).toISOString(),
    to: to === null ? null : new Date(to).toISOString(),
    longestSeconds: longest === null ? null : longest / 1000,
  };
}

/** Which of two is told, the lower: of those that are blind the one that was asked says why. */
function rankOf(stretch: Stretch): number {
  const { outcome, complete, cause } = stretch;
  if (outcome === 'seen') return complete ? 0 : 1;
  if (cause === 'pending') return 2;
  if (cause !== 'not-recorded' && cause !== 'not-offered') return 3;
  return isBeforeAll(stretch) ? 5 : 4;
}

function isLone({ from, to }: Stretch): boolean {
  return from === to;
}

/** A part of a stretch, between two looks at any of the versions. */
function partOf(stretch: Stretch, from: number, to: number): Stretch {
  const isAsTold = stretch.outcome === 'seen' || isBeforeAll(stretch) || !Number.isFinite(to);
  return {
    ...stretch,
    from,
    to: Number.isFinite(to) ? to : null,
    longest: isAsTold ? stretch.longest : to - from,
  };
}

/** @param versions - the stretches of each version, in the order of time; those of one tile all time that is told. */
export function unitedStretches(versions: readonly (readonly Stretch[])[]): readonly Stretch[] {
  const [first = [], ...others] = versions;
  if (others.length === 0) return first;
  const lasting = versions.map((stretches) => stretches.filter((each) => !isLone(each)));
  const lone = new Map(
    versions.flatMap((stretches) => stretches.filter(isLone).map((look) => [look.from, look] as const)),
  );
  const ends = versions.flat().flatMap(({ from, to }) => [from, to ?? Number.POSITIVE_INFINITY]);
  const times = [...new Set(ends)].toSorted((a, b) => (a < b ? -1 : 1));
  const places = versions.map(() => 0);
  const at = (stretches: readonly Stretch[], version: number, time: number): readonly Stretch[] => {
    let place = places[version] ?? 0;
    while ((stretches[place]?.to ?? Number.POSITIVE_INFINITY) <= time) place += 1;
    places[version] = place;
    const stretch = stretches[place];
    return stretch && stretch.from <= time ? [stretch] : [];
  };
  const united: Stretch[] = [];
  /** That of which the last of them is a part; `null` after a look that stands alone, which ends what could have hidden. */
  let whole: Stretch | null = null;
  for (const [index, from] of times.entries()) {
    const look = lone.get(from);
    if (look) {
      united.push(look);
      whole = null;
    }
    const to = times[index + 1];
    if (to === undefined) break;
    const [best = null] = lasting
      .flatMap((stretches, version) => at(stretches, version, from))
      .toSorted((a, b) => rankOf(a) - rankOf(b));
    const last = united.at(-1);
    if (best && best === whole && last) united[united.length - 1] = partOf(best, last.from, to);
    else if (best) united.push(partOf(best, from, to));
    whole = best;
  }
  return united;
}

/** The same for what the host says of each endpoint: each version of a resource has the sight of all of them. */
export function unitedSight(sight: readonly SightEntry[]): readonly SightEntry[] {
  const resources = new Map<string, Map<string, SightEntry[]>>();
  for (const entry of sight) {
    const { endpoint } = entry;
    const resource = isEndpointPath(endpoint) ? endpointAt(endpoint).resource : endpoint;
    const versions = resources.get(resource) ?? new Map<string, SightEntry[]>();
    const entries = versions.get(endpoint) ?? [];
    entries.push(entry);
    resources.set(resource, versions.set(endpoint, entries));
  }
  return [...resources.values()].flatMap((versions) => {
    const told = [...versions.values()];
    if (told.length === 1) return told.flat();
    const united = unitedStretches(told.map((entries) => entries.map(stretchOf)));
    return [...versions.keys()].flatMap((endpoint) => united.map((stretch) => entryOf(endpoint, stretch)));
  });
}
