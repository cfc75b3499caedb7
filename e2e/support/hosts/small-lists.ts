/** A service of thirteen regions that sends few rows per response. */

import { id, type Row, timestamp } from '#e2e/servers/double-data.ts';

export const codes = [
  'ams1',
  'arn1',
  'cdg1',
  'dub1',
  'fra1',
  'fra2',
  'iad1',
  'lhr1',
  'mad1',
  'nrt1',
  'sin1',
  'syd1',
  'waw1',
];
const cities = { fra1: 'Frankfurt', fra2: 'Frankfurt' } as Readonly<Record<string, string>>;

export const regions = codes.map(
  (code): Row => ({
    region: code,
    fields: {
      code,
      name: cities[code] ?? `City of ${code}`,
      zone: 'eu-central',
      country: 'DE',
      status: 'operational',
    },
  }),
);

export function rows(
  count: number,
  inRegions: readonly string[],
  fields: (index: number, code: string) => object,
): readonly Row[] {
  return Array.from({ length: count }, (_, index) => {
    const region = inRegions[index % inRegions.length] ?? '';
    return { region, fields: { created_at: timestamp(index), ...fields(index, region) } };
  });
}

export function buckets(count: number, inRegions: readonly string[]) {
  return rows(count, inRegions, (index, region) => ({
    id: id('bkt', index),
    name: `crate-${index % 40}`,
    region,
    objects: index,
    bytes: index * 1021,
  }));
}

export const nodes = (inRegions: readonly string[]) =>
  rows(inRegions.length, inRegions, (index, pop) => ({
    id: id('nod', index),
    pop,
    status: 'operational',
    capacity: '100G',
  }));

/** Assets: four paths per region. In the first region the word of one of them is not HIT. */
export const assets = codes.flatMap((region, place) =>
  Array.from(
    { length: 4 },
    (_, index): Row => ({
      region,
      fields: {
        id: id('ast', place * 4 + index),
        created_at: timestamp(index),
        path: `/shelf/item-${index}.bin`,
        bytes: 1021,
        cache_status: place === 0 && index === 2 ? 'STALE' : 'HIT',
      },
    }),
  ),
);

export const small = {
  offered: ['/api/v2/status', '/api/v2/regions', '/api/v2/nodes', '/api/v2/buckets', '/api/v1/assets'],
  defaultLimit: 5,
  maximumLimit: 5,
};
