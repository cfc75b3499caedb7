import { createElement } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { exact } from '#domain/lists/claim.ts';
import { createListing, type Listing } from '#domain/lists/listing.ts';
import { useListingResult } from './use-listing-result.ts';

interface Row {
  readonly id: string;
}

/** Renders a page in the host. Returns how often it asked the listing. */
async function asked(listing: Listing<Row>, key: string): Promise<number> {
  let count = 0;
  function Page() {
    useListingResult(listing, key, async () => {
      count += 1;
      return key;
    });
    return null;
  }
  await prerender(createElement(Page));
  return count;
}

const listed = () => createListing<Row>([{ id: 'one' }], () => ({}), exact);

test('the host shares a result between the pages that use the same query', async () => {
  const listing = listed();
  expect([await asked(listing, 'totals'), await asked(listing, 'totals')]).toEqual([1, 0]);
  expect(await asked(listed(), 'totals')).toBe(1);
});

test('the host keeps a limited number of results, however many ids viewers request', async () => {
  const listing = listed();
  // Viewers choose these keys.
  for (let id = 0; id <= 500; id += 1)
    // oxlint-disable-next-line no-await-in-loop
    expect(await asked(listing, `row ${id}`)).toBe(1);
  expect(await asked(listing, 'row 500')).toBe(0);
  expect(await asked(listing, 'row 0')).toBe(1);
});
