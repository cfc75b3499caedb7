import { BucketName } from '#app/components/records/BucketName.tsx';
import {
  bytesColumn,
  type Column,
  cityColumn,
  countColumn,
  dateColumn,
  idColumn,
  regionColumn,
} from '#app/table/columns.tsx';
import { RowLink } from '#app/table/rows/RowLink.tsx';
import { storedColumn } from '#app/table/stored-column.tsx';
import { paths } from '#app/url/paths.ts';
import type { Bucket, Integer } from '#contract/resources.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';
import { meanOf } from './scatter/mean.ts';

const regionOf = (row: Bucket) => row.region;

export function bucketColumns(
  repeated: ReadonlySet<string>,
  largest: Integer | null,
  /** The growth column; `null` without history. */
  growth: Column<Bucket> | null,
): readonly Column<Bucket>[] {
  return [
    {
      field: 'name',
      header: 'Bucket',
      below: 'city',
      cell: (row, { slug }) => {
        const name = <BucketName bucket={row} repeated={repeated} />;
        return row.id === null || row.id === '' ? (
          <b className="font-[560]">{name}</b>
        ) : (
          <RowLink className="font-[560]" to={paths.bucket(slug, row.id)}>
            {name}
          </RowLink>
        );
      },
      exported: (row) => row.name,
    },
    idColumn<Bucket>('bkt', paths.bucket, { width: '11.5rem', tellsApart: repeated.size > 0 }),
    regionColumn('region', regionOf, { width: '4.5rem' }),
    cityColumn(regionOf),
    countColumn('objects', 'Objects', (row) => row.objects, { wide: true, width: '8.5rem' }),
    bytesColumn('mean', meanOf, {
      header: 'Mean object',
      wide: true,
      width: '7.5rem',
      cell: (row) => {
        const mean = meanOf(row);
        return mean === null ? (
          <span className="text-text-3">–</span>
        ) : (
          <span className="text-text-2" title={formatBytesExact(mean)}>
            {formatBytes(mean)}
          </span>
        );
      },
    }),
    storedColumn('Stored', largest),
    ...(growth ? [growth] : []),
    dateColumn('created_at', 'Created', (row) => row.created_at, { width: '6.5rem' }),
  ];
}
