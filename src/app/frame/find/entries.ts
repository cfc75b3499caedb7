import { keepsHistory } from '#app/delivered/config.ts';
import type { IconName } from '#app/ui/elements/Icon.tsx';
import { paths } from '#app/url/paths.ts';
import { addressOf, type Section, sections } from '#app/url/sections.ts';
import type { Deployment } from '#contract/host.ts';
import { nameSuffix } from '#contract/names/name-suffix.ts';
import type { Application, Asset, Bucket, EventType, Node, Region } from '#contract/resources.ts';
import { countsInWords, type FoundState, severitiesOf, stateName } from '#domain/figures/found-states.ts';
import { type Claim, exact, figureInWords, noneInWords } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { createFindIndex, type Findable, type FindIndex } from '#domain/text/find.ts';

export interface Destination extends Findable {
  readonly kind: string;
  /** Slug of the deployment that the entry belongs to. */
  readonly of?: string;
  /** Text before the name; not from a deployment. */
  readonly hint?: string;
  readonly name: string;
  readonly to: string;
  /** Worst severity among the rows that a state entry counts. */
  readonly severity?: Severity | null;
  /** Id or code beside the name, or counts; `null` if none. */
  readonly detail: string | null;
}

export interface Command {
  readonly kind: string;
  readonly name: string;
  /** Identity of a command whose name changes. */
  readonly id?: string;
  /** Current value of a setting; `null` if none. */
  readonly detail: string | null;
  readonly texts: readonly string[];
  readonly icon: IconName;
  readonly key?: string;
  /** Whether the Find dialog stays open after the command. */
  readonly stays?: boolean;
  readonly act: () => void;
}

export type Entry = Destination | Command;

/** The row that the viewer chose with keys or pointer, and its index at that time. */
export interface Pointed {
  readonly entry: Entry;
  readonly place: number;
}

/** Whether two entries have the same target or action. Their texts may differ. */
function isSame(one: Entry, other: Entry): boolean {
  if ('act' in one && 'act' in other && one.id !== undefined) return one.id === other.id;
  if (one.kind !== other.kind || one.name !== other.name) return false;
  return 'act' in one ? 'act' in other : !('act' in other) && one.to === other.to;
}

/** Returns the index of the chosen row among the current rows; -1 if it is gone. */
export function placeOf(rows: readonly Entry[], { entry, place }: Pointed): number {
  const there = rows[place];
  // Ids or names may repeat, so the same index is preferred.
  return there && isSame(there, entry) ? place : rows.findIndex((row) => isSame(row, entry));
}

function texts(...values: readonly (string | null)[]): readonly string[] {
  return values.filter((value): value is string => value !== null && value !== '');
}

export function pagesOf(
  deployment: Deployment | undefined,
  others: readonly Deployment[],
  isOffered: (section: Section) => boolean,
): readonly Destination[] {
  const page = (name: string, to: string): Destination => ({
    kind: 'Page',
    name,
    detail: null,
    texts: [name],
    to,
  });
  const own = deployment ? sections.filter(isOffered) : [];
  return [
    ...own.map((section) => page(section.label, addressOf(section, deployment?.slug ?? ''))),
    ...(deployment && keepsHistory
      ? [page('Handover', paths.handover(deployment.slug)), page('Month report', paths.report(deployment.slug))]
      : []),
    page('All deployments', paths.overview()),
    ...(keepsHistory ? [page('Handover of all deployments', paths.handoverOfAll())] : []),
    ...others.map(({ name, slug }) => ({
      kind: 'Deployment',
      name,
      detail: slug === name || name.endsWith(nameSuffix(slug)) ? null : slug,
      texts: texts(name, slug),
      to: paths.status(slug),
    })),
  ];
}

/**
 * Entry for all rows with a state, such as "Nodes not operational in Marseille", "4 nodes degraded". It links
 * to the list of these rows.
 */
