/** Lays out the labels of falls in a chart without overlap. A label without room is reduced to a sign. */

import type { Figure } from '#contract/history.ts';
import { formatExact, formatTime, joinWords, toInteger } from '#domain/text/format.ts';
import { formatCount } from '#domain/text/format-figures.ts';
import { formatMoment } from '../strips/recorded-strip.ts';
import type { Fall } from './series-lines.ts';

export interface FallLabel {
  readonly x: number;
  readonly text: string;
  readonly changeWindow: string;
  readonly anchor: 'start' | 'end';
  readonly hasRoom: boolean;
}

/** Maximum width of a bold character, in pixels. */
const character = 6.6;
/** Distance between the vertical line at a fall and its label, in pixels. */
const beside = 22;

export function integerOf(figure: Figure | null): number | bigint | null {
  return typeof figure === 'string' ? toInteger(BigInt(figure)) : figure;
}

/** Describes the values of a fall: "11.4 M to 0.7 M". All digits are shown if the short forms are equal. */
export function fallInWords({ before, after }: Pick<Fall, 'before' | 'after'>): string {
  const [high, low] = [integerOf(before), integerOf(after)];
  const format = formatCount(high) === formatCount(low) ? formatExact : formatCount;
  return `${format(high)} to ${format(low)}`;
}

const day = 86_400_000;

/**
 * Describes the time of a fall: "9 Mar 00:03–00:04". A time of today has no date, and a time within one day
 * has one date.
 */
export function changeWindowInWords({ from, to, isAcrossGap }: Fall, now: number): string {
  const until = Math.min(to, now);
  const end = until - from < day ? formatTime(until) : formatMoment(until, now);
  return `${formatMoment(from, now)}–${end}${isAcrossGap ? ', partly not observed' : ''}`;
}

/**
 * Lays out the labels of falls.
 * @param falls - falls of all series with the series' name, which is empty if there is only one series
 * @param place - maps epoch milliseconds to pixels
 */
export function fallLabels(
  falls: readonly { readonly name: string; readonly fall: Fall }[],
  place: (time: number) => number,
  width: number,
  now: number,
): readonly FallLabel[] {
  const rules: { x: number; falls: { name: string; fall: Fall }[] }[] = [];
  for (const each of falls.toSorted((a, b) => a.fall.at - b.fall.at)) {
    const x = Math.round(place(each.fall.at)) + 0.5;
    const last = rules.at(-1);
    if (last && x - last.x < 3) last.falls.push(each);
    else rules.push({ x, falls: [each] });
  }
  // Right end of the previous label, in pixels.
  let takenUntil = 0;
  return rules.map((rule, index) => {
    const after = rules[index + 1]?.x ?? width + beside;
    const changeWindow = rule.falls[0] ? changeWindowInWords(rule.falls[0].fall, now) : '';
    const forms = [wordsOf(rule.falls), namesOf(rule.falls)].map((text) => ({
      text,
      length: Math.max(text.length, changeWindow.length) * character + beside,
    }));
    // A label must not cover another rule or label.
    const follows = forms.find(({ length }) => rule.x + length <= after);
    const precedes = forms.find(({ length }) => rule.x - length >= takenUntil && index === rules.length - 1);
    const form = follows ?? precedes ?? forms[0];
    takenUntil = rule.x + (follows?.length ?? 0);
    return {
      x: rule.x,
      text: form?.text ?? '',
      changeWindow,
      anchor: follows || !precedes ? 'start' : 'end',
      hasRoom: (follows ?? precedes) !== undefined,
    };
  });
}

type Named = readonly { readonly name: string; readonly fall: Fall }[];

function wordsOf(falls: Named): string {
  return falls.map(({ name, fall }) => `${name === '' ? '' : `${name} `}fell ${fallInWords(fall)}`).join(', ');
}

function namesOf(falls: Named): string {
  const names = [...new Set(falls.map(({ name }) => name))].filter((name) => name !== '');
  return names.length === 0 ? 'fell' : `${joinWords(names)} fell`;
}
