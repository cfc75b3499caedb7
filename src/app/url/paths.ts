/** Builds the paths of all pages of the app, with each segment encoded. */

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
  const text = parameters.toString();
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

function listPath(name: string) {
  return (slug: string, search: Search = {}) => `/${segment(slug)}/${name}${searchOf(search)}`;
}

function recordPath(name: string) {
  return (slug: string, id: string) => `/${segment(slug)}/${name}/${segment(id)}`;
}

export const paths = {
  overview: () => '/',
  wall: (slug?: string) => (slug === undefined ? '/wall' : `/${segment(slug)}/wall`),
  status: (slug: string, search: Search = {}) => `/${segment(slug)}${searchOf(search)}`,
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
