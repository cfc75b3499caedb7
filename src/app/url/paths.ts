/** Every address of the app is built here, each segment encoded. */

type Search = Readonly<Record<string, string | null | readonly string[] | undefined>>;

/** Names the fields that a row must not have: an empty value is one that was sent. */
export const without = 'without';

/** Names the text that rows are filtered by. */
export const textParameter = 'q';

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
  endpoints: listPath('endpoints'),
} as const;
