/**
 * Tables of the seven resources in part 2 of the API document. The types of resources are inferred from these
 * tables.
 */

import type { Form } from './forms.ts';
import { componentFields, state, statusFields, text, timestamp } from './status-fields.ts';

export { componentFields, statusFields };

/** A non-negative, exact integer; a `bigint` beyond 2^53. */
export type Integer = number | bigint;

export type Field =
  | { readonly type: 'string'; readonly form?: Form; readonly observed?: readonly string[] }
  | { readonly type: 'integer' }
  | { readonly type: 'strings'; readonly observed?: readonly string[] };

export type Fields = Readonly<Record<string, Field>>;

type FieldValue<F extends Field> = F extends { type: 'string' }
  ? string
  : F extends { type: 'integer' }
    ? Integer
    : readonly string[];

/** A decoded record of a resource. A field is `null` if it was missing or wrong. */
export type RowOf<T extends Fields> = { readonly [K in keyof T]: FieldValue<T[K]> | null };

const integer = { type: 'integer' } as const;
const regionCode = { type: 'string', form: { kind: 'region-code' } } as const;

function id<P extends string>(prefix: P) {
  return { type: 'string', form: { kind: 'id', prefix } } as const;
}

/** Fields of a bucket. Two buckets may have the same name (API document, part 2). */
export const bucketFields = {
  id: id('bkt'),
  created_at: timestamp,
  name: text,
  region: regionCode,
  objects: integer,
  bytes: integer,
} as const satisfies Fields;

export const assetFields = {
  id: id('ast'),
  created_at: timestamp,
  path: { type: 'string', form: { kind: 'path' } },
  bytes: integer,
  cache_status: { type: 'string', form: { kind: 'upper-case' }, observed: ['HIT', 'REVALIDATED'] },
} as const satisfies Fields;

/** Fields of a region. A region has no id; its code identifies it. */
export const regionFields = {
  code: regionCode,
  name: text,
  zone: { type: 'string', observed: ['eu-central', 'eu-west', 'eu-south', 'ap-southeast', 'na-east'] },
  country: { type: 'string', form: { kind: 'country' } },
  status: state,
} as const satisfies Fields;

export const applicationFields = {
  id: id('app'),
  created_at: timestamp,
  name: text,
  scopes: { type: 'strings', observed: ['events', 'read', 'write'] },
  last_used_at: timestamp,
} as const satisfies Fields;

export const nodeFields = {
  id: id('nod'),
  created_at: timestamp,
  pop: regionCode,
  status: state,
  capacity: { type: 'string', form: { kind: 'capacity' } },
} as const satisfies Fields;

export const eventFields = {
  id: id('evt'),
  created_at: timestamp,
  name: { type: 'string', form: { kind: 'event-name' } },
  count: integer,
  source: { type: 'string', observed: ['api', 'server'] },
} as const satisfies Fields;

export const listFields = {
  bucket: bucketFields,
  asset: assetFields,
  region: regionFields,
  application: applicationFields,
  node: nodeFields,
  event: eventFields,
} as const satisfies Record<string, Fields>;

export type ListResource = keyof typeof listFields;
export type Resource = ListResource | 'status';

export type Bucket = RowOf<typeof bucketFields>;
export type Asset = RowOf<typeof assetFields>;
export type Region = RowOf<typeof regionFields>;
export type Application = RowOf<typeof applicationFields>;
export type Node = RowOf<typeof nodeFields>;
export type EventType = RowOf<typeof eventFields>;
export type Component = RowOf<typeof componentFields>;
export type StatusDocument = RowOf<typeof statusFields> & { readonly components: readonly Component[] };

export type ListRow<R extends ListResource> = RowOf<(typeof listFields)[R]>;

/** The 18 component names that the API document shows (part 2). Other names are equally valid. */
export const observedComponents = [
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
] as const;
