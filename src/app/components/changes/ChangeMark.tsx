import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { ContradictionSign } from '../severity/ContradictionSign.tsx';
import { StatusGlyph } from '../severity/StatusGlyph.tsx';

/**
 * Sign of a change: the severity mark of the new state, the sign of a contradiction, or a symbol for any
 * other kind.
 */
export function ChangeMark({
  group: { severity, lead },
  size,
}: {
  readonly group: Pick<ChangeGroup, 'severity' | 'lead'>;
  readonly size: number;
}) {
  if (lead.kind === 'contradicted') return <ContradictionSign size={size} className="translate-y-0.5" />;
  if (severity !== null) return <StatusGlyph severity={severity} size={size} className="translate-y-px" />;
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      className="shrink-0 translate-y-0.5 text-text-2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      <path d={signs[lead.kind] ?? otherSign} />
    </svg>
  );
}

const signs: Readonly<Partial<Record<ChangeGroup['lead']['kind'], string>>> = {
  'contradiction-ended': 'M1.5 5.4h13M1.5 10.6h13',
  moved: 'M2 8h11M9 3.5 13.5 8 9 12.5',
  appeared: 'M8 2.5v11M2.5 8h11',
  gone: 'M2.5 8h11',
};
const otherSign = 'M5 13.5v-11M2 5.5l3-3 3 3M11 2.5v11M8 10.5l3 3 3-3';
