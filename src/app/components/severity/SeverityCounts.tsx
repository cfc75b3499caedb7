import { Link } from 'react-router';
import type { Claim } from '#domain/lists/claim.ts';
import { isQuiet, type Severity, severityName } from '#domain/severity/severity.ts';
import { Count } from '../lists/Count.tsx';
import { useVouched } from '../vouching/vouching.tsx';
import { StatusGlyph } from './StatusGlyph.tsx';

/** Counts by state, worst first, each with its mark: never one colour that hides another. */
export function SeverityCounts({
  counts,
  claim,
  terse = false,
  to,
}: {
  readonly counts: ReadonlyMap<Severity, number>;
  /** Of what is counted. */
  readonly claim: Claim;
  /** Words only for those who hear them: for places where the marks explain themselves. */
  readonly terse?: boolean;
  /** Where those of a state are listed. */
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
  const shown = useVouched(severity);
  const words = shown === severity ? severityName[severity] : `${severityName[severity]} when last read`;
  const look = 'inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap';
  const title = terse ? words : undefined;
  const content = (
    <>
      <StatusGlyph severity={severity} size={10} />
      <Count value={count} claim={claim} />
      <span className={terse ? 'sr-only' : isQuiet(shown) ? 'text-text-2' : `word-of-${shown}`}>{words}</span>
    </>
  );
  return to === undefined ? (
    <span className={look} title={title}>
      {content}
    </span>
  ) : (
    <Link to={to} className={`link min-w-6 ${look}`} title={title}>
      {content}
    </Link>
  );
}
