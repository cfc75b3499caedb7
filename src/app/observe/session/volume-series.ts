/** Converts event volumes of this browser session to the form of the host's series, with coverage. */

import { onHostClock } from '#app/ui/time/clock.ts';
import type { CoverageEntry, Figure, SeriesPoint, ShownSeries } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { mostSources, type VolumeReading } from './session-log.ts';

/** Series of the types without a source. The host records none. */
export const withoutSource = 'events-by-source';
const ofType = 'events/';

function isSum(name: string): boolean {
  return name.startsWith(withoutSource);
}

/**
 * @param name - `events/:id` or `events-by-source/:source`, as in docs/understand/history-api.md; or
 * `events-by-source` for the types without a source.
 */
function valueIn({ bySource, byType }: VolumeReading, name: string): Integer | null {
  if (!isSum(name)) return byType.get(name.slice(ofType.length)) ?? null;
  const source = name === withoutSource ? null : name.slice(withoutSource.length + 1);
  // A full reading may have dropped this source, so its value is unknown.
  return bySource.get(source) ?? (bySource.size < mostSources ? 0 : null);
}

function text(time: number): string {
  return new Date(onHostClock(time)).toISOString();
}

function figureOf(value: Integer): Figure {
  return typeof value === 'bigint' ? value.toString() : value;
}

type Values = Pick<SeriesPoint, 'first' | 'last' | 'min' | 'max' | 'falls' | 'claim'>;

const unknown: Values = { first: null, last: null, min: null, max: null, falls: 0, claim: null };

function valuesOf(first: Integer, last: Integer, isAtLeast: boolean): Values {
  const isFall = last < first;
  return {
    first: figureOf(first),
    last: figureOf(last),
    min: figureOf(isFall ? last : first),
    max: figureOf(isFall ? first : last),
    falls: isFall ? 1 : 0,
    claim: isAtLeast ? 'at-least' : 'exact',
  };
}

/**
 * Creates a series with one point from each response to the next. After a gap it restarts with a point
 * without length. The sum of a source also restarts if the set of event types changed, because its difference
 * then does not show new events.
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
    const isBound = isSum(name) && (reading.isAtLeast || before?.reading.isAtLeast === true);
    const isAnew = isSum(name) ? reading.othersListed : before?.value === null;
    if (before?.value != null && value !== null && isSeen && !isAnew)
      point(before.reading.at, valuesOf(before.value, value, isBound));
    else {
      if (before) point(before.reading.at, unknown);
      const start: Values = value === null ? unknown : valuesOf(value, value, isSum(name) && reading.isAtLeast);
      const hasFallen = !isAnew && value !== null && before?.value != null && value < before.value;
      point(reading.at, hasFallen ? { ...start, falls: 1 } : start);
    }
    before = { reading, value };
  }
  return { from: text(window.from), to: text(window.to), resolution: 'look', data };
}

interface Interval {
  readonly from: number;
  to: number;
  until: number;
  looks: number;
  longest: number;
  readonly complete: boolean;
}

/**
 * The intervals with readings, each from its first to its last, and the gaps between them. A reading with another
 * completeness ends one interval and begins the next.
 */
export function volumeCoverage(
  readings: readonly VolumeReading[],
  endpoint: string,
  now: number,
): readonly CoverageEntry[] {
  const intervals: Interval[] = [];
  for (const { at, until, isAtLeast } of readings) {
    const last = intervals.at(-1);
    const isJoined = last !== undefined && at <= last.until;
    if (isJoined) {
      last.longest = Math.max(last.longest, at - last.to);
      [last.to, last.until] = [at, until];
      last.looks += 1;
    }
    if (!isJoined || last.complete === isAtLeast)
      intervals.push({ from: at, to: at, until, looks: 1, longest: 0, complete: !isAtLeast });
  }
  return intervals.flatMap(({ from, to, until, looks, longest, complete }, index): readonly CoverageEntry[] => {
    const next = intervals[index + 1]?.from ?? null;
    const seen: CoverageEntry = {
      endpoint,
      from: text(from),
      to: text(to),
      outcome: 'seen',
      detail: null,
      looks,
      longestSeconds: longest / 1000,
      complete,
      cause: null,
    };
    if (next === to || (next === null && now <= until)) return [seen];
    const end = next === null ? null : text(next);
    // Hidden tabs, sleep and failed requests all cause gaps.
    return [seen, { ...seen, from: text(to), to: end, outcome: 'blind', looks: 0, longestSeconds: null }];
  });
}
