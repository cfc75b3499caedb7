import { useRange, useUsualRange } from '#app/components/history/range.ts';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { ShownSeries } from '#contract/history.ts';
import {
  type RequestedWindow,
  requestedWindow,
  requestedWindowUntil,
} from '#domain/history/series/series-windows.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { chosenRange, isUsual, type Range, usualNames } from '#domain/history/windows.ts';
import { formatDuration } from '#domain/text/format.ts';

/** The time that the charts of a page show, from its URL. */
export interface ShownTime {
  readonly requested: RequestedWindow;
  readonly range: Range;
  /** Length of the shown time, such as "7 d" or "12 h". */
  readonly name: string;
  readonly setRange: (range: Range) => void;
  readonly zoom: (window: Window) => void;
  /** Returns from a chosen range to the usual one; `undefined` if none is chosen. */
  readonly back: (() => void) | undefined;
}

/** Returns the requested window of a range, which ends now, or at the moment of a page of the past. */
export function useRequestedWindow(range: Range): RequestedWindow {
  const moment = useMoment();
  const to = useHostTimed((now) => requestedWindow(range, now).to);
  return moment === null ? requestedWindow(range, to) : requestedWindowUntil(range, moment);
}

export function useShownTime(): ShownTime {
  const [range, setRange] = useRange();
  const usual = useUsualRange();
  const requested = useRequestedWindow(range);
  return {
    requested,
    range,
    name: isUsual(range) ? usualNames[range] : formatDuration(requested.to - requested.from),
    setRange,
    zoom: (window) => setRange(chosenRange(window)),
    back: isUsual(range) ? undefined : () => setRange(usual),
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
