import { idleBandLabel } from '#domain/numbers/idle-bands.ts';
import { sizeBandLabel } from '#domain/numbers/size-bands.ts';
import type { ListSearchSchema } from './search.ts';

export const listSchemas = {
  regions: {
    noun: 'regions',
    searched: 'Code, city, zone or country',
    filters: [
      { field: 'zone', label: 'Zone', none: 'no zone' },
      { field: 'status', label: 'Status', states: true },
      { field: 'country', label: 'Country' },
    ],
    linked: ['code', 'severity'],
    sortable: ['rank', 'since', 'code', 'name', 'zone', 'country', 'nodes', 'advertised', 'buckets', 'bytes'],
    sort: { field: 'zone', descending: false },
    // Among regions without a zone, those that no region list contains come last.
    thenBy: [{ field: 'listed', descending: false }],
  },
  nodes: {
    noun: 'nodes',
    searched: 'Node id, region or city',
    filters: [
      { field: 'zone', label: 'Zone', none: 'unknown region' },
      { field: 'region', label: 'Region' },
      { field: 'status', label: 'Status', states: true },
      { field: 'capacity', label: 'Capacity' },
    ],
    linked: ['severity', 'country', 'city'],
    sortable: ['rank', 'since', 'id', 'region', 'city', 'zone', 'advertised', 'created_at'],
    sort: { field: 'rank', descending: true },
    thenBy: [{ field: 'id', descending: false }],
  },
  buckets: {
    noun: 'buckets',
    searched: 'Bucket name or id',
    filters: [
      { field: 'region', label: 'Region' },
      { field: 'zone', label: 'Zone' },
      { field: 'size', label: 'Size', show: sizeBandLabel },
    ],
    linked: ['name', 'same_name'],
    sortable: ['name', 'id', 'region', 'city', 'objects', 'mean', 'bytes', 'growth', 'created_at'],
    sort: { field: 'bytes', descending: true },
  },
  assets: {
    noun: 'assets',
    searched: 'Path, word or id',
    filters: [
      { field: 'cache_status', label: 'Cache status' },
      { field: 'segment', label: 'First segment' },
    ],
    linked: [],
    sortable: ['path', 'cache_status', 'id', 'bytes', 'created_at'],
    sort: { field: 'bytes', descending: true },
  },
  applications: {
    noun: 'applications',
    searched: 'Name, id or scope',
    filters: [
      { field: 'scopes', label: 'Scope', none: 'none' },
      { field: 'used', label: 'Last used', show: idleBandLabel, none: 'never or unreadable' },
    ],
    linked: [],
    sortable: ['name', 'id', 'scopes', 'last_used_at', 'created_at'],
    sort: { field: 'last_used_at', descending: true },
    thenBy: [
      { field: 'name', descending: false },
      { field: 'id', descending: false },
    ],
  },
  events: {
    noun: 'event types',
    searched: 'Name, id or source',
    filters: [{ field: 'source', label: 'Source' }],
    linked: [],
    sortable: ['name', 'source', 'count', 'id', 'created_at'],
    sort: { field: 'count', descending: true },
    thenBy: [
      { field: 'name', descending: false },
      { field: 'id', descending: false },
    ],
  },
} as const satisfies Readonly<Record<string, ListSearchSchema>>;
