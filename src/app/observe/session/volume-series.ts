/** The event volumes of this session in the form of the host's series, with their coverage. */

import { onHostClock } from '#app/ui/time/clock.ts';
import type { CoverageEntry, Figure, SeriesPoint, ShownSeries } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { mostSources, type VolumeReading } from './session-log.ts';

const ofSource = 'events-by-source/';
const ofType = 'events/';

/** @param name - `events/:id` or `events-by-source/:source`, as in docs/understand/history-api.md. */
function valueIn({ bySource, byType }: VolumeReading, name: string): Integer | null {
  if (!name.startsWith(ofSource)) return byType.get(name.slice(ofType.length)) ?? null;
  // A full reading may have dropped this source, so its value is unknown.
  return bySource.get(name.slice(ofSource.length)) ?? (bySource.size < mostSources ? 0 : null);
}

function text(time: number): string {
  return new Date(onHostClock(time)).toISOString();
}

function figureOf(value: Integer): Figure {
  return typeof value === 'bigint' ? value.toString() : value;
}

type Values = Pick<SeriesPoint, 'first' | 'last' | 'min' | 'max' | 'falls' | 'claim'>;

const unknown: Values = { first: null, last: null, min: null, max: null, falls: 0, claim: null };

function valuesOf(first: Integer, last: Integer): Values {
  const isFall = last < first;
  return {
    first: figureOf(first),
    last: figureOf(last),
    min: figureOf(isFall ? last : first),
    max: figureOf(isFall ? first : last),
    falls: isFall ? 1 : 0,
    claim: 'exact',
  };
}

/**
 * One point from each reading to the next. After a gap the series starts again, with a point without length. A
 * sum starts again if the set of types changed, because its difference then says nothing about new events.
 */
export function volumeSeries(readings: readonly VolumeReading[], name: string, window: Window): ShownSeries {
  const data: SeriesPoint[] = [];
  let before: { readonly reading: VolumeReading; readonly value: Integer | null } | null = null;
  for (const reading of readings) {
    const value = valueIn(reading, name);
    const isSeen = before !== null && reading.at <= before.reading.until;
    const point = (from: number, values: Values) =>
      data.push({
        from: text(from),
        to: text(reading.at),
        ...values,
        observedSeconds: isSeen ? (reading.at - from) / 1000 : 0,
      });
    const isAnew = name.startsWith(ofSource) ? reading.othersListed : before?.value === null;
    if (before?.value != null && value !== null && isSeen && !isAnew)
      point(before.reading.at, valuesOf(before.value, value));
    else {
      if (before) point(before.reading.at, unknown);
      const start: Values = value === null ? unknown : valuesOf(value, value);
      const hasFallen = !isAnew && value !== null && before?.value != null && value < before.value;
      point(reading.at, hasFallen ? { ...start, falls: 1 } : start);
    }
    before = { reading, value };
  }
  return { from: text(window.from), to: text(window.to), resolution: 'look', data };
}

/** The intervals with readings, each from its first to its last, and the gaps between them. */
export function volumeCoverage(
  readings: readonly VolumeReading[],
  endpoint: string,
  now: number,
): readonly CoverageEntry[] {
  const intervals: { from: number; to: number; until: number; looks: number; longest: number }[] = [];
  for (const { at, until } of readings) {
    const last = intervals.at(-1);
    if (!last || at > last.until) intervals.push({ from: at, to: at, until, looks: 1, longest: 0 });
    else {
      last.longest = Math.max(last.longest, at - last.to);
      [last.to, last.until] = [at, until];
      last.looks += 1;
    }
  }
  return intervals.flatMap(({ from, to, until, looks, longest }, index): readonly CoverageEntry[] => {
    const next = intervals[index + 1]?.from ?? null;
    const seen: CoverageEntry = {
      endpoint,
      from: text(from),
      to: text(to),
      outcome: 'seen',
      detail: null,
      looks,
      longestSeconds: longest / 1000,
      complete: true,
      cause: null,
    };
    if (next === null && now <= until) return [seen];
    const end = next === null ? null : text(next);
    return [
      seen,
      {
        ...seen,
        from: text(to),
        to: end,
        outcome: 'blind',
        looks: 0,
        longestSeconds: null,
        cause: 'unreachable',
      },
    ];
  });
}
