import { formatClock, formatDuration } from '../../domain/format.ts';
import type { Run } from '../../domain/observation.ts';
import type { Severity } from '../../domain/severity.ts';

export interface Since {
  readonly from: number;
  /** Nobody saw it begin: it has been so for at least this long. */
  readonly before: boolean;
}

/** Since when the newest state of these runs has been seen without a gap; `null` where nothing was seen. */
export function sinceOf(runs: readonly Run<Severity>[]): Since | null {
  const last = runs.at(-1);
  if (!last) return null;
  const earlier = runs.at(-2);
  return { from: last.from, before: earlier === undefined || earlier.to < last.from };
}

/** The same of what is no longer listed. */
export function lastSeenInWords(lastSeen: number, now: number, zone: string) {
  return { duration: formatDuration(now - lastSeen), since: `last seen ${formatClock(lastSeen, zone)}` };
}

/** "12 min", and "since 14:20:03" or "at least since" it. */
export function sinceInWords({ from, before }: Since, now: number, zone: string) {
  return {
    duration: formatDuration(now - from),
    since: `${before ? 'seen since' : 'since'} ${formatClock(from, zone)}`,
  };
}
