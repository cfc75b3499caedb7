/** Finds out which resource a file has, and in which format, by its name. */

import { basename, extname } from 'node:path';
import type { Resource } from '#contract/resources.ts';
import { SettingsError } from '#host/net/settings-error.ts';
import { resourceNames } from '#service/imports.ts';

export type ImportFormat = 'json' | 'ndjson' | 'csv';

export interface NamedFile {
  readonly file: string;
  readonly resource: Resource;
  readonly format: ImportFormat;
}

/** Words in file names, besides the names of the resources. */
const singulars: Readonly<Record<string, Resource>> = {
  bucket: 'bucket',
  asset: 'asset',
  region: 'region',
  application: 'application',
  node: 'node',
  event: 'event',
};

const formats: Readonly<Record<string, ImportFormat>> = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
};

const resources: ReadonlyMap<string, Resource> = new Map([
  ...Object.entries(singulars),
  ...Object.entries(singulars).map(([, resource]) => [resourceNames[resource], resource] as const),
  [resourceNames.status, 'status' as const],
]);

const names = Object.values(resourceNames).join(', ');

function resourceOf(file: string, given: string | undefined): Resource {
  if (given !== undefined) {
    const resource = resources.get(given);
    if (resource) return resource;
    throw new SettingsError(`--resource must be one of ${names}, not ${JSON.stringify(given)}.`);
  }
  const words = basename(file)
    .toLowerCase()
    .split(/[^a-z]/);
  const found = new Set(words.flatMap((word) => resources.get(word) ?? []));
  const [resource] = found;
  if (resource && found.size === 1) return resource;
  throw new SettingsError(
    `The name of ${file} ${resource ? 'shows several resources' : 'shows no resource'}; name it with --resource: ${names}.`,
  );
}

function formatOf(file: string, given: string | undefined): ImportFormat {
  const text = given ?? extname(file).slice(1).toLowerCase();
  const format = Object.hasOwn(formats, text) ? formats[text] : undefined;
  if (format) return format;
  throw new SettingsError(
    given === undefined
      ? `The name of ${file} shows no format; name it with --format: json, ndjson or csv.`
      : `--format must be json, ndjson or csv, not ${JSON.stringify(given)}.`,
  );
}

/**
 * Finds out the resource and the format of each file.
 * @param resource - value of `--resource`, for all files.
 * @param format - value of `--format`, for all files.
 * @throws SettingsError if a file name does not show them, or two files have the same resource.
 */
export function recognise(
  files: readonly string[],
  resource: string | undefined,
  format: string | undefined,
): readonly NamedFile[] {
  const known = new Map<Resource, string>();
  return files.map((file) => {
    const named = { file, resource: resourceOf(file, resource), format: formatOf(file, format) };
    const earlier = known.get(named.resource);
    if (earlier !== undefined)
      throw new SettingsError(
        `${earlier} and ${file} both have ${resourceNames[named.resource]}; an import replaces all of them, so put them into one file.`,
      );
    if (named.resource === 'status' && named.format !== 'json')
      throw new SettingsError(`${file}: a status document is one JSON document; give it as .json.`);
    known.set(named.resource, file);
    return named;
  });
}
