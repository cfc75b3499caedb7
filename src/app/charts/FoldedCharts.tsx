import type { ReactNode } from 'react';
import { useCharts } from '../url/settings.ts';

/** Caption of charts that ignore the list's filters. */
export const ofCompleteList = 'whole list, regardless of the filters below';

export function OfCompleteList() {
  return <p className="caption pt-3 pb-1 text-right text-text-2 first-letter:uppercase">{ofCompleteList}</p>;
}

export function FoldedCharts({
  band,
  columns,
  children,
}: {
  readonly band: ReactNode;
  readonly columns: string;
  readonly children: ReactNode;
}) {
  const [charts] = useCharts();
  if (charts === 'folded') return <div className={`chart-band ${columns}`}>{band}</div>;
  return (
    <div className="pt-3">
      {children}
      <OfCompleteList />
    </div>
  );
}
