import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { moveAlong } from '#app/ui/move-along.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { Count } from '../lists/Count.tsx';
import { StatusGlyph } from './StatusGlyph.tsx';

export interface Unit {
  readonly key: string;
  readonly severity: Severity;
  readonly label: string;
  /** URL of the unit's page; `null` if it has no page. */
  readonly to: string | null;
}

export interface UnitRow {
  readonly key: string;
  readonly label: ReactNode;
  readonly units: readonly Unit[];
}

/**
 * One mark for each unit (such as a node), in labelled rows. Each row is one tab stop; arrow keys move along
 * it.
 */
export function UnitMarks({
  rows,
  claim,
  label,
}: {
  readonly rows: readonly UnitRow[];
  readonly claim: Claim;
  readonly label: string;
}) {
  return (
    <ul aria-label={label} className="m-0 list-none p-0">
      {rows.map((row) => (
        <li
          key={row.key}
          className="grid grid-cols-[3.25rem_1fr_auto] items-start gap-x-2 border-b border-line py-0.5 leading-6"
        >
          <span className="truncate font-[580]">{row.label}</span>
          <span className="flex flex-wrap" onKeyDown={moveAlong}>
            {row.units.map((unit, index) => (
              <Mark key={unit.key} unit={unit} entry={index === 0} />
            ))}
          </span>
          <Count value={row.units.length} claim={claim} />
        </li>
      ))}
    </ul>
  );
}

const box = 'inline-flex size-6 items-center justify-center';

function Mark({ unit, entry }: { readonly unit: Unit; readonly entry: boolean }) {
  const glyph = <StatusGlyph severity={unit.severity} size={12} />;
  if (unit.to === null)
    return (
      <span role="img" aria-label={unit.label} title={unit.label} className={box}>
        {glyph}
      </span>
    );
  return (
    <Link
      to={unit.to}
      aria-label={unit.label}
      title={unit.label}
      tabIndex={entry ? 0 : -1}
      className={`${box} hover:bg-s2`}
    >
      {glyph}
    </Link>
  );
}
