/**
 * Fields of each list resource that pages can query: API fields by their names, and joined or derived fields.
 */

import { parseCapacity, parseTimestamp } from '#contract/forms.ts';
import type {
  Application,
  Asset,
  Bucket,
  EventType,
  Integer,
  ListResource,
  ListRow,
  Node,
  Region,
} from '#contract/resources.ts';
import { narrow, subtractIntegers } from '../numbers/arithmetic.ts';
import { idleBand, pastUse } from '../numbers/idle-bands.ts';
import { sizeBand } from '../numbers/size-bands.ts';
import { classify } from '../severity/classify.ts';
import { noRegionsByNodes, regionSeverity } from '../severity/region-state.ts';
import { severityRank } from '../severity/severity.ts';
import type { FieldsWith, ListingField } from './listing.ts';
import type { Lookups } from './lookups.ts';

function text<Row>(value: (row: Row) => string | null, from?: keyof Row & string): ListingField<Row> {
  return { kind: 'text', value, ...(from === undefined ? {} : { from }) };
}

function sent<K extends string>(name: K, searched = false): ListingField<Readonly<Record<K, string | null>>> {
  return { kind: 'text', value: (row) => row[name], searched, from: name, asSent: true };
}

function integer<K extends string>(name: K): ListingField<Readonly<Record<K, Integer | null>>> {
  return { kind: 'number', value: (row) => row[name], from: name, asSent: true };
}

function time<K extends string>(name: K): ListingField<Readonly<Record<K, string | null>>> {
  return {
    kind: 'number',
    value: (row) => {
      const text = row[name];
      return text === null ? null : parseTimestamp(text);
    },
    from: name,
  };
}

/** Parses a node's capacity to a number without the letter G; `null` if it has another form. */
export function capacityOf(node: Pick<Node, 'capacity'>): number | bigint | null {
  const parsed = node.capacity === null ? null : parseCapacity(node.capacity);
  return parsed === null ? null : narrow(parsed);
}

function placeFields<K extends string>(code: K, { places }: Lookups) {
  type Row = Readonly<Record<K, string | null>>;
  const place = (row: Row) => places.get(row[code] ?? '');
  return {
    city: { ...text<Row>((row) => place(row)?.name ?? null, code), searched: true },
    zone: text<Row>((row) => place(row)?.zone ?? null, code),
    country: text<Row>((row) => place(row)?.country ?? null, code),
  };
}

function stateFields({ words }: Lookups) {
  type Row = { readonly status: string | null };
  return {
    status: sent('status', true),
    severity: text<Row>((row) => classify(row.status, words).severity, 'status'),
    /** Severity as a number, for sorting: descending order puts the worst first. */
    rank: {
      kind: 'number',
      value: (row: Row) => severityRank[classify(row.status, words).severity],
      from: 'status',
    } as const,
  };
}

const bucketFields: FieldsWith<Bucket> = (lookups) => ({
  id: sent('id', true),
  name: sent('name', true),
  /** "yes" if another bucket has the same name, which the API document allows (part 2); `null` otherwise. */
  same_name: text(({ name }) => (name !== null && lookups.repeated?.has(name) ? 'yes' : null), 'name'),
  region: sent('region', true),
  objects: integer('objects'),
  bytes: integer('bytes'),
  size: text((row) => (row.bytes === null ? null : sizeBand(row.bytes))),
  mean: {
    kind: 'number',
    value: ({ bytes, objects }) =>
      bytes === null || objects === null || Number(objects) === 0
        ? null
        : Math.round(Number(bytes) / Number(objects)),
  },
  created_at: time('created_at'),
  /** Growth of the bucket in bytes over the recent days; `null` if the history has no values. */
  growth: {
    kind: 'number',
    value: ({ id }) => {
      const growth = lookups.growth?.of.get(id ?? '');
      return growth === undefined ? null : Number(subtractIntegers(growth.last, growth.first));
    },
    from: 'id',
  },
  ...placeFields('region', lookups),
});

const assetFields: FieldsWith<Asset> = () => ({
  id: sent('id', true),
  path: sent('path', true),
  /** First segment of the path with its slashes: "/media/". */
  segment: text((row) => (row.path === null ? null : (/^\/[^/]*\/?/.exec(row.path)?.[0] ?? row.path))),
  bytes: integer('bytes'),
  cache_status: sent('cache_status', true),
  created_at: time('created_at'),
});

function sinceField<K extends string>(
  key: K,
  { since }: Lookups,
): ListingField<Readonly<Record<K, string | null>>> {
  return { kind: 'number', value: (row) => since?.of.get(row[key] ?? '')?.from ?? null, from: key };
}

/**
 * Fields for a region's severity. They have no `from`, because they depend on two fields: code and status
 * word.
 */
function regionSeverityFields({ words, byNodes = noRegionsByNodes }: Lookups) {
  type Row = { readonly code: string | null; readonly status: string | null };
  const severity = (row: Row) => regionSeverity(row, words, byNodes);
  return {
    severity: text<Row>(severity),
    rank: { kind: 'number', value: (row: Row) => severityRank[severity(row)] } as const,
  };
}

const regionFields: FieldsWith<Region> = (lookups) => ({
  code: sent('code', true),
  name: sent('name', true),
  zone: sent('zone', true),
  country: sent('country', true),
  since: sinceField('code', lookups),
  ...stateFields(lookups),
  ...regionSeverityFields(lookups),
});

const nodeFields: FieldsWith<Node> = (lookups) => ({
  id: sent('id', true),
  pop: sent('pop', true),
  /**
   * `pop` under the name of the filter parameter `region` (API document, part 4), so that the URLs of all
   * lists agree.
   */
  region: sent('pop'),
  capacity: sent('capacity'),
  advertised: { kind: 'number', value: capacityOf, from: 'capacity' },
  created_at: time('created_at'),
  since: sinceField('id', lookups),
  ...stateFields(lookups),
  ...placeFields('pop', lookups),
});

function lastUse({ last_used_at }: Application): number | null {
  return last_used_at === null ? null : parseTimestamp(last_used_at);
}

const applicationFields: FieldsWith<Application> = ({ asOf }) => ({
  id: sent('id', true),
  name: sent('name', true),
  scopes: { kind: 'words', value: (row) => row.scopes, searched: true, from: 'scopes', asSent: true },
  /**
   * Time of last use in epoch milliseconds; `null` if it is in the future. Such a time is only shown as sent.
   */
  last_used_at: { kind: 'number', value: (row) => pastUse(lastUse(row), asOf ?? Number.POSITIVE_INFINITY) },
  /** Band of the last use (idle-bands.ts); `null` while the service's time is unknown. */
  used: text((row) => (asOf === undefined ? null : idleBand(lastUse(row), asOf))),
  created_at: time('created_at'),
});

const eventFields: FieldsWith<EventType> = () => ({
  id: sent('id', true),
  name: sent('name', true),
  source: sent('source', true),
  count: integer('count'),
  created_at: time('created_at'),
});

export const fieldsOf: { readonly [R in ListResource]: FieldsWith<ListRow<R>> } = {
  bucket: bucketFields,
  asset: assetFields,
  region: regionFields,
  application: applicationFields,
  node: nodeFields,
  event: eventFields,
};
