/** By what the list pages may be filtered and sorted, as an address says it. */

import type { ListSearchSchema } from './search.ts';

export const recentFirst = { field: 'last_used_at', descending: true } as const;

export const listSchemas = {
  regions: {
    filters: ['zone', 'status', 'country', 'code', 'severity'],
    sortable: ['rank', 'code', 'name', 'zone', 'country', 'nodes', 'advertised', 'buckets', 'bytes'],
    sort: { field: 'zone', descending: false },
    // What no list holds has no zone either: it stands together behind those that give none.
    thenBy: [{ field: 'listed', descending: false }],
  },
  nodes: {
    filters: ['zone', 'region', 'status', 'capacity', 'severity', 'country', 'city'],
    sortable: ['rank', 'id', 'region', 'city', 'zone', 'advertised', 'created_at'],
    sort: { field: 'rank', descending: true },
    thenBy: [{ field: 'id', descending: false }],
  },
  buckets: {
    filters: ['region', 'zone', 'size', 'name', 'same_name'],
    sortable: ['name', 'id', 'region', 'city', 'objects', 'mean', 'bytes', 'created_at'],
    sort: { field: 'bytes', descending: true },
  },
  assets: {
    filters: ['cache_status', 'segment'],
    sortable: ['path', 'cache_status', 'id', 'bytes', 'created_at'],
    sort: { field: 'bytes', descending: true },
  },
  applications: {
    filters: ['used', 'scopes'],
    sortable: ['name', 'id', 'scopes', 'last_used_at', 'created_at'],
    sort: recentFirst,
    thenBy: [
      { field: 'name', descending: false },
      { field: 'id', descending: false },
    ],
  },
  events: {
    filters: ['source'],
    sortable: ['name', 'source', 'count', 'id', 'created_at'],
    sort: { field: 'count', descending: true },
    thenBy: [
      { field: 'name', descending: false },
      { field: 'id', descending: false },
    ],
  },
} as const satisfies Readonly<Record<string, ListSearchSchema>>;
