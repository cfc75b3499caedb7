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
  /** The series, from the bottom up if they are stacked. All have the same number of points. */
  readonly series: readonly SeriesOverTime[];
  readonly window: Window;
  readonly coverage: readonly CoverageEntry[];
  readonly endpoint: string;
  readonly isLog: boolean;
  readonly height: number;
  /** Formats a value in few characters, for the axis and beside the plot. */
  readonly format: (value: number | bigint) => string;
  /**
   * Whether labels stand left of the plot, in a column that is wide enough for labels of further rows.
   * Default: right.
   */
  readonly isLabelledLeft?: boolean;
  /** Rows of content between the plot and its time axis. */
  readonly below?: ReactNode;
  readonly onZoom?: (span: Window) => void;
  readonly onBack?: () => void;
}
