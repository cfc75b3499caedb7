/** Event volumes over the readings of this session: the lines through them, and the changes. */

import type { VolumeReading } from '#app/observe/session/session-log.ts';
import { eventFields, type Integer } from '#contract/resources.ts';
import { subtractIntegers } from '#domain/numbers/arithmetic.ts';

/** One point of a chart with a rounded value per series; `null` breaks the lines. */
export interface Moment {
  readonly at: number;
  readonly values: readonly number[] | null;
  /** Whether it cannot be compared with the previous point, because the set of types changed. */
  readonly anew?: true;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Lines {
  readonly moments: readonly Moment[];
  readonly gaps: readonly Span[];
  /** Times of the first reading with a lower value. */
  readonly falls: readonly number[];
  /** Times at which the set of listed types changed. */
  readonly others: readonly number[];
}

/** The value of a series in a reading; `null` if absent. */
export type ValueOf = (reading: VolumeReading) => Integer | null;

/** Whether a series is one type's counter or a sum over all listed types. */
export type Unit = 'type' | 'sum';

/**
 * The lines of several series. They break at a gap, at a fall and at a missing value; sums also break when the
 * set of types changes. None of these is a real decrease or increase.
 * @param now - epoch milliseconds. The time since the end of the last reading is a gap.
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

/** Minimum number of consecutive readings for a line. */
export const leastOfLine = 3;

/** Breaks lines between fewer than three readings. */
export function withoutPairs(moments: readonly Moment[]): readonly Moment[] {
  const breaks = new Map<Moment, Moment>();
  for (const { 0: first, 1: second, length } of runsOf(moments))
    if (first && second && length < leastOfLine)
      breaks.set(second, { at: (first.at + second.at) / 2, values: null });
  return moments.flatMap((moment) => [breaks.get(moment) ?? [], moment].flat());
}

/**
 * The volume added since the first point. After a fall a counter starts again from zero. What it counted during
 * a gap is in the next reading. At a change of the set of types, nothing is known to be added.
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
 * Whether counters only fell and nothing was added, so that only the reported volume can be drawn.
 * @param unit - `type`: each series is a counter. `sum`: they are sums over all listed types.
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

/** Change of a type's volume since its first reading; `null` without an earlier one. */
export function changeSince(readings: readonly VolumeReading[], id: string | null): Integer | null {
  if (id === null) return null;
  const values = readings.flatMap(({ byType }) => byType.get(id) ?? []);
  const [first] = values;
  const last = values.at(-1);
  return values.length < 2 || first === undefined || last === undefined ? null : subtractIntegers(last, first);
}

const documented: readonly string[] = eventFields.source.observed;

/** Sources in the order of their colours: documented ones first, then others by first appearance. */
export function sourceOrder(
  readings: readonly VolumeReading[],
  listed: readonly (string | null)[],
): readonly string[] {
  const order = new Set(documented);
  for (const sources of [...readings.map(({ bySource }) => [...bySource.keys()]), listed])
    for (const source of sources.filter((each) => each !== null).toSorted()) order.add(source);
  return [...order];
}

/** Size of the categorical palette. Further sources and none are "other". */
const colours = 8;

export function sourceColour(order: readonly string[], source: string | null): string {
  const index = source === null ? -1 : order.indexOf(source);
  return index < 0 || index >= colours ? 'var(--ctl)' : `var(--cat-${index + 1})`;
}

const second = 1_000;
const steps = [10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400];

/** Round times in a span, at most `most` of them if steps of a day are enough. */
export function timeTicks({ from, to }: Span, most = 7): readonly number[] {
  const step = (steps.find((each) => (to - from) / (each * second) <= most) ?? 86_400) * second;
  const first = Math.ceil(from / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, index) => first + index * step,
  );
}
