/** What can be asked of each list: the document's own fields by their names, and fields joined or derived from them. */

import { parseCapacity, parseTimestamp } from '../contract/forms.ts';
import type {
  Application,
  Asset,
  Bucket,
  EventType,
  ListRecord,
  ListResource,
  Node,
  Region,
} from '../contract/resources.ts';
import { narrow } from './arithmetic.ts';
import { idleBand, pastUse } from './idle-bands.ts';
import type { FieldsWith, ListingField } from './listing.ts';
import type { Lookups } from './lookups.ts';
import { classify, severityRank } from './severity.ts';
import { sizeBand } from './size-bands.ts';

function text<Row>(value: (row: Row) => string | null, searched = false): ListingField<Row> {
  return { kind: 'text', value, searched };
}

function time<Row>(value: (row: Row) => string | null): ListingField<Row> {
  return {
    kind: 'number',
    value: (row) => {
      const sent = value(row);
      return sent === null ? null : parseTimestamp(sent);
    },
  };
}

/** The advertised capacity as a number of whatever its letter stands for; `null` where it has another form. */
export function capacityOf(node: Pick<Node, 'capacity'>): number | bigint | null {
  const parsed = node.capacity === null ? null : parseCapacity(node.capacity);
  return parsed === null ? null : narrow(parsed);
}

function placeFields<Row>(code: (row: Row) => string | null, { places }: Lookups) {
  const place = (row: Row) => places.get(code(row) ?? '');
  return {
    city: text<Row>((row) => place(row)?.name ?? null, true),
    zone: text<Row>((row) => place(row)?.zone ?? null),
    country: text<Row>((row) => place(row)?.country ?? null),
  };
}

function stateFields<Row>(status: (row: Row) => string | null, { words }: Lookups) {
  return {
    status: text<Row>(status, true),
    severity: text<Row>((row) => classify(status(row), words).severity),
    /** Sorts worst first when descending. */
    rank: { kind: 'number', value: (row: Row) => severityRank[classify(status(row), words).severity] } as const,
  };
}

const bucketFields: FieldsWith<Bucket> = (lookups) => ({
  id: text((row) => row.id, true),
  name: text((row) => row.name, true),
  region: text((row) => row.region, true),
  objects: { kind: 'number', value: (row) => row.objects },
  bytes: { kind: 'number', value: (row) => row.bytes },
  /** The band of its size (size-bands.ts). */
  size: text((row) => (row.bytes === null ? null : sizeBand(row.bytes))),
  mean: {
    kind: 'number',
    value: ({ bytes, objects }) =>
      bytes === null || objects === null || Number(objects) === 0
        ? null
        : Math.round(Number(bytes) / Number(objects)),
  },
  created_at: time((row) => row.created_at),
  ...placeFields((row: Bucket) => row.region, lookups),
});

const assetFields: FieldsWith<Asset> = () => ({
  id: text((row) => row.id, true),
  path: text((row) => row.path, true),
  /** The first segment of the path, with its slashes: "/media/". */
  segment: text((row) => (row.path === null ? null : (/^\/[^/]*\/?/.exec(row.path)?.[0] ?? row.path))),
  bytes: { kind: 'number', value: (row) => row.bytes },
  cache_status: text((row) => row.cache_status, true),
  created_at: time((row) => row.created_at),
});

const regionFields: FieldsWith<Region> = (lookups) => ({
  code: text((row) => row.code, true),
  name: text((row) => row.name, true),
  zone: text((row) => row.zone, true),
  country: text((row) => row.country, true),
  ...stateFields((row: Region) => row.status, lookups),
});

const nodeFields: FieldsWith<Node> = (lookups) => ({
  id: text((row) => row.id, true),
  pop: text((row) => row.pop, true),
  /** The same by the name of the parameter that filters by it (part 4, rule 2), so that addresses of all lists agree. */
  region: text((row) => row.pop),
  capacity: text((row) => row.capacity),
  advertised: { kind: 'number', value: capacityOf },
  created_at: time((row) => row.created_at),
  ...stateFields((row: Node) => row.status, lookups),
  ...placeFields((row: Node) => row.pop, lookups),
});

function lastUse({ last_used_at }: Application): number | null {
  return last_used_at === null ? null : parseTimestamp(last_used_at);
}

const applicationFields: FieldsWith<Application> = ({ asOf }) => ({
  id: text((row) => row.id, true),
  name: text((row) => row.name, true),
  scopes: { kind: 'words', value: (row) => row.scopes, searched: true },
  /** None where it is in the future: nothing can be said of such a time but what was sent. */
  last_used_at: { kind: 'number', value: (row) => pastUse(lastUse(row), asOf ?? Number.POSITIVE_INFINITY) },
  /** The band of its last use (idle-bands.ts); none while nobody says what time it is. */
  used: text((row) => (asOf === undefined ? null : idleBand(lastUse(row), asOf))),
  created_at: time((row) => row.created_at),
});

const eventFields: FieldsWith<EventType> = () => ({
  id: text((row) => row.id, true),
  name: text((row) => row.name, true),
  source: text((row) => row.source, true),
  count: { kind: 'number', value: (row) => row.count },
  created_at: time((row) => row.created_at),
});

export const fieldsOf: { readonly [R in ListResource]: FieldsWith<ListRecord<R>> } = {
  bucket: bucketFields,
  asset: assetFields,
  region: regionFields,
  application: applicationFields,
  node: nodeFields,
  event: eventFields,
};
