import { CacheSwatch, CacheWord } from '#app/components/fields/CacheWord.tsx';
import { FieldText, Flawed } from '#app/components/fields/FieldValue.tsx';
import { type Column, createdColumn, idColumn } from '#app/table/columns.tsx';
import { storedColumn } from '#app/table/stored-column.tsx';
import type { Asset, Integer } from '#contract/resources.ts';
import { otherColour, type CacheWord as Word } from '#domain/figures/cache-shares.ts';

export function assetColumns(
  colours: ReadonlyMap<Word, string>,
  largest: Integer | null,
): readonly Column<Asset>[] {
  return [
    {
      field: 'path',
      header: 'Path',
      below: 'cache_status',
      cell: (row) => <FieldText record={row} field="path" value={row.path} form={{ kind: 'path' }} mono />,
      exported: (row) => row.path,
    },
    {
      field: 'cache_status',
      header: 'Cache status',
      width: '11rem',
      wide: true,
      cell: (row) =>
        row.cache_status === null ? (
          <Flawed record={row} field="cache_status" />
        ) : (
          <span className="inline-flex max-w-full items-center">
            <CacheSwatch colour={colours.get(row.cache_status) ?? otherColour} />
            <span className="truncate">
              <CacheWord word={row.cache_status} />
            </span>
          </span>
        ),
      exported: (row) => row.cache_status,
    },
    idColumn<Asset>('ast', null, { width: '11.5rem' }),
    storedColumn('Bytes', largest),
    createdColumn(),
  ];
}
