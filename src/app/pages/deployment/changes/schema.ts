/** Search parameters of the changes page. The order of its entries is fixed. */

import type { ListSearchSchema } from '#app/url/search.ts';

export const changesSchema = {
  noun: 'entries',
  searched: 'Name, id or region',
  filters: [
    { field: 'kind', label: 'Kind' },
    { field: 'severity', label: 'Severity' },
    { field: 'of', label: 'Of' },
  ],
  linked: [],
  sortable: [],
  sort: { field: 'at', descending: true },
} as const satisfies ListSearchSchema;
