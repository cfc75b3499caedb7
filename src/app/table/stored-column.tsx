import type { Integer } from '#contract/resources.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';
import { Flawed } from '../components/records/FieldValue.tsx';
import { BarFigure, bytesColumn, type Column } from './columns.tsx';

export function storedColumn<Row extends { readonly bytes: Integer | null }>(
  header: string,
  largest: Integer | null,
): Column<Row> {
  return bytesColumn('bytes', (row) => row.bytes, {
    header,
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
  });
}
