/**
 * Names, codes, sizes and states of real services. They are read from `../shared/real`, beside the
 * repository.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { id, type ListName, pick, type Row, timestamp } from './double-data.ts';

const folder = new URL('../../../shared/real/', import.meta.url);

export const isRealThere = existsSync(folder);
export const whyNot = 'skipped: the folder ../shared/real is not here';

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}

function objects(file: string): readonly Readonly<Record<string, unknown>>[] {
  const list = read(file);
  return Array.isArray(list) ? list.map((item: unknown) => ({ ...Object(item) })) : [];
}

function texts(file: string): readonly string[] {
  const list = read(file);
  return Array.isArray(list) ? list.map(String) : [];
}

export interface RealStatus {
  /** Name of the service and state, such as `github-problem`. */
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly components: readonly { readonly name: string; readonly status: string }[];
  readonly text: string;
}

export function realStatuses(): readonly RealStatus[] {
  return readdirSync(folder)
    .filter((file) => /^status\..*\.json$/.test(file))
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const { version, status, components } = { ...Object(JSON.parse(text)) };
      return {
        name: file.slice('status.'.length, -'.json'.length),
        version: String(version),
        status: String(status),
        components: Array.isArray(components) ? components : [],
        text,
      };
    });
}

export function realRegions(file: 'regions.real.json' | 'regions.zh.json'): readonly Row[] {
  return objects(file).map((fields) => ({ region: String(fields['code']), fields }));
}

/** Lists with real names. Ids, times and counts are generated, because no source has them. */
export function realRows(): Partial<Record<ListName, readonly Row[]>> {
  const regions = realRegions('regions.real.json');
  const place = (index: number) => pick(regions, index).region ?? '';
  return {
    regions,
    nodes: regions.map(({ region }, index) => ({
      region,
      fields: {
        id: id('nod', index),
        created_at: timestamp(index),
        pop: region,
        status: 'operational',
        capacity: `${pick([10, 40, 100], index)}G`,
      },
    })),
    buckets: objects('buckets.real.json').map((bucket, index) => ({
      region: String(bucket['region']),
      fields: {
        id: id('bkt', index),
        created_at: timestamp(index),
        ...bucket,
        objects: index * 97,
        bytes: index ** 4,
      },
    })),
    assets: objects('assets.real.json').map((asset, index) => ({
      region: place(index),
      fields: { id: id('ast', index), created_at: timestamp(index), ...asset, cache_status: 'HIT' },
    })),
    applications: texts('applications.real.json').map((name, index) => ({
      region: null,
      fields: {
        id: id('app', index),
        created_at: timestamp(index),
        name,
        scopes: pick([['read'], ['events', 'read', 'write']], index),
        last_used_at: timestamp(index + 9000),
      },
    })),
    events: texts('events.real.json').map((name, index) => ({
      region: null,
      fields: {
        id: id('evt', index),
        created_at: timestamp(index),
        name,
        count: index ** 2 * 7,
        source: pick(['api', 'server'], index),
      },
    })),
  };
}
