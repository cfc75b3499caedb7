/**
 * Builds the paths of all pages of the app, with each segment encoded. The slug of a deployment as of a moment gives
 * addresses of the same moment.
 */

import { momentParameter, momentTextOf, presentSlug } from '#domain/history/past/slug-in-time.ts';

type Search = Readonly<Record<string, string | null | readonly string[] | undefined>>;

/**
 * Parameter with the names of fields that a row must not have. An empty value cannot express this, because it
 * matches rows with an empty string.
 */
export const without = 'without';

export const textParameter = 'q';

/** Returns a search string. A value `null` selects rows without that field; `undefined` is left out. */
export function searchOf(values: Search): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (value === null) parameters.append(without, name);
    else for (const each of typeof value === 'string' ? [value] : value) parameters.append(name, each);
  }
  return searchText(parameters);
}

/** Returns parameters as a search string. A colon needs no escape there, and times stay readable. */
export function searchText(parameters: URLSearchParams): string {
  const text = parameters.toString().replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

function segment(text: string): string {
  // A lone surrogate cannot be encoded, so it is replaced. Browsers resolve "." and ".." as path steps even
  // if they are encoded, so these get the prefix "=".
  return encodeURIComponent(/^=*\.{1,2}$/.test(text) ? `=${text}` : text.toWellFormed());
}

/** Returns the code or id in a URL-decoded path segment. It reverses `segment`. */
export function named(segment = ''): string {
  return /^=+\.{1,2}$/.test(segment) ? segment.slice(1) : segment;
}

function pathOf(slug: string, below: string, search: Search): string {
  const inTime = { ...search, [momentParameter]: momentTextOf(slug) };
  return `/${segment(presentSlug(slug))}${below}${searchOf(inTime)}`;
}

function listPath(name: string) {
  return (slug: string, search: Search = {}) => pathOf(slug, `/${name}`, search);
}

function recordPath(name: string) {
  return (slug: string, id: string) => pathOf(slug, `/${name}/${segment(id)}`, {});
}

export const paths = {
  overview: () => '/',
  handoverOfAll: (search: Search = {}) => `/handover${searchOf(search)}`,
  /** A wall shows the present only. */
  wall: (slug?: string) => (slug === undefined ? '/wall' : `/${segment(presentSlug(slug))}/wall`),
  status: (slug: string, search: Search = {}) => pathOf(slug, '', search),
  section: (slug: string, path: string) => pathOf(slug, path && `/${path}`, {}),
  regions: listPath('regions'),
  region: recordPath('regions'),
  nodes: listPath('nodes'),
  node: recordPath('nodes'),
  buckets: listPath('buckets'),
  bucket: recordPath('buckets'),
  assets: listPath('assets'),
  applications: listPath('applications'),
  events: listPath('events'),
  event: recordPath('events'),
  changes: listPath('changes'),
  handover: listPath('handover'),
  report: listPath('report'),
  endpoints: listPath('endpoints'),
} as const;
