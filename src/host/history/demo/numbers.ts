/** Makes the stored rows of a series: one per hour, and one per changed value for the last hours. */

import type { HourRow, ValueRow } from '../rows.ts';
import type { PastTimes, PollTimes, Step } from './poll-times.ts';

const hour = 3_600_000;

export interface Curve {
  at(time: number): number;
  /** Whether the value may rise and fall between two times; otherwise it is monotonic. */
  turns(from: number, to: number): boolean;
}

export function stepCurve(steps: readonly Step<number>[]): Curve {
  return {
    at: (time) => steps.findLast(({ at }) => at <= time)?.value ?? 0,
    turns: (from, to) => steps.some(({ at }) => at > from && at <= to),
  };
}

export function sumCurve(changes: readonly Step<number>[]): Curve {
  let value = 0;
  const sums: Step<number>[] = [];
  for (const { at, value: change } of changes.toSorted((a, b) => a.at - b.at)) {
    value += change;
    if (sums.at(-1)?.at === at) sums.pop();
    sums.push({ at, value });
  }
  return stepCurve(sums);
}

interface Hour {
  readonly hour: number;
  readonly before: number | null;
  readonly first: number;
  readonly last: number;
  readonly polls: readonly number[];
  readonly observedSeconds: number;
}

export function hoursOf(polls: PollTimes, { rawFrom }: PastTimes): readonly Hour[] {
  const hours: Hour[] = [];
  for (let begin = Math.floor(polls.first / hour) * hour; begin < rawFrom; begin += hour) {
    const within = polls.within(begin, begin + hour);
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined) continue;
    const observedSeconds = Math.floor(polls.observed(begin, begin + hour) / 1_000);
    hours.push({ hour: begin, before: polls.before(first), first, last, polls: within, observedSeconds });
  }
  return hours;
}

/**
 * Makes the hourly rows of a series.
 * @param since - end of the first poll that shows the series, epoch milliseconds.
 */
export function* hourRows(
  series: number,
  hours: readonly Hour[],
  curve: Curve,
  since: number,
): Generator<HourRow> {
  for (const { hour: begin, before, first, last, polls, observedSeconds } of hours) {
    if (last < since) continue;
    const shown = since > first ? polls.filter((poll) => poll >= since) : polls;
    const started = shown[0] ?? last;
    const earlier = before !== null && before >= since ? curve.at(before) : null;
    const all = curve.turns(started, last)
      ? shown.map((look) => curve.at(look))
      : [curve.at(started), curve.at(last)];
    let [falls, previous, min, max] = [0, earlier, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of all) {
      if (previous !== null && value < previous) falls += 1;
      previous = value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    const ends = { first: all[0] ?? 0, last: all.at(-1) ?? 0 };
    yield { table: 'hour', series, hour: begin, ...ends, min, max, falls, observedSeconds };
  }
}

/**
 * Makes a row for each poll at which the value differs from the one before.
 * @param polls - polls that are stored one by one, not by the hour.
 */
export function* valueRows(
  series: number,
  polls: readonly number[],
  curve: Curve,
  since: number,
): Generator<ValueRow> {
  let previous: number | null = null;
  for (const at of polls) {
    if (at < since) continue;
    const value = curve.at(at);
    if (value === previous) continue;
    previous = value;
    yield { table: 'value', series, at, value };
  }
}
