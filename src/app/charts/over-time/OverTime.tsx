import type { ReactNode } from 'react';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { CoverageRow } from '#app/components/strips/CoverageRow.tsx';
import { RecordAxis } from '#app/components/strips/RecordAxis.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import { usePhone } from '#app/ui/use-phone.ts';
import type { SeriesPoint } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { addedIn, observedShare } from '#domain/history/series/count-past.ts';
import { fallInWords, integerOf } from '#domain/history/series/fall-labels.ts';
import { fallsOf, seenOf, spanOf } from '#domain/history/series/series-lines.ts';
import {
  causeInWords,
  formatHundredths,
  formatMoment,
  type Gap,
  gapsIn,
} from '#domain/history/strips/recorded-strip.ts';
import { addIntegers } from '#domain/numbers/arithmetic.ts';
import { sent } from '#domain/sentences/clause.ts';
import { formatExact, formatTime, noValue } from '#domain/text/format.ts';
import { formatChange } from '#domain/text/format-figures.ts';
import { Figure } from '../Figure.tsx';
import type { OverTimeProps } from './over-time-props.ts';
import { PlotOverTime } from './PlotOverTime.tsx';

/**
 * Chart of series over time from the history record, below a row that shows the coverage. Keys read it point
 * by point and select a span; a table has the exact values. Lines break at gaps in the coverage and where a
 * value falls.
 */
export function OverTime(props: OverTimeProps) {
  const { caption, series, window, coverage, endpoint, isLabelledLeft = false, below } = props;
  const phone = usePhone();
  const time = hostNow();
  const seen = seenOf(coverage, endpoint);
  const gaps = gapsIn(coverage, endpoint, window, time);
  const falls = series.map(({ points }) => fallsOf(points, seen));
  const [first] = series;
  const points = first?.points ?? [];
  // For a single series only. Beside several stacked series, one more number would be too much.
  const added = (index: number) => (series.length === 1 ? addedIn(points, index, seen) : null);
  const read = (index: number) => (
    <Reading {...{ series, index, gaps, time }} falls={falls} added={added(index)} />
  );
  const isAlone = series.length === 1;
  const observed = `${formatHundredths(observedShare(points, window, time))} observed`;
  const rows = points.flatMap((point, index) => {
    const { from } = spanOf(point);
    if (from >= time) return [];
    const seriesPoints = series.map(({ points }) => points[index]);
    return [
      [
        momentInWords(point, time),
        ...seriesPoints.map((each) => lastInWords(each)),
        ...(isAlone ? [changeInWords(added(index))] : []),
        formatExact(seriesPoints.reduce((sum, each) => sum + (each?.falls ?? 0), 0)),
      ],
    ];
  });
  return (
    <Figure
      caption={caption}
      heads={['Until, UTC', ...series.map(({ name }) => sent(name)), ...(isAlone ? ['Change'] : []), 'Falls']}
      figures={rows.toReversed()}
    >
      <div className={phone ? '' : isLabelledLeft ? 'pl-40' : 'pr-40 pl-14'}>
        <div className="relative pt-1">
          <CoverageRow coverage={coverage} endpoint={endpoint} window={window} />
          {/* Beside the coverage row. On a phone, the share is below the axis instead. */}
          <p
            className={`absolute bottom-0 w-36 text-[12px] leading-4 max-md:hidden ${isLabelledLeft ? 'right-full mr-4' : 'left-full pl-3'}`}
          >
            <b className="font-[580]">Our sight</b>
            <span className="block text-text-2">{observed}</span>
          </p>
        </div>
        <PlotOverTime {...props} seen={seen} gaps={gaps} falls={falls} read={read} isInside={phone} />
        {below}
        <RecordAxis window={window} />
        <p className="caption pt-1 text-text-2 md:hidden">{observed}</p>
      </div>
    </Figure>
  );
}

function momentInWords({ from, to }: SeriesPoint, time: number): string {
  const [begin, end] = [Date.parse(from), Math.min(Date.parse(to), time)];
  const [since, until] = [formatMoment(begin, time), formatTime(end)];
  return since.endsWith(until) ? since : `${since}–${until}`;
}

function isBound(points: readonly (SeriesPoint | undefined)[]): boolean {
  return points.some((point) => point?.claim === 'at-least');
}

/** Such as "at least 1,000" if the list was truncated. */
function lastInWords(point: SeriesPoint | undefined): string {
  return `${isBound([point]) ? 'at least ' : ''}${formatExact(integerOf(point?.last ?? null))}`;
}

function changeInWords(change: Integer | null): string {
  return change === null ? noValue : change === 0 ? '0' : formatChange(change);
}

/**
 * Readout of one point of all series, such as "11 Mar 00:00–01:00  server 89,914,206  api 9,702,118  together
 * 99,616,324".
 */
function Reading({
  series,
  falls,
  index,
  gaps,
  time,
  added,
}: Pick<OverTimeProps, 'series'> & {
  readonly falls: readonly ReturnType<typeof fallsOf>[];
  readonly index: number;
  readonly gaps: readonly Gap[];
  readonly time: number;
  /** Change of the value since the previous point; `null` if unknown, or with several series. */
  readonly added: Integer | null;
}) {
  const point = series[0]?.points[index];
  if (!point) return null;
  const points = series.map((each) => each.points[index]);
  const values = points.map((each) => integerOf(each?.last ?? null));
  const isComplete = values.length > 1 && values.every((value) => value !== null);
  const span = spanOf(point);
  const gap = gaps.find((each) => each.from < span.to && each.to > span.from);
  return (
    <>
      <span className="mr-5">{momentInWords(point, time)}</span>
      {series.map(({ key, name, colour, points }, place) => (
        <Value key={key} {...{ name, colour }} point={points[index]}>
          {falls[place]
            ?.filter(({ at }) => at >= span.from && at < span.to)
            .map((fall) => (
              <span key={fall.at}> (fell {fallInWords(fall)})</span>
            ))}
        </Value>
      ))}
      {isComplete && (
        <span className="mr-5">
          together{' '}
          <b className="font-[580] text-text">
            {isBound(points) && 'at least '}
            {formatExact(values.reduce<number | bigint>((sum, value) => addIntegers(sum, value ?? 0), 0))}
          </b>
        </span>
      )}
      {added !== null && <span className="mr-5">{changeInWords(added)} since the point before</span>}
      {gap && <span>not observed: {causeInWords(gap)}</span>}
    </>
  );
}

function Value({
  name,
  colour,
  point,
  children,
}: {
  readonly name: string;
  readonly colour: string;
  readonly point: SeriesPoint | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className="mr-5 max-md:inline-block max-md:max-w-full">
      <span aria-hidden="true" className="mr-1.5 inline-block size-2" style={{ background: colour }} />
      <Verbatim>{name}</Verbatim>{' '}
      <b className="font-[580] text-text">{point?.last == null ? 'no poll' : lastInWords(point)}</b>
      {children}
    </span>
  );
}
