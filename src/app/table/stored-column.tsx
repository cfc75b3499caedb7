import type { Integer } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';
import { Flawed } from '../components/fields/FieldValue.tsx';
import { BarFigure, type Column } from './columns.tsx';

interface Stored {
  readonly bytes: Integer | null;
}

/** Returns the bytes of the largest row, which are the value of a full bar; `null` if no row has bytes. */
export async function largestBytes(listing: Listing<Stored>): Promise<Integer | null> {
  const sorted = await listing.rows({ sort: [{ field: 'bytes', descending: true }] });
  const [largest] = await sorted.slice(0, 1);
  return largest?.bytes ?? null;
}

/**
 * Column with the bytes of a row and a bar.
 * @param largest - value of a full bar; `null` draws no bars.
 */
export function storedColumn<Row extends Stored>(header: string, largest: Integer | null): Column<Row> {
  return {
    field: 'bytes',
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
    exported: (row) => row.bytes,
  };
}
