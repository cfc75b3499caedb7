import { hostNow } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import type { Bracket as Times } from '#domain/history/since/chosen-since.ts';
import { formatClock, formatDate, space } from '#domain/text/format.ts';

/**
 * Change window of a state: when it was first seen, and when another state was last seen. Such as "03:29:10
 * (not yet at 03:29:00)".
 */
export function ChangeWindow({ bracket: { from, notBefore } }: { readonly bracket: Times }) {
  const now = useMoment() ?? hostNow();
  return (
    <time
      dateTime={new Date(from).toISOString()}
      data-since={new Date(from).toISOString()}
      {...(notBefore !== null && { 'data-not-before': new Date(notBefore).toISOString() })}
    >
      {notBefore === null && 'before '}
      {clockOf(from, now)}
      {notBefore !== null && <span className="text-text-2"> (not yet at {clockOf(notBefore, now)})</span>}
    </time>
  );
}

/** Formats a time, such as "03:29:10" today or "11 Mar, 03:29:10" on another day. */
export function clockOf(time: number, now = hostNow()): string {
  const date = formatDate(time);
  if (date === formatDate(now)) return formatClock(time);
  return `${date.slice(0, date.lastIndexOf(space))}, ${formatClock(time)}`;
}