export function stateEntry(
  { where, severity, counts, alsoFiltered }: FoundState,
  of: 'node' | 'region',
  {
    slug,
    owner,
    lookups,
    claim = exact,
  }: {
    readonly slug: string;
    /** Name of the deployment if several deployments are searched; else `null`. */
    readonly owner: string | null;
    readonly lookups: Lookups;
    readonly claim: Claim | undefined;
  },
): Destination {
  const what = of === 'node' ? 'Nodes' : 'Regions';
  const state = stateName(severity).toLowerCase();
  const code = where.kind === 'region' ? where.code : null;
  const city = code === null ? null : (lookups.places.get(code)?.name ?? null);
  const place = where.kind === 'zone' ? where.zone : (city ?? code);
  const lead = `${what} ${state}${place === null ? '' : ' in '}`;
  const detail = counts.size === 0 ? noneInWords(claim) : figureInWords(claim, countsInWords(counts, of));
  const search = { severity: severitiesOf(severity), ...(where.kind === 'zone' ? { zone: where.zone } : {}) };
  return {
    kind: 'State',
    of: slug,
    hint: lead,
    name: place ?? '',
    detail: owner === null ? detail : `${detail}, ${owner}`,
    texts: texts(`${lead}${place ?? ''}`, code, ...alsoFiltered.map(stateName)),
    to:
      of === 'node'
        ? paths.nodes(slug, { ...search, ...(code === null ? {} : { region: code }) })
        : paths.regions(slug, search),
    severity: [...counts.keys()][0] ?? null,
  };
}

export function regionEntry({ code, name, country }: Region, slug: string): Destination | null {
  if (code === null) return null;
  return {
    kind: 'Region',
    of: slug,
    name: name ?? code,
    detail: code,
    texts: texts(code, name, country),
    to: paths.region(slug, code),
  };
}

export function nodeEntry({ id, pop }: Node, slug: string): Destination | null {
  if (id === null) return null;
  return {
    kind: 'Node',
    of: slug,
    name: id,
    detail: pop,
    texts: texts(id, id.replace(/^nod_/, '')),
    to: paths.node(slug, id),
  };
}

export function bucketEntry({ id, name }: Bucket, slug: string): Destination | null {
  if (id === null) return null;
  return {
    kind: 'Bucket',
    of: slug,
    name: name ?? id,
    detail: id,
    texts: texts(name, id),
    to: paths.bucket(slug, id),
  };
}

export function eventEntry({ id, name }: EventType, slug: string): Destination | null {
  if (id === null) return null;
  return {
    kind: 'Event',
    of: slug,
    name: name ?? id,
    detail: id,
    texts: texts(name, id),
    to: paths.event(slug, id),
  };
}

/** Entry for an asset. Assets have no page, so it links to the list filtered by the path. */
export function assetEntry({ id, path }: Asset, slug: string): Destination | null {
  const label = path ?? id;
  if (label === null) return null;
  return {
    kind: 'Asset',
    of: slug,
    name: label,
    detail: id,
    texts: texts(path, id),
    to: paths.assets(slug, { q: label }),
  };
}

/** Entry for an application. Applications have no page, so it links to the list filtered by the name. */
export function applicationEntry({ id, name }: Application, slug: string): Destination | null {
  const label = name ?? id;
  if (label === null) return null;
  return {
    kind: 'Application',
    of: slug,
    name: label,
    detail: id,
    texts: texts(name, id),
    to: paths.applications(slug, { q: label }),
  };
}

/**
 * Maximum number of rows indexed at once. The page handles input between two such slices, so typing is not
 * delayed.
 */
const atOnce = 5000;

function detailIn({ detail }: Destination, owner: string): string {
  return detail === null ? owner : `${detail}, ${owner}`;
}

/** Creates search indexes for all rows of a listing, slice by slice. */
export async function indexesOf<Row>(
  listing: Listing<Row>,
  entryOf: (row: Row, slug: string) => Destination | null,
  slug: string,
  owner: string | null,
): Promise<readonly FindIndex<Destination>[]> {
  const rows = await listing.rows({});
  const indexes: FindIndex<Destination>[] = [];
  for (let from = 0; from < rows.count; from += atOnce) {
    const entries: Destination[] = [];
    // Slices are read one by one, because each may come from the worker.
    for (const row of await rows.slice(from, from + atOnce)) {
      const entry = entryOf(row, slug);
      if (entry) entries.push(owner === null ? entry : { ...entry, detail: detailIn(entry, owner) });
    }
    indexes.push(createFindIndex(entries));
  }
  return indexes;
}
