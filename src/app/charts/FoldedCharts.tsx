import type { ReactNode } from 'react';
import { useCharts } from '../url/settings.ts';

/** Said of charts that show all of a list whatever its filters leave. */
export const ofWholeList = 'whole list, the filters below don’t change it';

/** Stands between such charts and the filters. */
export function OfWholeList() {
  return <p className="caption pt-3 pb-1 text-right text-text-2 first-letter:uppercase">{ofWholeList}</p>;
}

/** The charts over a list: a band of what matters of them, which leaves the screen to the rows, or all of them. */
export function FoldedCharts({
  band,
  columns,
  children,
}: {
  readonly band: ReactNode;
  /** Class of the columns of the band where there is room for all of them. */
  readonly columns: string;
  readonly children: ReactNode;
}) {
  const [charts] = useCharts();
  if (charts === 'folded') return <div className={`chart-band ${columns}`}>{band}</div>;
  return (
    <div className="pt-3">
      {children}
      <OfWholeList />
    </div>
  );
}
