import { Link } from 'react-router';
import type { Claim } from '#domain/lists/claim.ts';
import { isQuiet, type Severity, severityName } from '#domain/severity/severity.ts';
import { useConfirmedSeverity } from '../freshness/freshness-context.tsx';
import { Count } from '../lists/Count.tsx';
import { StatusGlyph } from './StatusGlyph.tsx';

export function SeverityCounts({
  counts,
  claim,
  terse = false,
  to,
}: {
  readonly counts: ReadonlyMap<Severity, number>;
  readonly claim: Claim;
  /** Whether the names of the severities are hidden visually, because the marks are enough. */
  readonly terse?: boolean;
  readonly to?: (severity: Severity) => string;
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      {[...counts].map(([severity, count]) => (
        <One key={severity} severity={severity} count={count} claim={claim} terse={terse} to={to?.(severity)} />
      ))}
    </span>
  );
}

function One({
  severity,
  count,
  claim,
  terse,
  to,
}: {
  readonly severity: Severity;
  readonly count: number;
  readonly claim: Claim;
  readonly terse: boolean;
  readonly to: string | undefined;
}) {
  const shown = useConfirmedSeverity(severity);
  const words = shown === severity ? severityName[severity] : `${severityName[severity]} when last read`;
  const textClass = 'inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap';
  const title = terse ? words : undefined;
  const content = (
    <>
      <StatusGlyph severity={severity} size={10} />
      <Count value={count} claim={claim} />
      <span className={terse ? 'sr-only' : isQuiet(shown) ? 'text-text-2' : `word-of-${shown}`}>{words}</span>
    </>
  );
  return to === undefined ? (
    <span className={textClass} title={title}>
      {content}
    </span>
  ) : (
    <Link to={to} className={`link min-w-6 ${textClass}`} title={title}>
      {content}
    </Link>
  );
}
