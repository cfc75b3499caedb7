/** Every address of the app is built here, each segment encoded. */

import type { Resource } from '#contract/resources.ts';

type Search = Readonly<Record<string, string | null | readonly string[] | undefined>>;

/** Names the fields that a row must not have: an empty value is one that was sent. */
export const without = 'without';

/** A search string from values; `null` asks for rows that have none, what is absent is left out. */
export function searchOf(values: Search): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (value === null) parameters.append(without, name);
    else for (const each of typeof value === 'string' ? [value] : value) parameters.append(name, each);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function segment(text: string): string {
  // A lone surrogate cannot be encoded; "." and "..", however encoded, are taken as steps.
  return encodeURIComponent(/^=*\.{1,2}$/.test(text) ? `=${text}` : text.toWellFormed());
}

/** The code or id that a segment of an address stands for, once decoded. */
export function named(segment = ''): string {
  return /^=+\.{1,2}$/.test(segment) ? segment.slice(1) : segment;
}

export const paths = {
  overview: () => '/',
  wall: (slug?: string) => (slug === undefined ? '/wall' : `/${segment(slug)}/wall`),
  status: (slug: string, search: Search = {}) => `/${segment(slug)}${searchOf(search)}`,
  regions: (slug: string, search: Search = {}) => `/${segment(slug)}/regions${searchOf(search)}`,
  region: (slug: string, code: string) => `/${segment(slug)}/regions/${segment(code)}`,
  nodes: (slug: string, search: Search = {}) => `/${segment(slug)}/nodes${searchOf(search)}`,
  node: (slug: string, id: string) => `/${segment(slug)}/nodes/${segment(id)}`,
  buckets: (slug: string, search: Search = {}) => `/${segment(slug)}/buckets${searchOf(search)}`,
  bucket: (slug: string, id: string) => `/${segment(slug)}/buckets/${segment(id)}`,
  assets: (slug: string, search: Search = {}) => `/${segment(slug)}/assets${searchOf(search)}`,
  applications: (slug: string, search: Search = {}) => `/${segment(slug)}/applications${searchOf(search)}`,
  events: (slug: string, search: Search = {}) => `/${segment(slug)}/events${searchOf(search)}`,
  event: (slug: string, id: string) => `/${segment(slug)}/events/${segment(id)}`,
  changes: (slug: string, search: Search = {}) => `/${segment(slug)}/changes${searchOf(search)}`,
  endpoints: (slug: string, search: Search = {}) => `/${segment(slug)}/endpoints${searchOf(search)}`,
} as const;

export interface Section {
  readonly label: string;
  /** What the deployment must offer for it; `null` where a page has something to say in any case. */
  readonly needs: Resource | null;
  readonly to: (slug: string) => string;
}

/** The sections of a deployment in the order of the navigation. */
export const sections: readonly Section[] = [
  { label: 'Status', needs: null, to: paths.status },
  { label: 'Regions', needs: 'region', to: paths.regions },
  { label: 'Nodes', needs: 'node', to: paths.nodes },
  { label: 'Buckets', needs: 'bucket', to: paths.buckets },
  { label: 'Assets', needs: 'asset', to: paths.assets },
  { label: 'Applications', needs: 'application', to: paths.applications },
  { label: 'Events', needs: 'event', to: paths.events },
  { label: 'Changes', needs: null, to: paths.changes },
  { label: 'Endpoints', needs: null, to: paths.endpoints },
];
