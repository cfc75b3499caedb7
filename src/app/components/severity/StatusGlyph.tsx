import { marks } from '#domain/severity/mark-shapes.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { useConfirmedSeverity } from '../freshness/freshness-context.tsx';

function Shape({ severity }: { readonly severity: Severity }) {
  return marks[severity].paths.map(({ d, stroke, dash }) =>
    stroke === undefined ? (
      <path key={d} d={d} fill="var(--mark)" fillRule="evenodd" />
    ) : (
      <path key={d} d={d} fill="none" stroke="var(--mark)" strokeWidth={stroke} strokeDasharray={dash} />
    ),
  );
}

const largeMark = 34;

/**
 * Mark of a severity. `confirmedSeverity` (src/domain/severity/confirmed-severity.ts) decides whether the
 * mark may be green, by the freshness and trust of the surrounding panel.
 */
export function StatusGlyph({
  severity,
  size = 12,
  tight = size >= largeMark,
  className = '',
}: {
  readonly severity: Severity;
  readonly size?: number;
  /** Whether the drawn edge of the mark aligns with the margin, not its box. Default: only large marks. */
  readonly tight?: boolean;
  readonly className?: string;
}) {
  const shown = useConfirmedSeverity(severity);
  return (
    <svg
      viewBox={tight ? marks[shown].drawn : '0 0 16 16'}
      width={size}
      height={size}
      aria-hidden="true"
      data-severity={shown}
      className={`shrink-0 ${className}`}
    >
      <Shape severity={shown} />
    </svg>
  );
}
