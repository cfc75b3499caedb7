import { useTimed } from '#app/ui/time/clock.ts';
import type { Run } from '#domain/memory/observation.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { formatClock, formatDuration } from '#domain/text/format.ts';

export interface Since {
  readonly from: number;
  /** Nobody saw it begin: it has been so for at least this long. */
  readonly before: boolean;
  /** It was so at the first look of this session. */
  readonly isFirst?: boolean;
}

/** Since when the newest state of these runs has been seen without a gap; `null` where nothing was seen. */
export function sinceOf(runs: readonly Run<Severity>[]): Since | null {
  const last = runs.at(-1);
  if (!last) return null;
  const earlier = runs.at(-2);
  return {
    from: last.from,
    before: earlier === undefined || earlier.to < last.from,
    isFirst: earlier === undefined,
  };
}

/** What {@link sinceInWords} says now; renders when that changes. */
export function useSinceInWords(since: Since | null, zone: string) {
  const duration = useTimed((now) => since && sinceInWords(since, now, zone).duration);
  return since && duration !== null ? { ...sinceInWords(since, since.from, zone), duration } : null;
}

/** "12 min", and "since 14:20:03" or "at least since" it. */
export function sinceInWords({ from, before }: Since, now: number, zone: string) {
  return {
    duration: formatDuration(now - from),
    since: `${before ? 'seen since' : 'since'} ${formatClock(from, zone)}`,
  };
}
