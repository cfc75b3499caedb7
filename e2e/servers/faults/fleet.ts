/**
 * The healthy data of the fault server: small, realistic and complete lists, in which everything is
 * `operational`.
 */

import { id, type ListName, pick, type Row, timestamp } from '../double-data.ts';

/** Component names that part 2 of the API document lists as observed. */
export const componentNames = [
  'API',
  'Authentication',
  'Webhooks',
  'Usage Reporting',
  'Edge Nodes',
  'Routing',
  'Control API',
  'Telemetry',
  'Object Store',
  'Replication',
  'Lifecycle',
  'Query Engine',
  'Storage',
  'Ingest',
  'Export',
  'Edge Network',
  'Cache',
  'Origin Shield',
];

const places = [
  { code: 'arn1', name: 'Stockholm', zone: 'eu-north', country: 'SE' },
  { code: 'dub1', name: 'Dublin', zone: 'eu-west', country: 'IE' },
  { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE' },
  { code: 'iad1', name: 'Washington', zone: 'na-east', country: 'US' },
  { code: 'mad1', name: 'Madrid', zone: 'eu-south', country: 'ES' },
  { code: 'sin1', name: 'Singapore', zone: 'ap-southeast', country: 'SG' },
];

const bucketNames = ['backups', 'invoices', 'media', 'logs', 'exports', 'thumbnails', 'models', 'static'];
const applicationNames = ['Billing', 'Grafana', 'Nightly backup', 'Upload worker', 'Web shop', 'Reporting'];
const eventNames = ['object_created', 'object_deleted', 'cache_purged', 'node_joined', 'key_rotated'];
const folders = ['css', 'fonts', 'img', 'js', 'video'];

function make(count: number, row: (index: number, code: string) => Row['fields'], placed = true): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const { code } = pick(places, index);
    return { region: placed ? code : null, fields: row(index, code) };
  });
}

export const fleetRows: Readonly<Record<ListName, readonly Row[]>> = {
  regions: make(places.length, (index) => ({ ...pick(places, index), status: 'operational' })),
  nodes: make(24, (index, code) => ({
    id: id('nod', index),
    created_at: timestamp(index * 40),
    pop: code,
    status: 'operational',
    capacity: `${pick([10, 40, 100], index)}G`,
  })),
  buckets: make(16, (index, code) => ({
    id: id('bkt', index),
    created_at: timestamp(index * 300),
    name: `${pick(bucketNames, index)}-${pick(['prod', 'staging'], index >> 3)}`,
    region: code,
    objects: 40 + index * 1_713,
    bytes: (index + 1) ** 4 * 7_340_033,
  })),
  assets: make(20, (index) => ({
    id: id('ast', index),
    created_at: timestamp(index * 90),
    path: `/${pick(folders, index)}/${['site', 'home', 'shop'][index % 3]}-${index}.bin`,
    bytes: 900 + index * 40_961,
    cache_status: pick(['HIT', 'HIT', 'REVALIDATED'], index),
  })),
  applications: make(
    applicationNames.length,
    (index) => ({
      id: id('app', index),
      created_at: timestamp(index * 500),
      name: pick(applicationNames, index),
      scopes: pick([['read'], ['read', 'write'], ['events', 'read']], index),
      last_used_at: timestamp(15_000 + index * 211),
    }),
    false,
  ),
  events: make(
    eventNames.length,
    (index) => ({
      id: id('evt', index),
      created_at: timestamp(index * 700),
      name: pick(eventNames, index),
      count: 12 + index ** 3 * 4_099,
      source: pick(['api', 'server'], index),
    }),
    false,
  ),
};
