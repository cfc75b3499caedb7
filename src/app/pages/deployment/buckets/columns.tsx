import { BucketName } from '#app/components/fields/BucketName.tsx';
import { Flawed } from '#app/components/fields/FieldValue.tsx';
import { type Column, cityColumn, createdColumn, idColumn, regionColumn } from '#app/table/columns.tsx';
import { RowLink } from '#app/table/rows/RowLink.tsx';
import { storedColumn } from '#app/table/stored-column.tsx';
import { paths } from '#app/url/paths.ts';
import type { Bucket, Integer } from '#contract/resources.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';
import { meanOf } from './scatter/mean.ts';

const regionOf = (row: Bucket) => row.region;

export function bucketColumns(
  repeated: ReadonlySet<string>,
  largest: Integer | null,
  /** Column with the growth of each bucket; `null` if the host records no lists. */
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
    {
      field: 'objects',
      header: 'Objects',
      align: 'right',
      wide: true,
      width: '8.5rem',
      cell: (row) =>
        row.objects === null ? <Flawed record={row} field="objects" /> : formatExact(row.objects),
      exported: (row) => row.objects,
    },
    {
      field: 'mean',
      header: 'Mean object',
      align: 'right',
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
      exported: meanOf,
    },
    storedColumn('Stored', largest),
    ...(growth ? [growth] : []),
    createdColumn(),
  ];
}
