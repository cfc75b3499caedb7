import { useSearchParams } from 'react-router';
import { useRange } from '#app/components/history/range.ts';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { ShownSeries } from '#contract/history.ts';
import {
  type RequestedWindow,
  requestedWindow,
  requestedWindowUntil,
  requestedWindowWithin,
} from '#domain/history/series/series-windows.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { spanIn, spanText } from '#domain/history/spans/span-text.ts';
import { type Range, rangeNames } from '#domain/history/windows.ts';
import { formatDuration } from '#domain/text/format.ts';

/** The time that the charts of a page show, from its URL: a range that ends now, or a selected span. */
export interface ShownTime {
  readonly requested: RequestedWindow;
  readonly range: Range | null;
  /** Length of the shown time, such as "7 d" or "12 h". */
  readonly name: string;
  readonly setRange: (range: Range) => void;
  readonly zoom: (span: Window) => void;
  /** Returns from a selected span to the range; `undefined` if no span is selected. */
  readonly back: (() => void) | undefined;
}

/** Returns the requested window of a range, which ends now, or at the moment of a page of the past. */
export function useRequestedWindow(range: Range): RequestedWindow {
  const moment = useMoment();
  const to = useHostTimed((now) => requestedWindow(range, now).to);
  return moment === null ? requestedWindow(range, to) : requestedWindowUntil(range, moment);
}

export function useShownTime(): ShownTime {
  const [range] = useRange();
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.get('span');
  const span = text === null ? null : spanIn(text);
  const ofRange = useRequestedWindow(range);
  const set = (change: (next: URLSearchParams) => void, replace: boolean) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        change(next);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return {
    requested: span ? requestedWindowWithin(span) : ofRange,
    range: span ? null : range,
    name: span ? formatDuration(span.to - span.from) : rangeNames[range],
    setRange: (next) =>
      set((all) => {
        all.delete('span');
        if (next === choices.range[0]) all.delete('range');
        else all.set('range', next);
      }, true),
    zoom: (chosen) => set((all) => all.set('span', spanText(chosen)), false),
    back: span ? () => set((all) => all.delete('span'), true) : undefined,
  };
}

export function useValueScale() {
  return useChoice('values', choices.values);
}

export const valueScales = [
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Log' },
] as const;

/** Zoom callbacks for a chart that shows this time. */
export function zoomIn({ zoom, back }: ShownTime) {
  return { onZoom: zoom, ...(back && { onBack: back }) };
}

/** Whether a series has more than one point with a value. */
export function hasLine({ data }: ShownSeries): boolean {
  return data.filter(({ last }) => last !== null).length > 1;
}

/**
 * Whether at most one point is known at all, so that a chart would be empty.
 * @param hasAll - whether the series contain the complete history record or session. Elsewhere, missing points are a
 * gap.
 */
export function isTrendBegin(series: readonly ShownSeries[], hasAll: boolean): boolean {
  return hasAll && !series.some(hasLine);
}

/** Such as "one point per hour, from single looks". */
export function resolutionInWords({ resolution, from, to, data }: ShownSeries): string {
  if (resolution === 'day') return 'one value a day';
  const step = formatDuration((Date.parse(to) - Date.parse(from)) / Math.max(1, data.length));
  return `one point per ${step.replace(/^1\s/, '').replace(/^h$/, 'hour')}, from ${resolution === 'look' ? 'single looks' : 'hourly figures'}`;
}
