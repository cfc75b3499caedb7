import { mostEntries } from '#domain/history/changes/change-feed.ts';
import { type Range, rangeName } from '#domain/history/windows.ts';
import { formatDateTime, formatExact } from '#domain/text/format.ts';
import type { RecordRead } from './use-change-log.ts';

const wider: Readonly<Partial<Record<Range, Range>>> = { '24h': '7d', '7d': '90d' };

/** Button below the log: reads older recorded changes, or shows a longer range if all are read. */
export function Older({
  record: { value: feed, readOlder, isReading, olderFailure },
  oldest,
  range,
  onRange,
}: {
  readonly record: RecordRead;
  readonly oldest: number | null;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}) {
  const next = wider[range];
  if (oldest === null)
    return next ? (
      <p className="no-print mt-3 text-text-2">
        That is all of {rangeName(range)}.{' '}
        <button type="button" className="control ml-2 max-md:min-h-11" onClick={() => onRange(next)}>
          Show {rangeName(next)}
        </button>
      </p>
    ) : null;
  if (feed.entries.length >= mostEntries)
    return (
      <p className="mt-3 text-text-2">
        {formatExact(mostEntries)} changes at most are shown here. Those before {formatDateTime(oldest)} are in
        the history record, and in the output of <span className="mono">edgewatch history export</span>.
      </p>
    );
  return (
    <p className="no-print mt-3 text-text-2">
      <button type="button" className="control max-md:min-h-11" disabled={isReading} onClick={readOlder}>
        {isReading ? 'Loading older changes' : `Read changes before ${formatDateTime(oldest)}`}
      </button>
      {olderFailure && <span className="ml-3">Older changes could not be read: {olderFailure.why}.</span>}
    </p>
  );
}
