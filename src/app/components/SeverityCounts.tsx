import { formatExact } from '../../domain/format.ts';
import { isQuiet, type Severity, severityName } from '../../domain/severity.ts';
import { StatusGlyph } from './StatusGlyph.tsx';
import { useVouched } from './vouching.tsx';

/** Counts by state, worst first, each with its mark: never one colour that hides another. */
export function SeverityCounts({
  counts,
  terse = false,
}: {
  readonly counts: ReadonlyMap<Severity, number>;
  /** Words only for those who hear them: for places where the marks explain themselves. */
  readonly terse?: boolean;
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      {[...counts].map(([severity, count]) => (
        <One key={severity} severity={severity} count={count} terse={terse} />
      ))}
    </span>
  );
}

function One({
  severity,
  count,
  terse,
}: {
  readonly severity: Severity;
  readonly count: number;
  readonly terse: boolean;
}) {
  const shown = useVouched(severity);
  const words = shown === severity ? severityName[severity] : `${severityName[severity]} when last read`;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={terse ? words : undefined}>
      <StatusGlyph severity={severity} size={10} />
      <span className="drains">{formatExact(count)}</span>
      <span className={terse ? 'sr-only' : isQuiet(shown) ? 'text-text-2' : `word-of-${shown}`}>{words}</span>
    </span>
  );
}
