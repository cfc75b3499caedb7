import { Sentence } from '#app/components/lists/Sentence.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { useTimed } from '#app/ui/time/clock.ts';
import { formatClock, formatDuration } from '#domain/text/format.ts';
import { type KnownKind, type KnownRow, lastKnownRows } from '#domain/wall/last-known.ts';
import type { SceneProps } from '../context.ts';
import { useSizeOf } from '../screen/use-pages.ts';

/** Height of the headline in wall units (scaled pixels). `rowUnits` is the height of a row. */
const headUnits = 58;
const rowUnits = 60;
const twoFrom = 1500;

export function LastKnown({
  kinds,
  since,
  settings,
  unit,
  room,
}: Pick<SceneProps, 'settings' | 'unit' | 'room'> & {
  readonly kinds: readonly KnownKind[];
  /** When contact was lost, epoch milliseconds. Everything shown is at least that old. */
  readonly since: number;
}) {
  const { frame, size } = useSizeOf();
  const age = useTimed((now) => formatDuration(now - since));
  const columns = room.width >= twoFrom ? 2 : 1;
  const perColumn = Math.max(0, Math.floor((size.height / unit - headUnits) / rowUnits));
  const rows = lastKnownRows(kinds, perColumn * columns);
  return (
    <div ref={frame} className="wall-known">
      {rows.length > 0 && (
        <>
          <p className="wall-known-head wall-line">
            <b>Last known, {age} old</b>, may no longer be true
          </p>
          <ul
            aria-label="Last known"
            style={{
              gridTemplateRows: `repeat(${Math.ceil(rows.length / columns)}, ${rowUnits * unit}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {rows.map((row) => (
              <Row key={row.id} row={row} zone={settings.zone} unit={unit} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function momentOf({ readAt, since }: KnownRow, zone: string): string {
  if (since !== null) return `since ${formatClock(since, zone)}`;
  return readAt === null ? 'never read' : `read ${formatClock(readAt, zone)}`;
}

function Row({
  row,
  zone,
  unit,
}: Pick<SceneProps, 'unit'> & { readonly row: KnownRow; readonly zone: string }) {
  return (
    <li>
      <StatusGlyph severity="unvouched" size={unit * 28} tight />
      <span className="wall-line wall-known-name">
        <Sentence clauses={[row.name]} />
      </span>
      <span className="wall-line wall-known-word">
        <Sentence clauses={[row.word]} />
      </span>
      <span className="wall-known-moment">{momentOf(row, zone)}</span>
    </li>
  );
}
