import { expect, test } from 'vitest';
import { exact } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing } from '#domain/lists/listing.ts';
import { scopesOf } from './scopes.ts';

function application(...scopes: string[]) {
  return { id: null, created_at: null, name: null, last_used_at: null, scopes };
}

async function seen(...applications: readonly (readonly string[] | null)[]) {
  const rows = applications.map((scopes) => ({ ...application(), scopes }));
  return scopesOf(await createListing(rows, fieldsOf.application, exact).group({}, ['scopes']));
}

test('documented scopes come first in the order read, write, events; others follow by name', async () => {
  expect(await seen(['purge', 'events'], ['admin', 'write'], ['read', 'events'])).toEqual([
    { name: 'read', count: 1, isNew: false },
    { name: 'write', count: 1, isNew: false },
    { name: 'events', count: 2, isNew: false },
    { name: 'admin', count: 1, isNew: true },
    { name: 'purge', count: 1, isNew: true },
  ]);
});

test('a repeated scope of an application counts once', async () => {
  expect(await seen(['read', 'read'])).toEqual([{ name: 'read', count: 1, isNew: false }]);
});

test('applications without readable scopes give no column', async () => {
  expect(await seen(null, [])).toEqual([]);
});

test('an absent scope has no column, and another spelling is a new scope', async () => {
  expect(await seen(['Read'], ['__proto__'])).toEqual([
    { name: 'Read', count: 1, isNew: true },
    { name: '__proto__', count: 1, isNew: true },
  ]);
});
