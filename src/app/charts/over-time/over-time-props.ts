import type { ReactNode } from 'react';
import type { SeriesPoint, SightEntry } from '#contract/history.ts';
import type { Window } from '#domain/history/shares.ts';

interface SeriesOverTime {
  readonly key: string;
  /** As it was sent. */
  readonly name: string;
  readonly colour: string;
  readonly points: readonly SeriesPoint[];
}

export interface OverTimeProps {
  readonly caption: string;
  /** From the lowest up where they stand on one another; all have the same points. */
  readonly series: readonly SeriesOverTime[];
  readonly window: Window;
  readonly sight: readonly SightEntry[];
  /** Path of the answers that they rest on, as documented. */
  readonly endpoint: string;
  readonly isLog: boolean;
  /** Of the plot, pixels. */
  readonly height: number;
  /** How a value is told where there is little room. */
  readonly format: (value: number | bigint) => string;
  /** Whether what rows are stands left of them, with room for the names of those below; right of them otherwise. */
  readonly isLabelledLeft?: boolean;
  /** Rows between the plot and its axis of time. */
  readonly below?: ReactNode;
  readonly onZoom?: (span: Window) => void;
  readonly onBack?: () => void;
}
