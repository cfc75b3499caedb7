import type { ReactNode } from 'react';
import { useRange, useWindow } from '#app/components/history/range.ts';
import { useRecord } from '#app/components/history/use-record.ts';
import { useCoverage } from '#app/queries/history/history.ts';
import { useLevels } from '#app/queries/history/series.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { Integer } from '#contract/resources.ts';
import { levelChange } from '#domain/history/series/level.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';
import { isUsual, rangeName } from '#domain/history/windows.ts';
import { SparkOverTime, type SparkOverTimeProps } from './SparkOverTime.tsx';
import { useRecorded } from './use-recorded.ts';

/** Number of points requested for a sparkline, which is 60 pixels wide. */
const points = 84;

export interface Level {
  readonly slug: string;
  readonly name: string;
  /** Documented path of the endpoint whose totals are shown. */
  readonly endpoint: string;
}

/**
 * Reads one recorded total over the selected range, with its coverage and its change. All totals of a
 * deployment come in one response; each other total has a request of its own.
 */
function useLevel({ slug, name, endpoint }: Level) {
  const [range] = useRange();
  const window = useWindow(range);
  const { state, isThere } = useRecord(slug);
  const isRecorded = isThere && state?.observe === 'all' && state.endpoints.includes(endpoint);
  const isTotal = !name.includes('/', 'totals/'.length);
  const { value: levels } = useLevels(slug, range, points, isRecorded && isTotal);
  const other = useRecorded(slug, endpoint, isTotal ? [] : [name], { ...window, points });
  const { value: coverage } = useCoverage(slug, range, isRecorded && isTotal);
  const level = levels?.data.find((each) => each.name === name);
  const [first, last] = [level?.data[0], level?.data.at(-1)];
  const answer =
    level && levels && first && last
      ? { ...levels, ...level, from: first.from, to: last.to }
      : (other.series[0] ?? null);
  return {
    range,
    coverage: isTotal ? (coverage?.data ?? null) : other.coverage,
    answer,
    change: answer && levelChange(answer.data),
  };
}

/** Sparkline beside a key figure, larger on a wall. It is empty if there are fewer than three polls. */
export function LevelLine({
  height = 20,
  scale = 1,
  ...level
}: Level & Pick<SparkOverTimeProps, 'height' | 'scale'>) {
  const { answer, coverage, change } = useLevel(level);
  return (
    <SparkOverTime
      answer={change && answer}
      coverage={coverage}
      endpoint={level.endpoint}
      isFromZero={false}
      isLevel
      height={height}
      scale={scale}
    />
  );
}

export interface LevelChangeProps {
  readonly level: Level;
  readonly format: (by: Integer) => string;
  readonly otherwise: ReactNode;
}

/** Change of a key figure over the selected range, such as "+100 G in 7 d"; `otherwise` without history. */
export function LevelChange({ level, format, otherwise }: LevelChangeProps) {
  const { range, change } = useLevel(level);
  if (!change) return otherwise;
  const { by, since } = change;
  const sign = by > 0 ? '+' : by < 0 ? '' : '±';
  const whole = isUsual(range) ? `in ${rangeName(range)}` : 'in this time';
  return `${sign}${format(by)} ${since === null ? whole : `since ${formatMoment(since, hostNow())}`}`;
}
