/** States in words what was known at a past moment, from the headers of a response of the past. */

import type { Feed } from '#domain/answer/answer.ts';
import { formatClock, formatDate, space } from '#domain/text/format.ts';

/** Formats a time near a moment: "03:00:20" on its day, "26 Nov, 03:00:20" on another. */
export function formatNear(time: number, moment: number): string {
  const date = formatDate(time);
  if (date === formatDate(moment)) return formatClock(time);
  return `${date.slice(0, date.lastIndexOf(space))}, ${formatClock(time)}`;
}

/** Formats a moment: "27 Nov, 03:00:00", with the year if it is not that of `now`. */
export function formatPast(moment: number, now: number): string {
  const date = formatDate(moment);
  const end = date.lastIndexOf(space);
  const isThisYear = date.slice(end) === formatDate(now).slice(-date.slice(end).length);
  return `${isThisYear ? date.slice(0, end) : date}, ${formatClock(moment)}`;
}

/**
 * States when a feed of the past was polled, and whether its content was known at the moment.
 * @param moment - epoch milliseconds.
 */
export function knownThenInWords({ answer, failure }: Feed<unknown>, moment: number): string {
  if (!answer) return failure ? `Could not be read: ${failure.summary}.` : 'Reading the history.';
  const polled = formatNear(answer.receivedAt, moment);
  const { observed } = answer.headers;
  if (observed === 'complete') return `Polled ${polled}.`;
  if (observed === 'partial') return `Polled ${polled}. Not everything is known of that time.`;
  return `Not observed at that time. Last known at ${polled}.`;
}

/** Values of `Edgewatch-Observed`, worst first. Any other value comes before them. */
const worstFirst = ['partial', 'complete'];

/** Returns the feed of which least was known at its moment, the oldest of equals. */
export function leastKnown(feeds: readonly Feed<unknown>[]): Feed<unknown> | undefined {
  const rank = ({ answer }: Feed<unknown>) => (answer ? worstFirst.indexOf(answer.headers.observed ?? '') : -2);
  const polledAt = ({ answer }: Feed<unknown>) => answer?.receivedAt ?? 0;
  return feeds.toSorted((a, b) => rank(a) - rank(b) || polledAt(a) - polledAt(b))[0];
}
