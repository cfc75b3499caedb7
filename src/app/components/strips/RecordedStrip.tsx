import { type KeyboardEvent, useRef, useState } from 'react';
import { hostNow } from '#app/ui/time/clock.ts';
import { useWidth } from '#app/ui/use-width.ts';
import type { SubjectKind } from '#contract/history.ts';
import { goodShare, type Window } from '#domain/history/spans/shares.ts';
import {
  coverage,
  formatHundredths,
  gapsIn,
  layOutRecorded,
  markInWords,
  recordedMarks,
  withPresent,
} from '#domain/history/strips/recorded-strip.ts';
import { isHollow, marksWithin } from '#domain/history/strips/strip.ts';
import { confirmedSeverity } from '#domain/severity/confirmed-severity.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { formatDuration } from '#domain/text/format.ts';
import { useSurroundingFreshness, useSurroundingTrust } from '../vouching/vouching.tsx';
import { barHeights, barOutline } from './HistoryStrip.tsx';
import type { RecordedSubject } from './record.ts';

/** Marks to move per key. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * A subject's strip from the history record. It is one tab stop; arrow keys move from mark to mark. Hatched is
 * a gap, empty is before the record or in the future. In a panel that is not fresh no mark is good.
 */
export function RecordedStrip({
  kind,
  subject: { answer, entry, sight, readAt, leftOut },
  label,
  height,
  scale = 1,
  present,
  onRead,
}: {
  readonly kind: SubjectKind;
  readonly subject: Omit<RecordedSubject, 'readAt'> & {
    readonly readAt?: number;
    /** Times in which the list left the subject out. */
    readonly leftOut?: readonly Window[];
  };
  readonly present?: Severity | undefined;
  readonly label: string;
  readonly height: number;
  readonly scale?: number;
  readonly onRead?: (words: string | null) => void;
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
  const blind = gapsIn(sight, entry.endpoint, window, time, leftOut);
  // The width limits the number of marks; before it is known nothing is computed.
  const recorded = width > 0 ? recordedMarks(answer, entry, marksWithin(width)) : [];
  const marks = withPresent(recorded, isOld ? undefined : present, time);
  const { gaps, bars } = layOutRecorded(marks, blind, window, Math.max(1, width));
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
  return (
    <div
      ref={box}
      role="group"
      aria-label={`${label}, ${summary(entry, window, readAt ?? time)}`}
      className="recorded-strip relative"
      style={{ height }}
      data-strip={kind}
      data-key={entry.key}
      data-occurrence={entry.occurrence}
      data-from={answer.from}
      data-to={answer.to}
      onKeyDown={onKeyDown}
      onPointerLeave={() => {
        setPointed(null);
        onRead?.(null);
      }}
    >
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
          const [x, end] = [place(mark.from), place(mark.to)];
          return (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the strip is one stop, and its arrows go from mark to mark
            <g
              key={mark.from}
              role="img"
              aria-label={wordsOf(index) ?? undefined}
              tabIndex={index === current ? 0 : -1}
              className="mark outline-none"
              data-mark={index}
              data-severity={severity}
              data-observed={String(mark.observed)}
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
              <path
                d={bars
                  .filter((bar) => bar.mark === index)
                  .map((bar) =>
                    barOutline(
                      bar,
                      barHeights[bar.severity] * room,
                      room,
                      !isDrained && isHollow(bar.severity),
                    ),
                  )
                  .join('')}
                className={isDrained ? 'fill-line-strong' : `strip-${mark.severity}`}
              />
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

/** Such as "94.87 % operational of observed time, 97.20 % observed, …". */
function summary(
  entry: RecordedSubject['entry'],
  window: { readonly from: number; readonly to: number },
  time: number,
) {
  const share = goodShare(entry);
  if (share === null) return 'nothing observed';
  return `${formatHundredths(share)} operational of observed time, ${formatHundredths(coverage(entry, window, time))} observed, an outage of up to ${formatDuration(entry.couldHide)} could hide between looks`;
}
