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

/** The mark of a severity. The surrounding panel decides whether a good state may show. */
export function StatusGlyph({
  severity,
  size = 12,
  tight = size >= largeMark,
  className = '',
}: {
  readonly severity: Severity;
  readonly size?: number;
  /** Whether the drawn edge, not the box, aligns with the margin; for large marks. */
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
