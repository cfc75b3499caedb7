/** Event volumes over the readings of this session: what may be joined to a line, and what changed. */

import type { VolumeReading } from '#app/observe/session/record.ts';
import { eventFields, type Integer } from '#contract/resources.ts';
import { subtractIntegers } from '#domain/figures/arithmetic.ts';

/** One moment of a chart: a value for each series, rounded; `null` where the lines break. */
export interface Moment {
  readonly at: number;
  readonly values: readonly number[] | null;
  /** Whether it cannot be compared with the moment before: what is added is counted from here on. */
  readonly anew?: true;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Lines {
  readonly moments: readonly Moment[];
  /** Time in which nothing was read. */
  readonly gaps: readonly Span[];
  /** When a counter was first read lower than before. */
  readonly falls: readonly number[];
  /** When other types were listed than before. */
  readonly others: readonly number[];
}

/** What a series has at a reading; `null` where the reading does not hold it. */
export type ValueOf = (reading: VolumeReading) => Integer | null;

/** Whether a series is one type's counter or a sum of all that are listed. */
export type Unit = 'type' | 'sum';

/**
 * The lines of several series over the readings. They break where a reading was missed, where a counter fell, where
 * a series is not there and, for sums, where other types were listed: none of it is a dip or a growth.
 *
 * @param now - epoch milliseconds; silence from the last reading's end until then is a gap.
 */
export function linesOf(
  readings: readonly VolumeReading[],
  series: readonly ValueOf[],
  now: number,
  unit: Unit = 'type',
): Lines {
  const moments: Moment[] = [];
  const gaps: Span[] = [];
  const falls: number[] = [];
  const others: number[] = [];
  let before: {
    readonly at: number;
    readonly until: number;
    readonly values: readonly Integer[] | null;
  } | null = null;
  for (const reading of readings) {
    const { at, until } = reading;
    const values = valuesAt(reading, series);
    const anew = unit === 'sum' && reading.othersListed;
    if (before) {
      const missed = at > before.until;
      const fell = !anew && hasFallen(before.values, values);
      if (missed) gaps.push({ from: before.at, to: at });
      if (fell) falls.push(at);
      if (anew) others.push(at);
      if (missed || fell || anew) moments.push({ at: (before.at + at) / 2, values: null });
    }
    moments.push({ at, values: values && values.map(Number), ...(anew ? { anew } : {}) });
    before = { at, until, values };
  }
  if (before && now > before.until) gaps.push({ from: before.at, to: now });
  return { moments, gaps, falls, others };
}

function valuesAt(reading: VolumeReading, series: readonly ValueOf[]): readonly Integer[] | null {
  const values = series.map((valueOf) => valueOf(reading));
  return values.every((value) => value !== null) ? values : null;
}

function hasFallen(before: readonly Integer[] | null, after: readonly Integer[] | null): boolean {
  if (before === null || after === null) return false;
  return after.some((value, index) => value < (before[index] ?? 0));
}

/** Runs of moments that may be joined. */
export function runsOf(moments: readonly Moment[]): readonly (readonly Moment[])[] {
  const runs: Moment[][] = [];
  let current: Moment[] = [];
  for (const moment of moments) {
    if (moment.values !== null) {
      if (current.length === 0) runs.push(current);
      current.push(moment);
    } else {
      current = [];
    }
  }
  return runs;
}

/** Readings in a row that make a line. */
export const leastOfLine = 3;

/** Two readings that stand alone are no line: they are not joined. */
export function withoutPairs(moments: readonly Moment[]): readonly Moment[] {
  const breaks = new Map<Moment, Moment>();
  for (const { 0: first, 1: second, length } of runsOf(moments))
    if (first && second && length < leastOfLine)
      breaks.set(second, { at: (first.at + second.at) / 2, values: null });
  return moments.flatMap((moment) => [breaks.get(moment) ?? [], moment].flat());
}

/**
 * What was seen to be added since the first moment: a counter that fell starts anew, and what it counted while nobody
 * looked comes with the next reading. Of a moment that begins anew nothing is known to be added.
 */
export function addedOf(moments: readonly Moment[]): readonly Moment[] {
  let before: readonly number[] | null = null;
  let total: readonly number[] = [];
  return moments.map(({ at, values, anew }) => {
    if (values === null) return { at, values };
    total = values.map((value, index) => {
      const added = anew ? 0 : value - (before?.[index] ?? value);
      return (total[index] ?? 0) + Math.max(0, added);
    });
    before = values;
    return { at, values: total };
  });
}

/**
 * Whether counters fell and nothing was added: then only what was reported can be drawn.
 *
 * @param unit - `type`: each series is a counter of its own; `sum`: they stand for all that is listed.
 */
export function onlyFell(readings: readonly VolumeReading[], series: readonly ValueOf[], unit: Unit): boolean {
  const until = readings.at(-1)?.until ?? 0;
  const counters = unit === 'sum' ? [series] : series.map((each) => [each]);
  const lines = counters.map((each) => linesOf(readings, each, until, unit));
  const isAdded = lines.some(({ moments }) =>
    addedOf(moments).some(({ values }) => values?.some((value) => value > 0)),
  );
  return !isAdded && lines.some(({ falls }) => falls.length > 0);
}

/** How a type's volume changed since it was first read here; `null` where there is no earlier reading. */
export function changeSince(readings: readonly VolumeReading[], id: string | null): Integer | null {
  if (id === null) return null;
  const values = readings.flatMap(({ byType }) => byType.get(id) ?? []);
  const [first] = values;
  const last = values.at(-1);
  return values.length < 2 || first === undefined || last === undefined ? null : subtractIntegers(last, first);
}

const documented: readonly string[] = eventFields.source.observed;

/** Sources in the order that gives them their colour: the documented ones, then others as they were first seen. */
export function sourceOrder(
  readings: readonly VolumeReading[],
  listed: readonly (string | null)[],
): readonly string[] {
  const order = new Set(documented);
  for (const sources of [...readings.map(({ bySource }) => [...bySource.keys()]), listed])
    for (const source of sources.filter((each) => each !== null).toSorted()) order.add(source);
  return [...order];
}

/** Colours of the categorical palette; what is beyond them, and no source at all, is "other". */
const colours = 8;

export function sourceColour(order: readonly string[], source: string | null): string {
  const index = source === null ? -1 : order.indexOf(source);
  return index < 0 || index >= colours ? 'var(--ctl)' : `var(--cat-${index + 1})`;
}

const second = 1_000;
const steps = [10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400];

/** Whole times between two moments, at most `most` of them where a day's step suffices. */
export function timeTicks({ from, to }: Span, most = 7): readonly number[] {
  const step = (steps.find((each) => (to - from) / (each * second) <= most) ?? 86_400) * second;
  const first = Math.ceil(from / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, index) => first + index * step,
  );
}
