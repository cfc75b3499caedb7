/** What the address of the changes may say of them. */

import type { ListSearchSchema } from '#app/url/search.ts';

/** Entries of changes stand in one order only. */
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
