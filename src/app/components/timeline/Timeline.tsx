import type { ReactNode } from 'react';
import { RangeControl } from '#app/components/history/RangeControl.tsx';
import { useEndOf } from '#app/components/history/range.ts';
import { RecordAxis } from '#app/components/strips/RecordAxis.tsx';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { causeInWords, formatMoment, gapsIn, longestGap } from '#domain/history/strips/recorded-strip.ts';
import type { Range } from '#domain/history/windows.ts';
import { formatDuration } from '#domain/text/format.ts';

/** Maximum number of marks in each strip. */
const marks = 90;

/** CSS classes of the columns that all rows share: subject, strip, good share, observed share. */
const columns =
  'grid grid-cols-[12.25rem_minmax(0,1fr)_6.5rem_6.75rem] gap-x-2 items-center max-md:grid-cols-[minmax(0,1fr)_auto]';
const strip = 'min-w-0 max-md:order-last max-md:col-span-full';

export function Timeline({
  range,
  onRange,
  window,
  coverage,
  endpoint,
  leftOut,
  read,
  note,
  className = '',
  children,
}: {
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly window: Window;
  readonly coverage: readonly CoverageEntry[];
  /** Path of the endpoint whose longest gap is stated in words. */
  readonly endpoint: string;
  /** Times at which the list did not contain the subject. */
  readonly leftOut?: readonly Window[] | undefined;
  /** Text of the selected mark, which replaces the note; `null` if no mark is selected. */
  readonly read: string | null;
  readonly note?: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const time = hostNow();
  const end = useEndOf(window);
  const longest = longestGap(gapsIn(coverage, endpoint, window, time, leftOut));
  return (
    <section aria-label="Timeline" className={`timeline ${className}`}>
      <header className="flex min-h-9 items-center justify-between gap-x-4 max-md:flex-wrap border-b border-line-strong py-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <h2 className="section-title">Timeline</h2>
          <p className="caption min-w-0 text-text-2">
            {read === null ? (
              <>
                <span className="max-md:hidden">
                  {formatDuration((window.to - window.from) / marks)} per mark; taller is worse, hatched is not
                  observed{note !== undefined && `, ${note}`}
                </span>
                {longest && (
                  <span>
                    <span className="max-md:hidden">. </span>Not observed{' '}
                    {formatDuration(longest.to - longest.from)}, {formatMoment(longest.from, time)} –{' '}
                    {formatMoment(longest.to, longest.from)}, {causeInWords(longest)}
                  </span>
                )}
              </>
            ) : (
              <b className="font-[560] text-text">{read}</b>
            )}
          </p>
        </div>
        <div className="md:shrink-0">
          <RangeControl range={range} onRange={onRange} />
        </div>
      </header>
      <div className={`${columns} min-h-6.5 border-b border-line text-[12px] text-text-2`}>
        <span className="max-md:hidden">Subject</span>
        <span className="max-md:col-start-1">
          {formatMoment(window.from, time)} to {end}
        </span>
        <span className="text-right">Good, of observed</span>
        <span className="text-right max-md:hidden">Observed</span>
      </div>
      <ul className="m-0 list-none p-0">{children}</ul>
      <div className={columns}>
        <div className="pt-0.5 md:col-start-2 max-md:col-span-full">
          <RecordAxis window={window} />
        </div>
      </div>
    </section>
  );
}

export function TimelineRow({
  of,
  name,
  height,
  good,
  observed,
  children,
}: {
  /** What the row shows, as the value of `data-timeline`. */
  readonly of: string;
  readonly name: ReactNode;
  readonly height: number;
  readonly good?: ReactNode;
  readonly observed?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li
      data-timeline={of}
      className={`${columns} border-b border-line text-[12.5px] max-md:py-1`}
      style={{ minHeight: height }}
    >
      <div className="flex min-w-0 items-center gap-x-2 overflow-hidden whitespace-nowrap">{name}</div>
      <div className={strip}>{children}</div>
      <div className="text-right whitespace-nowrap">{good}</div>
      <div className="text-right whitespace-nowrap text-text-2 max-md:hidden">{observed}</div>
    </li>
  );
}

/** Stands in place of a timeline: the reason of a failure, or waiting rows of the final heights. */
export function NoTimeline({
  failure,
  heights,
}: {
  readonly failure: HistoryFailure | null;
  readonly heights: readonly number[];
}) {
  return failure ? (
    <p className="caption text-text-2">There is no timeline now: {failure.why}.</p>
  ) : (
    <WaitingRows heights={heights} />
  );
}

export function WaitingRows({ heights }: { readonly heights: readonly number[] }) {
  return heights.map((height, index) => (
    // The waiting rows are equal and keep their order, so the index can be the key.
    // oxlint-disable-next-line react/no-array-index-key
    <TimelineRow key={index} of="waiting" height={height} name={<span className="h-3 w-24 bg-s2" />}>
      <div aria-hidden="true" className="h-2.5 bg-s2" />
    </TimelineRow>
  ));
}
