import type { Asset, Integer } from '../../../../contract/resources.ts';
import { formatBytes, formatBytesExact } from '../../../../domain/format-figures.ts';
import { FieldText, Flawed } from '../../../components/FieldValue.tsx';
import {
  BarFigure,
  bytesColumn,
  type Column,
  dateColumn,
  idColumn,
} from '../../../components/table/columns.tsx';
import { CacheSwatch, CacheWord } from './CacheWord.tsx';
import { otherColour, type CacheWord as Word } from './cache-shares.ts';

/** Columns of the asset table; `largest` is what a full bar stands for. */
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
    bytesColumn('bytes', (row) => row.bytes, {
      align: 'figure',
      width: '17%',
      phoneWidth: '5.5rem',
      cell: (row) =>
        row.bytes === null ? (
          <Flawed record={row} field="bytes" />
        ) : (
          <BarFigure value={row.bytes} most={largest ?? 0}>
            <span title={formatBytesExact(row.bytes)}>{formatBytes(row.bytes)}</span>
          </BarFigure>
        ),
    }),
    dateColumn('created_at', 'Created', (row) => row.created_at, { width: '6.5rem' }),
  ];
}
