import type { Column } from '#app/table/columns.tsx';
import type { Bucket, Integer } from '#contract/resources.ts';
import { changeOf, daysOf } from '#domain/lists/growth.ts';
import type { Growth } from '#domain/lists/lookups.ts';
import { formatDate, noValue } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';

/** "+2.11 TB", "−12.4 TB", "0". */
export function changeInBytes(change: Integer): string {
  return change === 0 ? '0' : `${change > 0 ? '+' : ''}${formatBytes(change)}`;
}

/** "7 d": how far the record reaches. */
export function daysInWords(growth: Growth | undefined): string {
  return `${growth ? daysOf(growth) : 7}\u00a0d`;
}

/** How many bytes a bucket gained or lost over the days that the record has, of those that both ends have. */
export function growthColumn(growth: Growth | undefined): Column<Bucket> {
  const told = (row: Bucket) => growth?.of.get(row.id ?? '');
  return {
    field: 'growth',
    header: `In ${daysInWords(growth)}`,
    align: 'right',
    wide: true,
    width: '6rem',
    exportedAs: 'bytes_change',
    cell: (row) => {
      const ends = told(row);
      if (!ends || !growth) return <span className="text-text-3">{noValue}</span>;
      const change = changeOf(ends);
      return (
        <span
          className={change === 0 ? 'text-text-3' : ''}
          title={`${formatBytesExact(ends.first)} on ${formatDate(growth.from)}, ${formatBytesExact(ends.last)} on ${formatDate(growth.to)}`}
        >
          {changeInBytes(change)}
        </span>
      );
    },
    exported: (row) => {
      const ends = told(row);
      return ends ? changeOf(ends) : null;
    },
  };
}
