/**
 * Lists that the Find dialog has not read completely: the rows of the dialog that load them, and the texts of
 * these rows.
 */

import type { ListResource } from '#contract/resources.ts';
import type { Missing } from '#domain/lists/planner/plan.ts';
import { formatExact, joinWords, plural } from '#domain/text/format.ts';
import type { Command } from './entries.ts';

export const loadKey = 'a';

export interface UnreadList extends Missing {
  readonly slug: string;
  readonly resource: ListResource;
  /** Number of rows loaded so far; `null` until the first response of the list. */
  readonly loaded: number | null;
  /** Name of the deployment if several deployments are searched; else `null`. */
  readonly owner: string | null;
}

export interface LoadRow extends Command {
  readonly resource: ListResource;
  /** Whether no row of the list is loaded yet. */
  readonly isUnread: boolean;
  readonly isRunning: boolean;
}

export const listNames = {
  region: 'regions',
  node: 'nodes',
  bucket: 'buckets',
  asset: 'assets',
  application: 'applications',
  event: 'event types',
} as const satisfies Record<ListResource, string>;

export const findableLists = ['bucket', 'node', 'region', 'application', 'event', 'asset'] as const;

const longestQuery = 80;
/** Maximum number of deployments named in a row of the Find dialog; further ones are counted. */
const mostNamed = 3;

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function progress({ toCome, failed }: Missing): string {
  return [
    ...(toCome > 0 ? [`searching, ${plural(toCome, 'list')} to come`] : []),
    ...(failed > 0 ? [`${plural(failed, 'list')} could not be read`] : []),
  ].join('; ');
}

/**
 * Names the deployments of the lists, such as " of Harbour, Delta, Fjord and 6 others"; empty if only one
 * deployment is searched.
 */
function whose(lists: readonly UnreadList[]): string {
  const owners = lists.flatMap(({ owner }) => owner ?? []);
  if (owners.length === 0) return '';
  // A single further name takes no more space than "1 other", so it is written out.
  const named = owners.length > mostNamed + 1 ? owners.slice(0, mostNamed) : owners;
  const others = owners.length - named.length;
  return ` of ${joinWords([...named, ...(others === 0 ? [] : [plural(others, 'other')])])}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * Name of the row that loads lists in the Find dialog, such as "Buckets are not loaded. Load and search
 * them.", or the progress of loading.
 */
function nameOf(
  query: string,
  lists: readonly UnreadList[],
  resource: ListResource,
  isRunning: boolean,
): string {
  const name = listNames[resource];
  if (lists.some(({ loaded }) => loaded !== null))
    return `Search all ${name}${whose(lists)} for “${query.trim().slice(0, longestQuery)}”`;
  const subject = capitalised(name) + whose(lists);
  if (!isRunning) return `${subject} are not loaded. Load and search them.`;
  if (lists.some(({ toCome }) => toCome > 0)) return `${subject} are being loaded.`;
  return `${subject} could not be loaded. The next try is automatic.`;
}

/**
 * Creates the row of the Find dialog that loads the rest of one resource. It states the number of requests.
 * @param lists - the incomplete lists of this resource, one per deployment; at least one.
 */
export function loadRow(
  query: string,
  resource: ListResource,
  lists: readonly UnreadList[],
  isRunning: boolean,
  act: () => void,
): LoadRow {
  const known = lists.flatMap(({ loaded }) => loaded ?? []);
  const toCome = sum(lists.map((each) => each.toCome));
  const failed = sum(lists.map((each) => each.failed));
  const have = known.length === 0 ? '' : `${formatExact(sum(known))} loaded; `;
  // The number of requests is known only after the first response of a list.
  const bound = known.length < lists.length ? 'at least ' : '';
  const asks = `asks ${bound}${plural(toCome + failed, known.length === 0 ? 'list' : 'more list')}`;
  return {
    kind: capitalised(listNames[resource]),
    name: nameOf(query, lists, resource, isRunning),
    id: `load ${resource}`,
    detail: `${have}${isRunning ? progress({ toCome, failed }) : asks}`,
    texts: [],
    icon: 'find',
    stays: true,
    act,
    resource,
    isUnread: known.length === 0,
    isRunning,
  };
}

export function loadRows(
  query: string,
  unread: readonly UnreadList[],
  isWanted: (list: UnreadList) => boolean,
  load: (lists: readonly UnreadList[]) => void,
): readonly LoadRow[] {
  if (query.trim() === '') return [];
  const rows = findableLists.flatMap((resource) => {
    const lists = unread.filter((list) => list.resource === resource);
    return lists.length === 0
      ? []
      : [loadRow(query, resource, lists, lists.every(isWanted), () => load(lists))];
  });
  const keyed = rows.find(({ isRunning }) => !isRunning);
  return rows.map((row) => (row === keyed ? { ...row, key: loadKey } : row));
}

/**
 * States which lists were not searched, for the footer of the Find dialog if nothing was found: " Not
 * searched yet: buckets and assets. Being loaded: nodes."
 */
export function notSearched(rows: readonly LoadRow[], partial: readonly ListResource[]): string {
  const named = (chosen: readonly ListResource[]) =>
    joinWords(findableLists.filter((each) => chosen.includes(each)).map((each) => listNames[each]));
  const of = (isRunning: boolean) =>
    rows.filter((row) => row.isRunning === isRunning).map(({ resource }) => resource);
  const [waiting, running] = [named(of(false)), named(of(true))];
  return [
    ...(waiting === '' ? [] : [` Not searched yet: ${waiting}.`]),
    ...(running === '' ? [] : [` Being loaded: ${running}.`]),
    ...(partial.length === 0 ? [] : [` The service lists only a part of ${named(partial)}.`]),
  ].join('');
}
