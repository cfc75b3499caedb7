import type { Severity } from '../../domain/severity.ts';
import { useVouched } from './vouching.tsx';

/** The mark of a severity, 16 box (visual language, part 4): shape first, so that colour may fail. */
function Shape({ severity }: { readonly severity: Severity }) {
  switch (severity) {
    case 'ok':
      return <circle cx="8" cy="8" r="6" fill="var(--mark)" />;
    case 'assumed':
      return <circle cx="8" cy="8" r="5" fill="none" stroke="var(--mark)" strokeWidth="2" />;
    case 'notice':
      return (
        <path
          fillRule="evenodd"
          fill="var(--mark)"
          d="M4.4 1.6h7.2L15.2 8l-3.6 6.4H4.4L.8 8zM8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z"
        />
      );
    case 'degraded':
      return <path fill="var(--mark)" d="M8 1.4 15.2 14.2H.8z" />;
    case 'partial':
      return (
        <>
          <path d="M8 .9 15.1 8 8 15.1.9 8z" fill="none" stroke="var(--mark)" strokeWidth="1.7" />
          <path d="M1.2 8h13.6L8 14.8z" fill="var(--mark)" />
        </>
      );
    case 'critical':
      return (
        <path
          fillRule="evenodd"
          fill="var(--mark)"
          d="M1.5 1.5h13v13h-13zM5.1 4 8 6.9 10.9 4 12 5.1 9.1 8 12 10.9 10.9 12 8 9.1 5.1 12 4 10.9 6.9 8 4 5.1z"
        />
      );
    case 'unknown':
      return (
        <>
          <circle
            cx="8"
            cy="8"
            r="6"
            fill="none"
            stroke="var(--mark)"
            strokeWidth="1.8"
            strokeDasharray="2.7 2.01"
          />
          <circle cx="8" cy="8" r="1.5" fill="var(--mark)" />
        </>
      );
    case 'vanished':
    case 'unvouched':
      return (
        <>
          <circle cx="8" cy="8" r="5.6" fill="none" stroke="var(--mark)" strokeWidth="1.8" />
          <path d="M14.6 1.4 1.4 14.6" stroke="var(--mark)" strokeWidth="1.8" />
        </>
      );
  }
}

/** A sample for legends and filters: says nothing of any subject, so it carries no severity. */
export function SampleGlyph({ severity, size = 12 }: { readonly severity: Severity; readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      className={`sample sample-${severity} shrink-0`}
    >
      <Shape severity={severity} />
    </svg>
  );
}

/** Of a large mark the drawn edge stands on the margin, not the box around it. */
const largeMark = 34;
const drawn: Partial<Record<Severity, string>> = {
  ok: '2 2 12 12',
  assumed: '2 2 12 12',
  unknown: '1.1 1.1 13.8 13.8',
};

/** The mark of a subject last read as `severity`; what may be shown of it depends on the panel it stands in. */
export function StatusGlyph({
  severity,
  size = 12,
  className = '',
}: {
  readonly severity: Severity;
  readonly size?: number;
  readonly className?: string;
}) {
  const shown = useVouched(severity);
  return (
    <svg
      viewBox={(size >= largeMark && drawn[shown]) || '0 0 16 16'}
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
