import { expect, test } from 'vitest';
import type { Bucket } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing } from '#domain/lists/listing.ts';
import { rankOf } from './rank.ts';

function bucket(id: string, region: string | null, bytes: Bucket['bytes']): Bucket {
  return { id, created_at: null, name: 'media', region, objects: 1, bytes };
}

const huge = 2n ** 60n;
const rows = [
  bucket('a', 'fra1', huge),
  bucket('b', 'fra1', huge + 1n),
  bucket('c', 'iad1', 5),
  bucket('d', 'iad1', 5),
  bucket('e', null, null),
];
const listing = createListing(rows, fieldsOf.bucket, exact);

test.each([
  ['b', 1],
  ['a', 2],
  ['c', 3],
  ['d', 3],
  ['e', null],
])('bucket %s has rank %s by exact size; equal sizes share a rank', async (id, rank) => {
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Error(`The list holds no bucket ${id}.`);
  expect(await rankOf(listing, row)).toMatchObject({ rank, ranked: 4 });
});

test("its region's sum is over the listed buckets; without a region there is none", async () => {
  const [first, , , , last] = rows;
  if (!first || !last) throw new Error('The list holds five buckets.');
  expect(await rankOf(listing, first)).toMatchObject({
    inRegion: 2,
    region: { total: huge + huge + 1n, missing: 0 },
  });
  expect(await rankOf(listing, last)).toMatchObject({ inRegion: 0, region: null });
});
