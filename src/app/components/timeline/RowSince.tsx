import { useHostTimed } from '#app/ui/time/clock.ts';
import type { SinceOf } from '#domain/lists/lookups.ts';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatTime,
  noValue,
  space,
} from '#domain/text/format.ts';

/**
 * Start time of a row's state: "12:50, 1 h 42 min" today, "11 Mar, 13 h 2 min" on another day. A state older
 * than the history record has "before 2 Dec 2025". `since` belongs to the current status word; `undefined` if
 * unknown.
 */
export function RowSince({ since }: { readonly since: SinceOf | undefined }) {
  return since ? <KnownSince since={since} /> : <span className="text-text-3">{noValue}</span>;
}

function KnownSince({ since: { from, notBefore } }: { readonly since: SinceOf }) {
  const date = formatDate(from);
  const words = useHostTimed((now) => {
    if (notBefore === null) return `before ${formatDay(from, now)}`;
    const begin = date === formatDate(now) ? formatTime(from) : date.slice(0, date.lastIndexOf(space));
    return `${begin}, ${formatDuration(now - from)}`;
  });
  return (
    <time
      dateTime={new Date(from).toISOString()}
      data-since={new Date(from).toISOString()}
      {...(notBefore !== null && { 'data-not-before': new Date(notBefore).toISOString() })}
      title={
        notBefore === null
          ? `as at ${formatDateTime(from)} UTC, when its history begins`
          : `began between ${formatDateTime(notBefore)} and ${formatDateTime(from)} UTC`
      }
    >
      {words}
    </time>
  );
}
