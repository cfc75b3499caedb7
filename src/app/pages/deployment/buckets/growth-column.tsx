import type { Column } from '#app/table/columns.tsx';
import type { Bucket, Integer } from '#contract/resources.ts';
import { changeOf, daysOf } from '#domain/lists/growth.ts';
import type { Growth } from '#domain/lists/lookups.ts';
import { formatDate, noValue } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';

/** Formats a change in bytes with its sign, such as "+2.11 TB", "−12.4 TB" or "0". */
export function changeInBytes(change: Integer): string {
  return change === 0 ? '0' : `${change > 0 ? '+' : ''}${formatBytes(change)}`;
}

/** Formats the time between the first and the last value of the growth, such as "7 d". */
export function daysInWords(growth: Growth | undefined): string {
  return `${growth ? daysOf(growth) : 7}\u00a0d`;
}

/** Builds the column with each bucket's change in bytes, for buckets listed at both ends of the window. */
export function growthColumn(growth: Growth | undefined): Column<Bucket> {
  const endsOf = (row: Bucket) => growth?.of.get(row.id ?? '');
  return {
    field: 'growth',
    header: `In ${daysInWords(growth)}`,
    align: 'right',
    wide: true,
    width: '6rem',
    exportedAs: 'bytes_change',
    cell: (row) => {
      const ends = endsOf(row);
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
      const ends = endsOf(row);
      return ends ? changeOf(ends) : null;
    },
  };
}
