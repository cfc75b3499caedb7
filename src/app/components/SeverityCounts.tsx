import { formatExact } from '../../domain/format.ts';
import { type Severity, severityName } from '../../domain/severity.ts';
import { StatusGlyph } from './StatusGlyph.tsx';
import { useVouched } from './vouching.tsx';

/** Counts by state, worst first, each with its mark: never one colour that hides another. */
export function SeverityCounts({ counts }: { readonly counts: ReadonlyMap<Severity, number> }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      {[...counts].map(([severity, count]) => (
        <One key={severity} severity={severity} count={count} />
      ))}
    </span>
  );
}

function One({ severity, count }: { readonly severity: Severity; readonly count: number }) {
  const shown = useVouched(severity);
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <StatusGlyph severity={severity} size={10} />
      <span className="drains">{formatExact(count)}</span>
      <span className={shown === 'ok' ? 'text-text-2' : `word-of-${shown}`}>
        {shown === severity ? severityName[severity] : `${severityName[severity]} when last read`}
      </span>
    </span>
  );
}
