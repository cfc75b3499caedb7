import { useMemo } from 'react';
import { formatDuration, formatTime } from '../../domain/format.ts';
import { type Mark, marksOf, type Run } from '../../domain/observation.ts';
import { isGood, type Severity, severityName, severityRank, vouched } from '../../domain/severity.ts';
import { useSurroundingFreshness } from './vouching.tsx';

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

/** The worst state a mark saw; good only where somebody looked for at least half of its time. */
function worstOf(mark: Mark<Severity>): Severity | null {
  if (mark.kind !== 'seen') return null;
  const worst = mark.values.reduce((all, next) => (severityRank[next] > severityRank[all] ? next : all));
  return isGood(worst) && mark.covered < 0.5 ? null : worst;
}

function summary(marks: readonly Mark<Severity>[], step: number): string {
  const seen = marks.map(worstOf).filter((severity) => severity !== null);
  if (seen.length === 0) return 'Nothing seen yet.';
  const bad = seen.filter((severity) => !isGood(severity));
  const gaps = marks.filter((mark) => mark.kind !== 'before' && worstOf(mark) === null).length;
  const span = formatDuration(seen.length * step);
  const worst = bad.reduce<Severity>(
    (all, next) => (severityRank[next] > severityRank[all] ? next : all),
    'ok',
  );
  return [
    `Seen for about ${span}.`,
    bad.length === 0
      ? 'Operational throughout.'
      : `Not operational for about ${formatDuration(bad.length * step)}, at worst ${severityName[worst]}.`,
    gaps > 0 ? `Not observed for about ${formatDuration(gaps * step)}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

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
  const marks = useMemo(() => marksOf(runs, from, to, count), [runs, from, to, count]);
  return (
    <svg
      role="img"
      aria-label={`${label}, ${formatTime(from)} to ${formatTime(to)} UTC. ${summary(marks, (to - from) / count)}`}
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
        const shown = vouched(severity, freshness);
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
