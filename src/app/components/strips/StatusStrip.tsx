import { type KeyboardEvent, useRef, useState } from 'react';
import type { StripHistory } from '#app/components/history/history.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { useWidth } from '#app/ui/use-width.ts';
import type { SubjectKind } from '#contract/history.ts';
import { gapsIn, markInWords, recordedMarks, withPresent } from '#domain/history/strips/recorded-strip.ts';
import { type Bar, isHollow, layOutStrip, marksWithin } from '#domain/history/strips/strip.ts';
import { seenInWords, sharesInWords } from '#domain/history/strips/strip-summary.ts';
import { confirmedSeverity } from '#domain/severity/confirmed-severity.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { formatTime } from '#domain/text/format.ts';
import { useSurroundingFreshness, useSurroundingTrust } from '../freshness/freshness-context.tsx';

/** Height of a bar for each severity, as a fraction of the strip's height. */
const barHeights: Readonly<Record<Severity, number>> = {
  ok: 0.27,
  assumed: 0.27,
  notice: 0.45,
  unknown: 0.45,
  vanished: 0.45,
  degraded: 0.58,
  partial: 0.8,
  critical: 1,
  unvouched: 1,
};

/** Number of marks that each key moves along the strip; negative is to the left. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * States of a subject over time. A taller bar is worse; hatched is a gap; empty is before the first poll or
 * in the future. A strip of the history record is one tab stop, and arrow keys move from mark to mark. A
 * strip of this browser session is one image. In a panel that is not fresh, no mark looks good.
 */
export function StatusStrip({
  kind,
  strip: { answer, entry, coverage, readAt, leftOut, isOfSession = false },
  label,
  height,
  scale = 1,
  present,
  isStill = false,
  onRead,
}: {
  readonly kind: SubjectKind;
  readonly strip: StripHistory;
  readonly label: string;
  /** Height of the strip, pixels. */
  readonly height: number;
  /** Screen pixels per drawn pixel; above 1 on a wall. */
  readonly scale?: number;
  /** Whether a click on a mark opens nothing, as on a wall. */
  readonly isStill?: boolean;
  /** Current severity of the subject. The last mark never looks better than this. */
  readonly present?: Severity | undefined;
  /** Called with the text of the mark under the pointer or focus; with `null` if there is none. */
  readonly onRead?: ((words: string | null) => void) | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useWidth(box);
  const [at, setAt] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const freshness = useSurroundingFreshness();
  const isOld = freshness !== 'fresh';
  const trust = useSurroundingTrust() === 'frozen' ? 'frozen' : 'proven';
  const [width, room] = [shown / scale, height / scale];
  const window = { from: Date.parse(answer.from), to: Date.parse(answer.to) };
  const time = hostNow();
  const blind = gapsIn(coverage, entry.endpoint, window, time, leftOut);
  // The width limits the number of marks. No marks are computed before the width is known.
  const recorded = width > 0 ? recordedMarks(answer, entry, marksWithin(width)) : [];
  const marks = withPresent(recorded, isOld ? undefined : present, time);
  const { gaps, bars } = layOutStrip(marks, blind, window, Math.max(1, width));
  const place = (moment: number) => ((moment - window.from) / (window.to - window.from)) * width;
  const current = Math.min(at ?? marks.length - 1, marks.length - 1);
  const wordsOf = (index: number) => {
    const mark = marks[index];
    return mark ? markInWords(mark, blind, time) : null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(marks.length - 1, current + step));
    box.current?.querySelector<SVGElement>(`[data-mark="${next}"]`)?.focus();
  };
  const name = isOfSession
    ? `${label} since this page opened, ${formatTime(window.from)} to ${formatTime(window.to)} UTC. ${seenInWords(marks, blind)}`
    : `${label}, ${sharesInWords(entry, window, readAt ?? time)}`;
  const strip = isOfSession
    ? { role: 'img' }
    : {
        role: 'group',
        'data-strip': kind,
        'data-key': entry.key,
        'data-occurrence': entry.occurrence,
        'data-from': answer.from,
        'data-to': answer.to,
        onKeyDown,
        onPointerLeave: () => {
          setPointed(null);
          onRead?.(null);
        },
      };
  return (
    <div ref={box} aria-label={name} className="relative" style={{ height }} {...strip}>
      <svg
        role="presentation"
        viewBox={`0 0 ${Math.max(1, width)} ${room}`}
        width={shown}
        height={height}
        className="fits-paper absolute inset-0 overflow-visible"
      >
        <path d={`M0 ${room - 0.5}H${width}`} className="stroke-line" />
        {gaps.map((gap) => (
          <rect key={gap.x} x={gap.x} width={gap.width} height={room} fill="url(#hatch)" />
        ))}
        {marks.map((mark, index) => {
          const severity = confirmedSeverity(mark.severity, freshness, trust);
          const isDrained = isOld || (severity === 'unvouched' && mark.severity !== 'unvouched');
          const outline = (
            <path
              d={bars
                .filter((bar) => bar.mark === index)
                .map((bar) =>
                  barOutline(bar, barHeights[bar.severity] * room, room, !isDrained && isHollow(bar.severity)),
                )
                .join('')}
              className={isDrained ? 'fill-line-strong' : `strip-${mark.severity}`}
            />
          );
          if (isOfSession) return <g key={index}>{outline}</g>;
          const [x, end] = [place(mark.from), place(mark.to)];
          return (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the strip is one stop, and its arrows go from mark to mark
            <g
              // The times move with each response, and the focus stays.
              key={index}
              role={isStill ? 'img' : 'button'}
              aria-haspopup={isStill ? undefined : 'dialog'}
              aria-label={wordsOf(index) ?? undefined}
              tabIndex={index === current ? 0 : -1}
              className="mark outline-none"
              data-mark={index}
              data-severity={severity}
              data-worst={mark.severity}
              data-observed={mark.observed}
              data-from={new Date(mark.from).toISOString()}
              data-to={new Date(mark.to).toISOString()}
              onFocus={() => {
                setAt(index);
                onRead?.(wordsOf(index));
              }}
              onBlur={() => onRead?.(null)}
              onPointerEnter={() => {
                setPointed(index);
                onRead?.(wordsOf(index));
              }}
            >
              <rect x={x} width={Math.max(0, end - x)} height={room} fill="transparent" />
              {outline}
              <rect x={x - 2} y={-3} width={end - x + 4} height={room + 6} className="mark-ring" />
              {pointed === index && (
                <path d={`M${x} ${room + 2.5}H${end}`} className="stroke-text" strokeWidth="3" />
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/**
 * Path of a bar's outline, standing on the base line of the strip. The stroke of a hollow bar lies inside its
 * outline.
 */
function barOutline({ x, width }: Bar, height: number, foot: number, hollow: boolean): string {
  const line = hollow ? 1 : 0;
  const tall = Math.round(height) - line;
  return `M${hundredths(x + line / 2)} ${foot - line / 2}v${-tall}h${hundredths(Math.max(0, width - line))}v${tall}z`;
}

function hundredths(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** Empty space of a strip's height while the strip is not read yet. */
export function StripPlace({ height }: { readonly height: number }) {
  return <svg width="1" height={height} aria-hidden="true" className="block" />;
}
