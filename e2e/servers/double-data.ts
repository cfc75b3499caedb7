/** The inventory of the test double (double.ts): small, equal on every start, and with unusual values. */

export interface Row {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Region by which the `region` parameter filters the row, even if the resource has no region field. */
  readonly region: string | null;
}

export type ListName = 'buckets' | 'assets' | 'regions' | 'applications' | 'nodes' | 'events';

/** The API document states only `operational`. No vocabulary contains the other words. */
const statuses = ['operational', 'wobbly', 'OK', 'rebooting'];

const cities = [
  { code: 'gra1', name: 'Graz', zone: 'eu-central', country: 'AT' },
  { code: 'hba1', name: 'Hobart', zone: 'ap-southeast', country: 'AU' },
  { code: 'lim1', name: 'Lima', zone: 'sa-west', country: 'PE' },
  { code: 'opo1', name: 'Porto', zone: 'eu-south', country: 'PT' },
  { code: 'sdj2', name: 'Sendai', zone: 'ap-northeast', country: 'JP' },
  { code: 'tll1', name: 'Tallinn', zone: 'eu-north', country: 'EE' },
];

export const unseenComponents = [
  { name: 'Warp Lane', status: 'operational' },
  { name: 'Tape Robot', status: 'wobbly' },
  { name: 'Ledger', status: 'operational' },
  { name: 'Kiosk', status: 'OK' },
  { name: 'Night Porter', status: 'rebooting' },
];

export function pick<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('Nothing to pick from.');
  return value;
}

/**
 * An id as in part 2 of the API document: the prefix, an underscore and 14 lowercase alphanumeric characters.
 */
export function id(prefix: string, index: number): string {
  const suffix = ((index + 1) * 7_919_000_017_011).toString(36).padStart(14, 'z');
  return `${prefix}_${suffix}`;
}

export function timestamp(index: number): string {
  return new Date(Date.UTC(2023, 0, 1) + index * 5_400_000).toISOString().replace('.000Z', 'Z');
}

function region(index: number): Row {
  const city = pick(cities, index);
  return { region: city.code, fields: { ...city, status: index === 2 ? 'wobbly' : 'operational' } };
}

const makers: Record<ListName, (index: number, code: string) => Row> = {
  regions: region,
  buckets: (index, code) => ({
    region: code,
    fields: {
      id: id('bkt', index),
      created_at: timestamp(index),
      // Part 2 of the API document: two buckets may have the same name.
      name: `crate-${index % 20}`,
      region: code,
      objects: index * 31,
      bytes: index ** 5 * 1021,
    },
  }),
  assets: (index, code) => ({
    region: code,
    fields: {
      id: id('ast', index),
      created_at: timestamp(index),
      path: `/shelf/${index % 7}/item ${index}.bin`,
      bytes: index * 4099,
      cache_status: pick(['HIT', 'REVALIDATED', 'LUKEWARM'], index),
    },
  }),
  applications: (index) => ({
    region: null,
    fields: {
      id: id('app', index),
      created_at: timestamp(index),
      name: `robot ${index}`,
      scopes: pick([['read'], ['read', 'write'], [], ['events', 'levitate']], index),
      last_used_at: timestamp(index + 4000),
    },
  }),
  nodes: (index, code) => ({
    region: code,
    fields: {
      id: id('nod', index),
      created_at: timestamp(index),
      pop: code,
      status: pick(statuses, index),
      capacity: `${pick([10, 25, 100], index)}G`,
    },
  }),
  events: (index) => ({
    region: null,
    fields: {
      id: id('evt', index),
      created_at: timestamp(index),
      name: `crate_moved_${index}`,
      count: index * index * 13,
      source: pick(['api', 'server', 'pigeon'], index),
    },
  }),
};

/**
 * Rows per list: more nodes and assets than the double's maximum page, and more of most lists than its
 * default page.
 */
export const defaultSizes: Record<ListName, number> = {
  buckets: 30,
  assets: 120,
  regions: cities.length,
  applications: 12,
  nodes: 60,
  events: 14,
};

export function makeRows(name: ListName, size: number): readonly Row[] {
  return Array.from({ length: size }, (_, index) => makers[name](index, pick(cities, index).code));
}

export function allOperational(rows: readonly Row[]): readonly Row[] {
  return rows.map(({ region: code, fields }) => ({
    region: code,
    fields: 'status' in fields ? { ...fields, status: 'operational' } : fields,
  }));
}
