import { useRef } from 'react';
import { hostNow } from '#app/ui/time/clock.ts';
import { useWidth } from '#app/ui/use-width.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { causeInWords, type Gap, gapsIn } from '#domain/history/strips/recorded-strip.ts';
import { formatDuration, formatExact } from '#domain/text/format.ts';

/** Minimum width of a drawn gap, pixels. A narrower hatch would be invisible. */
const leastGap = 3;

export function CoverageRow({
  coverage,
  endpoint,
  window,
  read = null,
}: {
  readonly coverage: readonly CoverageEntry[];
  readonly endpoint: string;
  readonly window: Window;
  /** Text of the selected mark, which replaces the caption; `null` if no mark is selected. */
  readonly read?: string | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const time = hostNow();
  const own = coverage.filter((interval) => interval.endpoint === endpoint && interval.outcome === 'seen');
  const gaps = gapsIn(coverage, endpoint, window, time);
  const place = (moment: number) =>
    ((Math.min(window.to, Math.max(window.from, moment)) - window.from) / (window.to - window.from)) * width;
  // An interval that began before the window does not state how many of its polls are inside the window.
  const isWithin = own.every(({ from }) => Date.parse(from) >= window.from);
  // If two intervals touch, both count the poll between them, so it is subtracted once.
  const polls = own.reduce(
    (sum, each, index) => sum + each.looks - Number(own[index - 1]?.to === each.from),
    0,
  );
  const hidden = own.reduce((most, { longestSeconds }) => Math.max(most, longestSeconds ?? 0), 0);
  const longest = gaps.reduce<Gap | null>(
    (most, gap) => (most && most.to - most.from >= gap.to - gap.from ? most : gap),
    null,
  );
  return (
    <div>
      <p className="flex min-h-4 flex-wrap justify-between gap-x-4 text-[12px] leading-4 text-text-2">
        {read === null ? (
          <>
            <span>Our own sight{isWithin && `: ${formatExact(polls)} looks`}</span>
            {longest && (
              <span className="ml-auto">
                <b className="font-[560] text-text">Not observed {formatDuration(longest.to - longest.from)}</b>
                , {causeInWords(longest)}
              </span>
            )}
            {polls > 1 && (
              <span className="text-text-3 max-md:hidden">
                an outage of up to {formatDuration(hidden * 1000)} could hide between looks
              </span>
            )}
          </>
        ) : (
          <span className="font-[560] text-text">{read}</span>
        )}
      </p>
      <div ref={box} className="relative h-3">
        {width > 0 && (
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${width} 12`}
            width={width}
            height={12}
            className="fits-paper absolute inset-0"
          >
            {own.map(({ from, to }) => (
              <path
                key={from}
                d={`M${place(Date.parse(from))} 6H${place(to === null ? time : Date.parse(to))}`}
                className="stroke-line-strong"
                strokeWidth="2"
              />
            ))}
            {gaps.map(({ from, to }) => {
              const left = Math.floor(place(from));
              const wide = Math.max(leastGap, Math.ceil(place(to)) - left);
              return (
                <g key={from}>
                  <rect x={left} width={wide} height={12} className="fill-bg" />
                  <rect x={left} width={wide} height={12} fill="url(#hatch)" />
                </g>
              );
            })}
          </svg>
        )}
      </div>
    </div>
  );
}
