import { expect, test } from 'vitest';
import { flawsOf } from '#contract/decode/row.ts';
import { endpointAt } from '#contract/endpoints.ts';
import { exact } from '#domain/lists/claim.ts';
import { pageReader, uniter } from './list-reader.ts';

const regions = ['fra1', 'iad1'] as const;

function pageOf(region: string, count: number) {
  const data = Array.from({ length: count }, (_, index) => ({
    id: `bkt_${region}${String(index).padStart(10, '0')}`,
    name: `crate-${index}`,
    region,
    objects: 1,
    bytes: index === 3 ? 'many' : index,
    created_at: '2026-01-01T00:00:00Z',
  }));
  const body = { object: 'list', data, pagination: { limit: count, count, has_more: false } };
  return pageReader('bucket').decode(endpointAt('/api/v2/buckets'), body, { region }).value;
}

test.each([10, 20_000])('parts of %i rows merge into one listing, with their flaws', async (count) => {
  const parts = regions.map((region) => ({ page: pageOf(region, count), rowFilter: null }));
  const listing = await uniter('bucket')(parts, exact);
  expect(listing.count).toBe(2 * count);
  const rows = await listing.rows({ sort: [{ field: 'bytes', descending: true }] });
  const [largest] = await rows.slice(0, 1);
  expect(largest?.bytes).toBe(count - 1);
  // Rows with an unreadable value come last.
  const [first, second] = await rows.slice(2 * count - 2, 2 * count);
  expect([first?.region, second?.region]).toEqual(regions);
  expect(flawsOf(first ?? {})?.get('bytes')).toBeDefined();
  expect(await listing.group({}, ['region'])).toEqual(
    regions.map((region) => ({ key: [region], count, sums: {} })),
  );
});
