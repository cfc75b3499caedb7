import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Integer } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { createListing } from '#domain/lists/listing.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import { largestBytes, storedColumn } from './stored-column.tsx';

const rowsOf = (...all: readonly (Integer | null)[]) => all.map((bytes) => ({ bytes }));

async function largestOf(...all: readonly (Integer | null)[]) {
  const fields = {
    bytes: { kind: 'number', value: (row: { readonly bytes: Integer | null }) => row.bytes },
  } as const;
  return largestBytes(createListing(rowsOf(...all), () => fields, exact));
}

/** Style of the bar in the cell of a row. */
function barOf(bytes: Integer, largest: Integer | null): string | undefined {
  const markup = renderToStaticMarkup(
    storedColumn('Stored', largest).cell({ bytes }, { slug: 'edge', lookups: noLookups }),
  );
  return /<span style="([^"]*)"><\/span>/.exec(markup)?.[1];
}

describe('a full bar of the Stored column is the largest row', () => {
  test.each<[string, readonly (Integer | null)[], Integer | null]>([
    ['in any order', [5, 100, 50], 100],
    ['beside a row that states no bytes', [null, 5, null], 5],
    ['beyond 2^53', [2 ** 53 - 1, 2n ** 60n, 7], 2n ** 60n],
    ['of empty rows', [0, 0], 0],
    ['of rows that state no bytes', [null], null],
    ['of an empty list', [], null],
  ])('%s', async (_, bytes, largest) => {
    expect(await largestOf(...bytes)).toBe(largest);
  });
});

test.each<[string, Integer, Integer | null, string]>([
  ['the largest row has a full bar', 100, 100, 'width:100%;min-width:1px'],
  ['half of it has half a bar', 50, 100, 'width:50%;min-width:1px'],
  ['a very small share stays visible', 1, 2 ** 20, 'width:0.000095367431640625%;min-width:1px'],
  ['integers beyond 2^53 have their share', 2n ** 59n, 2n ** 60n, 'width:50%;min-width:1px'],
  ['an empty row has no bar', 0, 100, 'width:0%;min-width:0'],
  ['no row has a bar while the list grows', 50, null, 'width:0%;min-width:0'],
  ['no row has a bar if all rows are empty', 0, 0, 'width:0%;min-width:0'],
  ['a row above the scale of an earlier, shorter list has no bar', 150, 100, 'width:0%;min-width:0'],
])('%s', (_, bytes, largest, style) => {
  expect(barOf(bytes, largest)).toBe(style);
});
