import { expect, test } from 'vitest';
import type { Application, StatusDocument } from '../../../../contract/resources.ts';
import { exact } from '../../../../domain/claim.ts';
import { fieldsOf } from '../../../../domain/fields.ts';
import { createListing } from '../../../../domain/listing.ts';
import { mergeVersions, unlistedInList, unlistedInStatus } from './unlisted-words.ts';

function application(id: string, scopes: Application['scopes']): Application {
  return { id, created_at: null, name: id, scopes, last_used_at: null };
}

test('words of a list that the document does not list, most frequent first', async () => {
  const rows = [
    application('a', ['read', 'purge']),
    application('b', ['Read', 'purge']),
    application('c', null),
    application('d', []),
  ];
  const listing = createListing(rows, fieldsOf.application, exact);
  expect(await unlistedInList('/api/v1/applications', listing)).toEqual([
    { path: '/api/v1/applications', field: 'data[].scopes', word: 'purge', count: 2, claim: exact },
    { path: '/api/v1/applications', field: 'data[].scopes', word: 'Read', count: 1, claim: exact },
  ]);
});

test('words of a status document, component names among them; both versions are one entry', () => {
  const document: StatusDocument = {
    status: 'operational',
    version: 'v1',
    region: 'Frankfurt',
    updated_at: null,
    components: [
      { name: 'API', status: 'recovering' },
      { name: 'Gizmo', status: 'recovering' },
      { name: null, status: null },
    ],
  };
  const words = (['/api/v2/status', '/api/v1/status'] as const).flatMap((path) =>
    unlistedInStatus(path, document),
  );
  expect(mergeVersions(words)).toEqual([
    {
      resource: 'status',
      field: 'components[].status',
      word: 'recovering',
      uses: [
        { path: '/api/v2/status', count: 2 },
        { path: '/api/v1/status', count: 2 },
      ],
      claim: exact,
    },
    {
      resource: 'status',
      field: 'components[].name',
      word: 'Gizmo',
      uses: [
        { path: '/api/v2/status', count: 1 },
        { path: '/api/v1/status', count: 1 },
      ],
      claim: exact,
    },
  ]);
});
