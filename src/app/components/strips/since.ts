import { useHostTimed } from '#app/ui/time/clock.ts';
import type { Since } from '#domain/history/since/chosen-since.ts';
import { formatClock, formatDate, formatDuration, formatTime, space } from '#domain/text/format.ts';

export function useSinceInWords(since: Since | null, zone: string) {
  const duration = useHostTimed((now) => since && sinceInWords(since, now, zone).duration);
  const words = useHostTimed((now) => since && sinceInWords(since, now, zone).since);
  return duration === null || words === null ? null : { duration, since: words };
}

/**
 * Formats a duration and a start time, such as "12 min" and "since 14:20:03". The start reads "first seen" or
 * "before" if the change itself was not observed.
 */
export function sinceInWords(since: Since, now: number, zone: string) {
  const { from, before, notBefore } = since;
  const called = !before ? 'since' : notBefore === undefined ? 'first seen' : 'before';
  return { duration: formatDuration(now - from), since: `${called} ${momentInWords(from, now, zone)}` };
}

/** Formats a time, such as "14:20:03" today or "11 Mar, 14:20" on another day. */
export function momentInWords(time: number, now: number, zone: string): string {
  const date = formatDate(time, zone);
  if (date === formatDate(now, zone)) return formatClock(time, zone);
  return `${date.slice(0, date.lastIndexOf(space))}, ${formatTime(time, zone)}`;
}

export interface RecordedTimes {
  readonly 'data-since'?: string;
  readonly 'data-not-before'?: string;
}

/** HTML attributes that state a start time from the history record. Empty if the time has another source. */
export function recordedTimes(since: Since | null): RecordedTimes {
  if (since?.notBefore === undefined) return {};
  const { from, notBefore } = since;
  return {
    'data-since': new Date(from).toISOString(),
    ...(notBefore !== null && { 'data-not-before': new Date(notBefore).toISOString() }),
  };
}
