import { useMemo } from 'react';
import { formatTime } from '../../domain/format.ts';
import { marksOf, type Run } from '../../domain/observation.ts';
import { type Severity, vouched } from '../../domain/severity.ts';
import { summaryOf, worstOf } from '../../domain/strip-summary.ts';
import { useSurroundingFreshness, useSurroundingTrust } from './vouching.tsx';

const heights: Record<Severity, number> = {
  ok: 0.27,
  assumed: 0.27,
  notice: 0.45,
  unknown: 0.45,
  degraded: 0.58,
  partial: 0.8,
  critical: 1,
  vanished: 1,
  unvouched: 1,
};

/**
 * What was seen over a span of time: taller is worse, hatched is time in which nobody looked, empty is before the first
 * sight. On a panel that is not fresh the good past is drawn grey: no green stands on a screen without contact.
 */
export function HistoryStrip({
  runs,
  from,
  to,
  marks: count = 90,
  height = 22,
  label,
}: {
  readonly runs: readonly Run<Severity>[];
  readonly from: number;
  readonly to: number;
  readonly marks?: number;
  readonly height?: number;
  readonly label: string;
}) {
  const freshness = useSurroundingFreshness();
  const trust = useSurroundingTrust();
  const marks = useMemo(() => marksOf(runs, from, to, count), [runs, from, to, count]);
  return (
    <svg
      role="img"
      aria-label={`${label}, ${formatTime(from)} to ${formatTime(to)} UTC. ${summaryOf(marks, (to - from) / count)}`}
      viewBox={`0 0 ${count * 10} 100`}
      preserveAspectRatio="none"
      className="block w-full"
      style={{ height }}
    >
      <path d={`M0 99.5H${count * 10}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      {marks.map((mark, index) => {
        const severity = worstOf(mark);
        const x = index * 10 + 0.8;
        // Marks have no identity beyond their place in time.
        if (severity === null)
          return mark.kind !== 'before' ? (
            <rect key={index} x={index * 10} y="0" width="10" height="100" fill="url(#hatch)" />
          ) : null;
        const shown = vouched(severity, freshness, trust === 'frozen' ? trust : 'proven');
        const tall = heights[severity] * 100;
        const drained = shown !== severity;
        return (
          <rect
            key={index}
            x={x}
            y={100 - tall}
            width="8.4"
            height={tall}
            className={drained ? 'fill-line-strong' : `strip-${severity}`}
          />
        );
      })}
    </svg>
  );
}
