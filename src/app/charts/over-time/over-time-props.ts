import type { ReactNode } from 'react';
import type { CoverageEntry, SeriesPoint } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';

interface SeriesOverTime {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly points: readonly SeriesPoint[];
}

export interface OverTimeProps {
  readonly caption: string;
  /** From the bottom up if they are stacked. All have the same number of points. */
  readonly series: readonly SeriesOverTime[];
  readonly window: Window;
  readonly coverage: readonly CoverageEntry[];
  readonly endpoint: string;
  readonly isLog: boolean;
  readonly height: number;
  /** Formats a value where there is little room. */
  readonly format: (value: number | bigint) => string;
  /** Whether row labels are left of the plot, with room for those of further rows; default: right. */
  readonly isLabelledLeft?: boolean;
  /** Rows between the plot and its time axis. */
  readonly below?: ReactNode;
  readonly onZoom?: (span: Window) => void;
  readonly onBack?: () => void;
}
