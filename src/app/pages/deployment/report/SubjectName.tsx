import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import type { ReportedKey } from '#contract/reports/month-report.ts';

/** Name of a component as sent, with its number among equal names. */
export function SubjectName({ of: { kind, key, occurrence } }: { readonly of: ReportedKey }) {
  if (kind === 'deployment') return <b className="font-[600]">Whole deployment</b>;
  return (
    <>
      <Verbatim>{key}</Verbatim>
      {occurrence > 1 && ` (${occurrence})`}
    </>
  );
}
